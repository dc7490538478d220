import { CircleDashed, UserCheck } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { forceVerifyEmail, validateEmail } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import './timeline.css';

const LOOKS = {
  unchecked: { words: 'Not checked', icon: CircleDashed },
  valid: { words: 'Deliverable', tone: 'good' },
  invalid: { words: 'Undeliverable', tone: 'bad' },
  unknown: { words: 'Unknown', tone: 'warn' },
  forced: { words: 'Marked valid', tone: 'info', icon: UserCheck },
} as const;

/** Status of the e-mail address, with a button that checks it. */
export function EmailCheck({ contact }: { contact: Contact }) {
  const { user, toasts } = useApp();
  const options = {
    invalidates: [readContact, readTimeline],
    onFailed: (error: { message: string }) => void toasts.show({ tone: 'bad', text: error.message }),
  };
  const check = useSubmit(validateEmail, options);
  const vouch = useSubmit(forceVerifyEmail, options);
  if (!contact.email) return null;

  const { email_status: status, email_check: sentence } = contact;
  const { words, ...look } = LOOKS[status];
  const mayChange = contact.deleted_at === null && user.permissions.includes('contacts.write');
  const call = { params: { id: contact.id } };
  return (
    <div className="email-check" aria-live="polite">
      <StatusWord {...look}>{words}</StatusWord>
      {status === 'unchecked' || status === 'valid' ? null : <span className="meta soft">{sentence}</span>}
      {mayChange ? (
        <>
          <Button
            look="plain"
            size="small"
            busy={check.state === 'submitting'}
            onClick={() => check.submit(call)}
            aria-label={status === 'unchecked' ? 'Check the e-mail address' : 'Check the e-mail address again'}
          >
            {status === 'unchecked' ? 'Check' : 'Check again'}
          </Button>
          {status === 'invalid' || status === 'unknown' ? (
            <Button look="plain" size="small" busy={vouch.state === 'submitting'} onClick={() => vouch.submit(call)}>
              Use anyway
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}
