import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { downloadProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import type { RowReason } from '#contract/imports/rows.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { ProblemGrid } from './ProblemGrid.tsx';
import { reasonWords } from './reason-words.ts';

/** Source: experience, "Import". */
export const PROBLEM_PAGE_ROWS = 100;

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Unresolved' },
  { value: 'fixed', label: 'Corrected' },
] as const;

interface ProblemRowsProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  /** `null`: of every cause. */
  reason: RowReason | null;
  /** False: rows are only shown. */
  canFix: boolean;
}

/** Rows that can't be imported, with the reason for each, and editable cells where that helps. */
export function ProblemRows({ actor, attempt, reason, canFix }: ProblemRowsProps) {
  const [state, setState] = useState<(typeof SHOWN)[number]['value']>('');
  // Another cause begins at its first page.
  const [at, setAt] = useState<{ page: number; reason: RowReason | null }>({ page: 1, reason });
  const page = at.reason === reason ? at.page : 1;
  const list = useResource(listProblemRows, {
    params: { id: attempt.id },
    query: { page, limit: PROBLEM_PAGE_ROWS, ...(reason && { reason }), ...(state && { state }) },
  });
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? rows.length;
  return (
    <Card
      className="problem-rows"
      title={reason ? reasonWords(reason) : canFix ? 'Rows to fix' : 'Problem rows'}
      count={formatCount(total)}
      aside={
        <div className="row">
          {canFix ? <Saving actor={actor} /> : null}
          {canFix ? (
            <SelectField
              label="Rows to show"
              labelHidden
              value={state}
              options={SHOWN}
              onChange={(event) => {
                setState(SHOWN.find(({ value }) => value === event.target.value)?.value ?? '');
                setAt({ page: 1, reason });
              }}
            />
          ) : null}
          {total > 0 ? (
            <ProblemsDownload attempt={attempt} count={total} isAll={reason === null && state === ''} />
          ) : null}
        </div>
      }
    >
      {list.pending ? (
        <div className="pad">
          <SkeletonLines lines={5} label="Loading problem rows" />
        </div>
      ) : null}
      {list.error ? <p className="pad bad-t">{list.error.message}</p> : null}
      {!list.pending && rows.length === 0 && !list.error ? <p className="pad quiet">No problem rows.</p> : null}
      {rows.length > 0 ? <ProblemGrid actor={actor} attempt={attempt} rows={rows} canFix={canFix} /> : null}
      <Pages page={page} limit={PROBLEM_PAGE_ROWS} total={total} onPage={(to) => setAt({ page: to, reason })} />
    </Card>
  );
}

/** Shows whether the corrections have reached the server. */
function Saving({ actor }: { actor: ImportActor }) {
  const isSaving = useSelector(actor, (snapshot) => snapshot.hasTag('saving'));
  const isUnsaved = useSelector(actor, (snapshot) => snapshot.hasTag('unsaved'));
  const fixed = useSelector(actor, ({ context }) => Object.values(context.fixed).filter((row) => row.is_good).length);
  if (isUnsaved)
    return (
      <Button size="small" onClick={() => actor.send({ type: 'import.saveFixes' })}>
        Save again
      </Button>
    );
  return (
    <span className="meta quiet" aria-live="polite">
      {isSaving ? 'Checking' : fixed > 0 ? `${formatCounted(fixed, 'row', 'rows')} corrected` : ''}
    </span>
  );
}

/** A file to mend and import again: the original cells and the reason. */
export function ProblemsDownload({ attempt, count, isAll }: { attempt: ImportAttempt; count: number; isAll: boolean }) {
  const words = isAll ? formatCount(count) : 'all';
  return (
    <a
      className="btn small plain"
      href={downloadProblemRows.path.replace(':id', String(attempt.id))}
      download
      aria-label={
        isAll
          ? `Download ${formatCounted(count, 'problem row', 'problem rows')} as CSV`
          : 'Download all problem rows as CSV'
      }
    >
      <Icon of={Download} />
      Download {words}
    </a>
  );
}
