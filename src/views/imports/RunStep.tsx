import { useState } from 'react';
import type { ImportAttempt, ImportRow, RowReason } from '#contract/imports.contract.ts';
import type { ImportActor } from '../../machines/imports/import.machine.ts';
import { isMoving } from '../../machines/imports/next-step.ts';
import { rowsToGo } from '../../machines/imports/time-left.ts';
import { Card } from '../_kit/Card.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { CauseList } from './CauseList.tsx';
import { KeptRows } from './KeptRows.tsx';
import { LastRows } from './LastRows.tsx';
import { ProblemRows, ProblemsDownload } from './ProblemRows.tsx';
import { RetryCard } from './RetryCard.tsx';
import { RunHead } from './RunHead.tsx';
import { UndoCard } from './UndoCard.tsx';

interface RunStepProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  rows: readonly ImportRow[];
  zone: string;
}

/** The import while it runs, and what it came to. */
export function RunStep({ actor, attempt, rows, zone }: RunStepProps) {
  const [shown, setShown] = useState<RowReason | 'all' | null>(null);
  const problems = attempt.counts.problems;
  const causes = (attempt.check?.by_reason ?? []).filter(({ reason }) => !SKIPS.includes(reason));
  return (
    <>
      <RunHead attempt={attempt} zone={zone} />
      <div className="two">
        <div className="stack run-left">
          {shown === null ? null : <ProblemRows attempt={attempt} reason={shown === 'all' ? null : shown} />}
          {attempt.undo && attempt.undo.kept > 0 ? <KeptRows attempt={attempt} /> : null}
          <LastRows rows={rows} attempt={attempt} />
        </div>
        <div className="stack run-right">
          {problems > 0 || causes.length > 0 ? (
            <Card
              title="Problem rows"
              count={rowsToGo(attempt) > 0 ? `${formatCount(problems)} so far` : formatCount(problems)}
              aside={problems > 0 ? <ProblemsDownload attempt={attempt} count={problems} isAll /> : null}
            >
              <CauseList
                causes={causes}
                current={shown === 'all' ? null : shown}
                onShow={(reason) => setShown(reason ?? (shown === null ? 'all' : null))}
              />
            </Card>
          ) : null}
          <RetryCard actor={actor} attempt={attempt} />
          <UndoCard actor={actor} attempt={attempt} zone={zone} />
          {isMoving(attempt.status) ? (
            <p className="meta quiet leave-hint">
              You may leave this page. {attempt.status === 'undoing' ? 'The undo' : 'The import'} goes on, and you get a
              notification at the end.
            </p>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** What the check counts as skipped; the rest are problems. */
const SKIPS: readonly RowReason[] = ['empty_row', 'same_as_earlier_row', 'already_there'];
