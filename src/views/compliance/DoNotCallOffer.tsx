import {
  type Decision,
  listConsents,
  readContactability,
  recordConsent,
  retractConsent,
} from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { meansDoNotCall } from '#rules/contacts/do-not-call-tag.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { useUndo } from '../timeline/use-undo.ts';

const STALE = [listConsents, readContactability, readTimeline];

interface DoNotCallOfferProps {
  contact: Pick<Contact, 'id' | 'tags'>;
  decisions: readonly Decision[];
}

/**
 * For a contact with a tag that only says not to call, from whatever source: says that calls are still allowed, and
 * offers Do Not Call. Nothing is recorded unless the user chooses it.
 */
export function DoNotCallOffer({ contact: { id, tags }, decisions }: DoNotCallOfferProps) {
  const offerUndo = useUndo(retractConsent, { invalidates: STALE, undone: 'Do Not Call entry retracted' });
  const record = useSubmit(recordConsent, {
    invalidates: STALE,
    onDone: ({ data }) => offerUndo('Do Not Call recorded', { params: { id, consentId: data.id ?? 0 } }),
  });
  const tag = tags.find(({ name }) => meansDoNotCall(name));
  const isOnIt = decisions.some(({ channel, reason }) => channel === 'call' && reason === 'do_not_call');
  if (tag === undefined || isOnIt) return null;
  const said = {
    channel: 'call',
    kind: 'do_not_call',
    purpose: 'marketing',
    source: 'other',
    expires_on: null,
  } as const;
  return (
    <div className="reach-offer">
      <Note tone="warn" title={`The tag “${tag.name}” doesn't stop calls.`}>
        <Button
          size="small"
          busy={record.state === 'submitting'}
          onClick={() => record.submit({ params: { id }, body: { ...said, evidence: `Tagged “${tag.name}”.` } })}
        >
          Record Do Not Call
        </Button>
        {record.error ? <p className="bad-t">{record.error.message}</p> : null}
      </Note>
    </div>
  );
}
