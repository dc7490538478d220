import { Link } from '@tanstack/react-router';
import { type Decision, readContactability } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { listPhoneVerifications, LOOKUP_CENTS, validateMobileSingle } from '#contract/verifications.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { LINE_WORDS, verificationWords } from './verification-words.ts';

interface NumberLineProps {
  contact: Pick<Contact, 'id' | 'phone'>;
  decisions: readonly Decision[];
}

/** What kind of line the contact's number is, and a look-up at its price. */
export function NumberLine({ contact: { id, phone }, decisions }: NumberLineProps) {
  const { user, toasts } = useApp();
  const gate = useGate('messages');
  const line = decisions.find(({ channel }) => channel === 'text')?.evidence.line;
  const { submit, state, error } = useSubmit(validateMobileSingle, {
    invalidates: [readContactability, listPhoneVerifications],
    onDone: ({ data }) =>
      toasts.show({ tone: 'good', text: `${formatPhone(data.number)}: ${verificationWords(data).text}` }),
  });
  if (!gate.allowed || phone === null || phone === '') return null;
  return (
    <>
      {line === undefined ? null : (
        <p className="meta soft">
          {LINE_WORDS[line.line_type].text}, verified {formatDate(line.verified_at, IANA_ZONES[user.timezone])}
        </p>
      )}
      <p>
        <Button size="small" busy={state === 'submitting'} onClick={() => submit({ body: { contact_id: id } })}>
          {line === undefined ? 'Verify number' : 'Verify again'} for {dollars(LOOKUP_CENTS)}
        </Button>
      </p>
      {error ? (
        <p className="bad-t">
          {error.message} {'wallet' in error.fields ? <Link to="/wallets">Top up</Link> : null}
        </p>
      ) : null}
    </>
  );
}
