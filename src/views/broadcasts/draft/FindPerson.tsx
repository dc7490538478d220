import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { findRecipient } from '#contract/broadcasts.contract.ts';
import type { Broadcast, Recipient } from '#contract/broadcasts/broadcast.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { REASON_WORDS } from '../broadcast-words.ts';

/** Milliseconds without typing until it is looked up. Ours. */
const SETTLES_MS = 250;

/** Answers for one person whether they get it, and why not. */
export function FindPerson({ broadcast }: { broadcast: Broadcast }) {
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const found = useResource(findRecipient, q.length < 2 ? null : { params: { id: broadcast.id }, query: { q } }, {
    settlesAfter: SETTLES_MS,
    version: broadcast.audience?.frozen_at,
  });
  const people = q.length < 2 || found.isEarlier ? null : (found.data?.data ?? null);
  return (
    <Card title="Is someone in it?" padded>
      <TextField
        type="search"
        label="Name, number or e-mail"
        labelHidden
        placeholder="Name, number or e-mail"
        icon={Search}
        autoComplete="off"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <div className="found-people" aria-live="polite">
        {found.error === null || q.length < 2 ? null : <p className="bad-t">{found.error.message}</p>}
        {people?.length === 0 ? <p className="quiet">None of your contacts match.</p> : null}
        {people?.map(({ contact, recipient }) => {
          const { tone, text, why } = answerOf(contact.name || `Contact ${contact.number}`, recipient, broadcast);
          return (
            <Note key={contact.id} tone={tone} title={text}>
              {why === '' ? null : <p>{why}</p>}
              <p>
                <Link href={`/contacts/${contact.number}`}>Open contact</Link>
              </p>
            </Note>
          );
        })}
      </div>
    </Card>
  );
}

function answerOf(name: string, recipient: Recipient | null, { channel }: Broadcast) {
  if (recipient === null)
    return { tone: 'info', text: `${name} isn't in it`, why: 'The selection doesn’t match them.' } as const;
  if (recipient.reason === null) return { tone: 'good', text: `${name} will get it`, why: '' } as const;
  const { label, why } = REASON_WORDS[recipient.reason];
  const detail = recipient.detail || (recipient.field === '' ? why[channel] : `${recipient.field} is empty`);
  return { tone: 'bad', text: `${name} is held back`, why: `${label[channel]}. ${detail}` } as const;
}
