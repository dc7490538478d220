import { useState } from 'react';
import type { LiveOverview, LivePerson } from '#contract/live.contract.ts';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { useNow } from '../_base/use-now.ts';

/** Users who are online, with their current activity; those who are offline can be expanded. */
export function PeopleList({ overview }: { overview: LiveOverview }) {
  const [showsOut, setShowsOut] = useState(false);
  const { people, running, throughput } = overview;
  const shownAt = useNow().toISOString();
  // The server's time at the last reading.
  const now = Date.parse(throughput.at(-1)?.at ?? shownAt);
  const there = people.filter((person) => person.signed_in);
  const out = people.filter((person) => !person.signed_in);
  const importing = new Set(running.map((attempt) => attempt.user.id));
  return (
    <Card title="Users" count={`${formatCount(there.length)} of ${formatCount(people.length)} signed in`}>
      <ul className="ppl">
        {there.map((person) => (
          <Person key={person.id} person={person} doing={doingOf(person, importing.has(person.id), now)} now={now} />
        ))}
        {showsOut ? out.map((person) => <Person key={person.id} person={person} doing="Signed out" now={now} />) : null}
        {out.length > 0 ? (
          <li>
            <span className="avatar" aria-hidden="true">
              {formatCount(out.length)}
            </span>
            <button type="button" className="link" aria-expanded={showsOut} onClick={() => setShowsOut(!showsOut)}>
              {showsOut ? 'Hide signed out' : `${formatCount(out.length)} signed out`}
            </button>
          </li>
        ) : null}
      </ul>
      {people.length === 0 ? <p className="pad quiet">No users in your downline yet.</p> : null}
    </Card>
  );
}

function Person({ person, doing, now }: { person: LivePerson; doing: string; now: number }) {
  const seen = person.last_seen_at;
  return (
    <li>
      <Avatar name={person.name} presence={person.signed_in ? 'good' : 'ring'} />
      <span className="who">
        <Link href={`/admin/users/${person.id}`} className="med cut" title={person.name}>
          {person.name}
        </Link>
        {person.calls + person.policies === 0 ? null : <span className="meta quiet cut">{dayOf(person)}</span>}
      </span>
      <span className={person.signed_in ? 'soft nowrap' : 'quiet nowrap'}>{doing}</span>
      <span className="num quiet nowrap tm">
        {person.signed_in ? '' : seen ? agoWords(now - Date.parse(seen)) : 'never'}
      </span>
    </li>
  );
}

function doingOf({ on_call_since: since }: LivePerson, isImporting: boolean, now: number): string {
  if (since !== null) return `On a call, ${formatDuration(Math.max(0, now - Date.parse(since)))}`;
  return isImporting ? 'Importing' : 'Signed in';
}

/** "12 calls, 1 h 42 min talked, 2 policies" */
const dayOf = ({ calls, talk_seconds: talked, policies }: LivePerson): string =>
  [
    ...(calls === 0 ? [] : [formatCounted(calls, 'call', 'calls'), `${formatDuration(talked * 1000)} talked`]),
    ...(policies === 0 ? [] : [formatCounted(policies, 'policy', 'policies')]),
  ].join(', ');

const DAY_MS = 86_400_000;

/** "42 min", "3 days": how long ago, in its largest unit above the minute. */
function agoWords(ms: number): string {
  if (ms >= DAY_MS) return ms < 2 * DAY_MS ? '1 day' : `${Math.floor(ms / DAY_MS)} days`;
  return formatDuration(Math.max(60_000, Math.floor(ms / 60_000) * 60_000));
}
