import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportRow, RowReason } from '#contract/imports/rows.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { hasEnded, isMoving } from '../../../machines/imports/next-step.ts';
import { rowsToGo } from '../../../machines/imports/time-left.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { CauseList } from './CauseList.tsx';
import { ContradictingRows } from '../rows/ContradictingRows.tsx';
import { KeptRows } from '../rows/KeptRows.tsx';
import { LastRows } from './LastRows.tsx';
import { ProblemRows, ProblemsDownload } from '../rows/ProblemRows.tsx';
import { isSkip } from '../rows/reason-words.ts';
import { RetryCard } from './RetryCard.tsx';
import { RunHead } from './RunHead.tsx';
import { UndoCard } from './UndoCard.tsx';
import { UnreadCells } from './UnreadCells.tsx';

interface RunStepProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  rows: readonly ImportRow[];
  zone: string;
}

/** The running import, and its result. */
export function RunStep({ actor, attempt, rows, zone }: RunStepProps) {
  const [shown, setShown] = useState<RowReason | 'all' | null>(null);
  const canFix = useSelector(
    actor,
    (snapshot) => attempt.status === 'done' && !snapshot.hasTag('deleted') && snapshot.can({ type: 'import.retry' }),
  );
  const problems = attempt.counts.problems;
  const { unread } = attempt.check ?? {};
  const show = (reason: RowReason | null) => setShown(reason ?? (shown === null ? 'all' : null));
  const causes = (attempt.check?.by_reason ?? []).filter(({ reason }) => !isSkip(reason));
  return (
    <>
      <RunHead attempt={attempt} zone={zone} />
      <div className="two">
        <div className="stack run-left">
          {shown === null ? null : (
            <ProblemRows actor={actor} attempt={attempt} reason={shown === 'all' ? null : shown} canFix={canFix} />
          )}
          {attempt.undo && attempt.undo.kept > 0 ? <KeptRows attempt={attempt} /> : null}
          {hasEnded(attempt.status) && attempt.counts.skipped > 0 ? (
            <ContradictingRows actor={actor} attempt={attempt} />
          ) : null}
          <LastRows rows={rows} attempt={attempt} />
        </div>
        <div className="stack run-right">
          {problems > 0 || causes.length > 0 ? (
            <Card
              title="Problem rows"
              count={rowsToGo(attempt) > 0 ? problemsSoFar(problems, attempt.check?.problems) : formatCount(problems)}
              aside={
                problems > 0 ? (
                  <ProblemsDownload attempt={attempt} count={problems + attempt.unread_rows} isAll />
                ) : null
              }
            >
              <CauseList
                causes={causes}
                // Corrections since the check make its numbers outdated.
                hasCounts={rowsToGo(attempt) > 0 || causes.reduce((sum, { rows }) => sum + rows, 0) === problems}
                showLabel={canFix ? 'Fix' : 'Show'}
                current={shown === 'all' ? null : shown}
                onShow={show}
              />
            </Card>
          ) : null}
          {unread && (rowsToGo(attempt) > 0 || attempt.unread_rows > 0) ? (
            <UnreadCells
              unread={unread}
              hasCounts={rowsToGo(attempt) > 0 || unread.rows === attempt.unread_rows}
              showLabel={canFix ? 'Fix' : 'Show'}
              current={shown === 'all' ? null : shown}
              onShow={show}
              aside={
                problems === 0 && attempt.unread_rows > 0 ? (
                  <ProblemsDownload attempt={attempt} count={attempt.unread_rows} isAll />
                ) : null
              }
            />
          ) : null}
          <RetryCard actor={actor} attempt={attempt} />
          <UndoCard actor={actor} attempt={attempt} zone={zone} />
          {isMoving(attempt.status) ? (
            <p className="meta quiet leave-hint">
              You can leave this page. {attempt.status === 'undoing' ? 'The undo' : 'The import'} continues, and we'll
              notify you when it's done.
            </p>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** The causes below cover the whole file, as found by the check: the two figures are side by side. */
const problemsSoFar = (problems: number, inFile: number | undefined) =>
  inFile === undefined
    ? `${formatCount(problems)} so far`
    : `${formatCount(problems)} of ${formatCount(inFile)} so far`;
