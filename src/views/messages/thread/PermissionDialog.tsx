import { useState } from 'react';
import { readContactability } from '#contract/compliance.contract.ts';
import { showConversation, updatePermission } from '#contract/messages.contract.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextArea } from '../../_kit/controls/TextField.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { Dialog } from '../../_kit/overlays/Dialog.tsx';
import { firstNameOf } from '../message-words.ts';

interface PermissionDialogProps {
  contactId: number;
  name: string;
  permission: 'allowed' | 'opted_out';
  onClose: () => void;
}

/** Records in the ledger that a contact may be texted, or has opted out. */
export function PermissionDialog({ contactId, name, permission, onClose }: PermissionDialogProps) {
  const [evidence, setEvidence] = useState('');
  const save = useSubmit(updatePermission, { invalidates: [showConversation, readContactability], onDone: onClose });
  const isAllowed = permission === 'allowed';
  const error = save.error?.fields['evidence']?.[0];
  return (
    <Dialog title={isAllowed ? 'Record consent to texts' : 'Record opt-out'} open onClose={onClose}>
      <form
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.submit({ body: { contact_id: contactId, permission, evidence } });
        }}
      >
        <div className="whole">
          <TextArea
            label={isAllowed ? 'Consent source' : 'How you know'}
            hint={isAllowed ? 'Such as "Written consent by e-mail on 11/18/2026".' : 'Such as "Asked on the phone".'}
            maxLength={1_000}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field
            autoFocus
            value={evidence}
            error={error}
            onChange={(event) => setEvidence(event.currentTarget.value)}
          />
        </div>
        {isAllowed ? null : (
          <p className="whole soft">
            {firstNameOf(name)} gets no more texts from anyone in your agency, and scheduled texts are canceled.
          </p>
        )}
        {save.error && error === undefined ? (
          <div className="whole">
            <Note tone="bad" title={save.error.message} role="alert" />
          </div>
        ) : null}
        <footer className="whole form-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.state === 'submitting'}>
            {isAllowed ? 'Record consent' : 'Record opt-out'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
