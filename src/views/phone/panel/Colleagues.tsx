import { useState } from 'react';
import { listColleagues, type Presence } from '#contract/phone/colleagues.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { Dot } from '../../_kit/display/Dot.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';

const PRESENCE_WORDS: Readonly<Record<Presence, string>> = {
  available: 'Available',
  on_call: 'On a call',
  away: 'Away',
};
const TONES = { available: 'good', on_call: 'warn', away: 'ring' } as const;

/** Milliseconds of rest after typing before the server is asked. Ours. */
const SETTLES_MS = 250;
/** Presence changes while the list is open: it is read again after 15 s. Ours. */
const freshly = () => 15_000;

/** Colleagues to transfer a call to, found by name; free ones come first. */
export function Colleagues({ onChoose }: { onChoose: (number: string) => void }) {
  const [q, setQ] = useState('');
  const found = useResource(
    listColleagues,
    { query: { q: q.trim() } },
    { settlesAfter: q === '' ? 0 : SETTLES_MS, reloadAfter: freshly },
  );
  const people = found.data?.data;
  return (
    <div className="colleagues">
      <TextField
        label="Find a colleague"
        labelHidden
        placeholder="Find a colleague"
        type="search"
        data-first
        value={q}
        onChange={({ currentTarget: { value } }) => setQ(value)}
      />
      {people === undefined ? (
        found.error === null ? (
          <SkeletonLines lines={3} label="Loading colleagues" />
        ) : (
          <div className="row">
            <p className="meta soft">Couldn't load colleagues.</p>
            <Button size="small" onClick={found.reload}>
              Try again
            </Button>
          </div>
        )
      ) : people.length === 0 ? (
        <p className="meta soft">
          {q.trim() === '' ? 'No colleagues with a phone number.' : 'No colleague by that name has a phone number.'}
        </p>
      ) : (
        <ul className="hist" aria-label="Colleagues">
          {people.map(({ id, name, number, presence }) => (
            <li key={id}>
              <button type="button" title={`Transfer to ${formatPhone(number)}`} onClick={() => onChoose(number)}>
                <Dot tone={TONES[presence]} />
                <span className="med cut">
                  <span className="sr">Transfer to </span>
                  {name}
                  <span className="sr">, </span>
                </span>
                <span className="meta quiet r">{PRESENCE_WORDS[presence]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
