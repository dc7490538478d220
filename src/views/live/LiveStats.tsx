import type { ReactNode } from 'react';
import type { LiveOverview, LivePerson } from '#contract/live.contract.ts';
import { rowsPerSecond } from '../../machines/live/merge-overview.ts';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { formatCount, formatCounted, formatShare } from '../_kit/format/format-count.ts';

/** Numbers that show whether to look closer. */
export function LiveStats({ overview }: { overview: LiveOverview }) {
  const writing = overview.running.filter((attempt) => attempt.status === 'processing').length;
  const signedIn = overview.people.filter((person) => person.signed_in).length;
  const sum = (of: (person: LivePerson) => number) => overview.people.reduce((total, person) => total + of(person), 0);
  const talked = sum(({ talk_seconds: seconds }) => seconds);
  const onCall = sum(({ on_call_since: since }) => (since === null ? 0 : 1));
  return (
    <dl className="stats all">
      <Stat
        label="Rows per second"
        about={writing === 0 ? 'no imports running' : writing === 1 ? '1 import running' : `${writing} imports running`}
      >
        {formatCount(rowsPerSecond(overview))}
      </Stat>
      <Stat label="Signed in" about={`of ${formatCounted(overview.people.length, 'person', 'people')}`}>
        {formatCount(signedIn)}
      </Stat>
      <Stat
        label="Calls today"
        about={
          onCall === 0
            ? `${formatDuration(talked * 1000)} talked`
            : `${formatDuration(talked * 1000)} talked, ${onCall} on a call now`
        }
      >
        {formatCount(sum(({ calls }) => calls))}
      </Stat>
      <Stat label="Policies today" about="written">
        {formatCount(sum(({ policies }) => policies))}
      </Stat>
      <Stat label="Finished today" about={formatCounted(overview.finished_rows, 'row', 'rows')}>
        {formatCount(overview.finished_count)}
      </Stat>
      <Stat label="Problem rows today" about={formatShare(overview.problem_rows, overview.finished_rows)}>
        {formatCount(overview.problem_rows)}
      </Stat>
    </dl>
  );
}

function Stat({ label, about, children }: { label: string; about: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        <small>{about}</small>
      </dd>
    </div>
  );
}
