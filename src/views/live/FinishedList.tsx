import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatClock } from '../_kit/format/format-duration.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { STATUS_WORDS } from '../imports/list/status-words.ts';

export function FinishedList({ overview, zone }: { overview: LiveOverview; zone: string }) {
  return (
    <Card
      title="Finished today"
      count={formatCount(overview.finished_count)}
      aside={
        <ButtonLink href="/imports?tab=finished" size="small" look="plain">
          All
        </ButtonLink>
      }
    >
      {overview.finished_today.length === 0 ? (
        <p className="pad quiet">No jobs finished since midnight.</p>
      ) : (
        <Table compact className="fin">
          <thead>
            <tr>
              <HeadCell>Job</HeadCell>
              <HeadCell className="c-who not-small">User</HeadCell>
              <HeadCell numeric className="c-rows">
                Rows
              </HeadCell>
              <HeadCell numeric className="c-took not-small">
                Duration
              </HeadCell>
              <HeadCell numeric className="c-ended">
                Ended
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {overview.finished_today.map((attempt) => (
              <FinishedRow key={attempt.id} attempt={attempt} zone={zone} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

function FinishedRow({ attempt, zone }: { attempt: ImportAttempt; zone: string }) {
  const { counts, status, finished_at } = attempt;
  const about = [
    status === 'done' ? '' : STATUS_WORDS[status].text.toLowerCase(),
    counts.problems > 0 ? formatCounted(counts.problems, 'problem', 'problems') : '',
  ].filter(Boolean);
  const text = [attempt.file_name, ...about].join(', ');
  return (
    <tr>
      <Cell className="name" title={text}>
        <Anchor href={`/imports/${attempt.id}`} className="fin-name">
          <Mark attempt={attempt} />
          <span className="cut">{text}</span>
        </Anchor>
      </Cell>
      <Cell className="not-small">{attempt.user.name}</Cell>
      <Cell numeric>{formatCount(attempt.done_rows)}</Cell>
      <Cell numeric className="not-small">
        {formatClock(attempt.active_ms)}
      </Cell>
      <Cell numeric>{finished_at ? formatTime(finished_at, zone) : ''}</Cell>
    </tr>
  );
}

function Mark({ attempt }: { attempt: ImportAttempt }) {
  if (attempt.status === 'failed') return <Icon of={CircleAlert} tone="bad" />;
  if (attempt.status !== 'done') return <Icon of={CircleSlash} />;
  return attempt.counts.problems > 0 ? <Icon of={CircleAlert} tone="warn" /> : <Icon of={CircleCheck} tone="good" />;
}
