import { useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { liftLegalHold } from '#contract/contacts/legal-hold.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

import './compliance.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');
const LegalHoldDialog = lazyPart(() => import('./LegalHoldDialog.tsx'), 'LegalHoldDialog');

/** The legal hold of a contact, which admins place and lift. */
export function LegalHoldCard({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const hold = contact.legal_hold;
  const mayChange = user.permissions.includes('compliance.manage');
  const zone = IANA_ZONES[user.timezone];
  if (hold === null)
    return mayChange ? (
      <section>
        <Button size="small" onClick={() => setAsks(true)}>
          Place legal hold…
        </Button>
        {asks ? <LegalHoldDialog contact={contact} onClose={close} /> : null}
      </section>
    ) : null;
  return (
    <section className="legal-hold">
      <h2 className="label">Legal hold</h2>
      <Note tone="warn" title={hold.reason}>
        Since {formatDate(hold.placed_at, zone)}
        {hold.placed_by === null ? '' : `, placed by ${hold.placed_by.name}`}. This contact can’t be deleted or merged.
      </Note>
      {mayChange ? (
        <Button size="small" onClick={() => setAsks(true)}>
          Lift legal hold…
        </Button>
      ) : null}
      {asks ? <LiftQuestion contact={contact} onClose={close} /> : null}
    </section>
  );
}

function LiftQuestion({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { toasts } = useApp();
  const lift = useSubmit(liftLegalHold, {
    invalidates: [readContact, readTimeline],
    onDone: () => {
      toasts.show({ tone: 'good', text: 'Legal hold lifted' });
      onClose();
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <AlertDialog
      title="Lift the legal hold?"
      open
      confirmLabel="Lift hold"
      cancelLabel="Keep it"
      busy={lift.state === 'submitting'}
      onConfirm={() => lift.submit({ params: { id: contact.id } })}
      onCancel={onClose}
    >
      {contact.deleted_at === null ? (
        <p>This contact can be deleted and merged again.</p>
      ) : (
        <p>This contact is deleted. 90 days after the deletion, it’s deleted for good.</p>
      )}
    </AlertDialog>
  );
}
