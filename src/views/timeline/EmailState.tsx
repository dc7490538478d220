import { Clock } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { type ContactEmail, listEmailLogs, sendEmailAgain } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

const LOOKS = {
  queued: { words: 'Sending', icon: Clock },
  sent: { words: 'Sent', tone: 'good' },
  unsure: { words: 'May have been sent', tone: 'warn' },
  failed: { words: 'Undelivered', tone: 'bad' },
} as const;

type Mailed = Pick<ContactEmail, 'id' | 'status' | 'reason' | 'sender_verified'>;

/** Status of an e-mail with its cause, and a retry after a failure. Empty for one exchanged elsewhere. */
export function EmailState({
  mail: { id, status, reason, sender_verified: isVerified },
  contact,
}: {
  mail: Mailed;
  contact: Contact;
}) {
  const { toasts, user } = useApp();
  const again = useSubmit(sendEmailAgain, {
    invalidates: [listEmailLogs, readTimeline],
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  if (status === 'recorded') return null;
  if (status === 'received')
    return (
      <>
        {isVerified === false ? <StatusWord tone="warn">Sender not verified</StatusWord> : null}
        {reason ? <p className="meta soft">{reason}</p> : null}
      </>
    );
  // An e-mail that was certainly sent needs no reason.
  const { words, ...look } = LOOKS[status === 'sent' && reason !== '' ? 'unsure' : status];
  const mayTry = status === 'failed' && contact.deleted_at === null && user.permissions.includes('contacts.write');
  return (
    <div className="email-state">
      <StatusWord {...look}>{words}</StatusWord>
      {reason ? <span className="meta soft">{reason}</span> : null}
      {mayTry ? (
        <Button
          size="small"
          busy={again.state === 'submitting'}
          onClick={() => again.submit({ params: { id: contact.id, emailId: id } })}
        >
          Send again
        </Button>
      ) : null}
    </div>
  );
}
