import { useId, useState } from 'react';
import { type Contact, type ContactFields, createContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { STATE_CHOICES } from '#rules/places/us-states.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Suggestions } from '../_kit/controls/Suggestions.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Hints } from '../duplicates/Hints.tsx';
import { useHints } from '../duplicates/use-hints.ts';

interface NewContactDialogProps {
  /** Known values, such as the caller's number. */
  given?: Draft;
  onClose: () => void;
  onCreated: (contact: Contact) => void;
}

type Draft = Partial<Pick<ContactFields, 'first_name' | 'last_name' | 'phone' | 'email' | 'city' | 'state' | 'dob'>>;

const INPUTS: readonly { name: keyof Draft; label: string; type?: string; autoComplete?: string; half?: boolean }[] = [
  { name: 'first_name', label: 'First name', half: true },
  { name: 'last_name', label: 'Last name', half: true },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'email', label: 'E-mail', type: 'email' },
  { name: 'city', label: 'City', half: true },
  { name: 'state', label: 'State', half: true },
  { name: 'dob', label: 'Date of birth', type: 'date' },
];

/** A new contact from the few things one knows on the phone; the rest is filled in on its page. */
export function NewContactDialog({ given = {}, onClose, onCreated }: NewContactDialogProps) {
  const [draft, setDraft] = useState<Draft>(given);
  const statesId = useId();
  const create = useSubmit(createContact, {
    invalidates: [listContacts],
    onDone: ({ data }) => {
      onClose();
      onCreated(data);
    },
  });
  const hints = useHints(draft);
  const mayBeThere = hints.some(({ verdict }) => verdict !== 'household');
  const fields = create.error?.fields ?? {};
  const errorOf = (name: string) => fields[`contact.${name}`]?.[0] ?? fields[name]?.[0];

  return (
    <Dialog title="New contact" open onClose={onClose}>
      <form
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const filled = Object.fromEntries(Object.entries(draft).filter(([, value]) => value?.trim()));
          create.submit({ body: { contact: filled } });
        }}
      >
        {INPUTS.map(({ name, label, type = 'text', half }, index) => (
          <div key={name} className={half ? undefined : 'whole'}>
            <TextField
              label={label}
              type={type}
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field
              autoFocus={index === 0}
              value={draft[name] ?? ''}
              error={errorOf(name)}
              list={name === 'state' ? statesId : undefined}
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
        <Suggestions id={statesId} of={STATE_CHOICES} />
        <div className="whole">
          <Hints hints={hints} />
        </div>
        {create.error && Object.keys(fields).length === 0 ? (
          <div className="whole">
            <Note tone="bad" title={create.error.message} role="alert">
              Your changes are kept.
            </Note>
          </div>
        ) : null}
        <footer className="whole form-end">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={create.state === 'submitting'}>
            {mayBeThere ? 'Create anyway' : 'Create contact'}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
