import { PhoneOutgoing } from 'lucide-react';
import { useState } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { type DialSession, listAuthorizations, startDialSession } from '#contract/integrations.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';

interface DialDialogProps {
  selection: SelectionInput;
  count: number;
  onClose: () => void;
  /** PhoneBurner has taken them. */
  onStarted: () => void;
}

/** A dial session of PhoneBurner with the selected contacts: who is in it, who is left out and why, and its page. */
export function DialDialog({ selection, count, onClose, onStarted }: DialDialogProps) {
  const own = useResource(listAuthorizations, {});
  const id = own.data?.data.find(({ type }) => type === 'phone_burner')?.id ?? null;
  const [session, setSession] = useState<DialSession | null>(null);
  const { submit, state, error } = useSubmit(startDialSession, { onDone: ({ data }) => setSession(data) });
  const isBusy = state === 'submitting';
  const isGone = own.data !== null && id === null;
  const missing =
    own.error?.message ?? (isGone ? 'PhoneBurner is no longer connected. Connect it under Integrations.' : null);
  const problem = error?.message ?? missing;
  const start = () => {
    if (id !== null && 'ids' in selection) submit({ params: { id }, body: { contact_ids: [...selection.ids] } });
  };
  return (
    <Dialog
      open
      title={session === null ? `Dial ${formatContacts(count)} with PhoneBurner` : 'Ready to dial'}
      {...(isBusy ? {} : { onClose })}
      footer={
        session === null ? (
          <>
            <Button disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            <Button
              look="primary"
              icon={PhoneOutgoing}
              busy={isBusy || own.pending}
              disabled={missing !== null}
              onClick={start}
            >
              Start dial session
            </Button>
          </>
        ) : (
          <ButtonLink
            look="primary"
            icon={PhoneOutgoing}
            href={session.url}
            target="_blank"
            rel="noreferrer"
            onClick={onStarted}
          >
            Open PhoneBurner
          </ButtonLink>
        )
      }
    >
      {problem === null ? null : <Note tone="bad" role="alert" title={problem} />}
      <div aria-live="polite">
        {session === null ? (
          <p>PhoneBurner dials them one after another. Contacts that may not be called right now are left out.</p>
        ) : (
          <>
            <p>{formatContacts(session.contacts)} in the session.</p>
            {session.left_out.length === 0 ? null : (
              <>
                <h3 className="label">Left out</h3>
                <ul>
                  {session.left_out.map(({ reason, count: those }) => (
                    <li key={reason}>
                      {formatContacts(those)}: {reason}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
