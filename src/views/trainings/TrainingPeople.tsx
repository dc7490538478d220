import { Circle, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { type Learner, trainings } from '#contract/trainings.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

/** People at a time. Ours: the panel is narrow. */
const LIMIT = 10;

/** Whom a training is for, and how far they are. */
export function TrainingPeople({ id }: { id: number }) {
  const { user } = useApp();
  const now = useNow();
  const [page, setPage] = useState(1);
  const { data, error, refreshing, reload } = useResource(trainings.people, {
    params: { id },
    query: { page, limit: LIMIT },
  });
  const when = (at: string) => formatWhen(at, IANA_ZONES[user.timezone], now);
  const total = data?.meta.total_count ?? 0;
  const done = data?.meta.done ?? 0;
  return (
    <section className="in-panel whole stack" aria-label="Progress">
      {data !== null ? (
        <ProgressLine
          label="Progress"
          done={done}
          total={total}
          state={done === total ? 'done' : 'running'}
          text={total === 0 ? 'No one sees this training yet' : `${done} of ${total} done`}
        />
      ) : error === null ? (
        <SkeletonLines lines={3} label="Loading progress" />
      ) : (
        <Note tone="bad" role="alert" title="Couldn't load progress">
          <p>{error.message}</p>
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        </Note>
      )}
      {total === 0 ? null : (
        <DataRows
          label="Progress by person"
          columns={[
            { head: 'Person', cell: ({ name }) => name, narrow: 'title' },
            { head: 'Progress', cell: (row) => progressOf(row, when), narrow: 'sub', width: '13em' },
          ]}
          rows={data?.data ?? null}
          busy={refreshing}
        />
      )}
      <Pages page={page} limit={LIMIT} total={total} onPage={setPage} />
    </section>
  );
}

function progressOf({ opened_at: openedAt, done_at: doneAt }: Learner, when: (at: string) => string) {
  if (doneAt !== null) return <StatusWord tone="good">Done {when(doneAt)}</StatusWord>;
  if (openedAt !== null) return <StatusWord icon={Circle}>Opened {when(openedAt)}</StatusWord>;
  return <StatusWord icon={CircleDashed}>Not opened</StatusWord>;
}
