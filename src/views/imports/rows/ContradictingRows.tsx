import type { ImportAttempt } from '#contract/imports.contract.ts';
import { listProblemRows } from '#contract/imports/problems.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { useResource } from '../../_base/use-resource.ts';
import { PROBLEM_PAGE_ROWS, ProblemRows } from './ProblemRows.tsx';

const REASON = 'contradicts_earlier_row';

/** Rows skipped because they contradict an earlier row of the same person; renders nothing without any. */
export function ContradictingRows({ actor, attempt }: { actor: ImportActor; attempt: ImportAttempt }) {
  const list = useResource(listProblemRows, {
    params: { id: attempt.id },
    query: { page: 1, limit: PROBLEM_PAGE_ROWS, reason: REASON },
  });
  return (list.data?.meta.total_count ?? 0) > 0 ? (
    <ProblemRows actor={actor} attempt={attempt} reason={REASON} canFix={false} />
  ) : null;
}
