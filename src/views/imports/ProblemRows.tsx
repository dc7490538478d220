import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  downloadProblemRows,
  type ImportAttempt,
  listProblemRows,
  type ProblemRow,
  type RowReason,
} from '#contract/imports.contract.ts';
import type { CorrectedRow } from '../../machines/imports/import-context.ts';
import { useResource } from '../_app/use-resource.ts';
import { Button } from '../_kit/Button.tsx';
import { Card } from '../_kit/Card.tsx';
import { formatCount, formatCounted, formatRange } from '../_kit/format-count.ts';
import { Icon } from '../_kit/Icon.tsx';
import { Pager } from '../_kit/Pager.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { Cell, HeadCell, Table } from '../_kit/Table.tsx';
import { FIELD_WORDS } from './field-words.ts';
import { reasonWords } from './reason-words.ts';

export const PROBLEM_PAGE_ROWS = 20;

interface ProblemRowsProps {
  attempt: ImportAttempt;
  /** `null`: of every cause. */
  reason: RowReason | null;
  /** Takes corrected rows again. Absent while that is not possible: then rows are shown only. */
  onFix?: ((rows: readonly CorrectedRow[]) => void) | undefined;
}

/** Rows that cannot be imported, with what is wrong in each and the cells as they stand in the file. */
export function ProblemRows({ attempt, reason, onFix }: ProblemRowsProps) {
  // Another cause begins at its first page.
  const [at, setAt] = useState<{ page: number; reason: RowReason | null }>({ page: 1, reason });
  const [corrected, setCorrected] = useState<Corrections>({});
  const page = at.reason === reason ? at.page : 1;
  const list = useResource(listProblemRows, {
    params: { id: attempt.id },
    query: { page, limit: PROBLEM_PAGE_ROWS, ...(reason && { reason }) },
  });
  const rows = list.data?.data ?? [];
  const total = list.data?.meta.total_count ?? rows.length;
  const from = (page - 1) * PROBLEM_PAGE_ROWS;
  const count = Object.keys(corrected).length;
  const fix = () => {
    onFix?.(Object.entries(corrected).map(([row, cells]) => ({ row_number: Number(row), cells })));
    setCorrected({});
  };
  return (
    <Card
      title={reason ? reasonWords(reason) : 'All problem rows'}
      count={formatCount(total)}
      aside={
        onFix && count > 0 ? (
          <Button size="small" look="primary" onClick={fix}>
            Try {formatCounted(count, 'corrected row', 'corrected rows')}
          </Button>
        ) : total > 0 ? (
          <ProblemsDownload attempt={attempt} count={total} isAll={reason === null} />
        ) : null
      }
    >
      {list.pending ? (
        <div className="pad">
          <SkeletonLines lines={5} label="Problem rows are loading" />
        </div>
      ) : null}
      {list.error ? <p className="pad bad-t">{list.error.message}</p> : null}
      {!list.pending && rows.length === 0 && !list.error ? <p className="pad quiet">No problem rows.</p> : null}
      {rows.length > 0 ? (
        <RowsTable
          rows={rows}
          fields={onFix ? attempt.fields : {}}
          corrected={corrected}
          onCorrect={(row, cells) => setCorrected({ ...corrected, [row]: cells })}
        />
      ) : null}
      {total > PROBLEM_PAGE_ROWS ? (
        <Pager
          text={formatRange(from + 1, Math.min(from + PROBLEM_PAGE_ROWS, total), total)}
          onPrevious={page > 1 ? () => setAt({ page: page - 1, reason }) : undefined}
          onNext={from + PROBLEM_PAGE_ROWS < total ? () => setAt({ page: page + 1, reason }) : undefined}
        />
      ) : null}
    </Card>
  );
}

/** New cells by column, by the number of their row. */
type Corrections = Readonly<Record<number, Readonly<Record<string, string>>>>;

interface RowsTableProps {
  rows: readonly ProblemRow[];
  /** Empty: nothing can be corrected. */
  fields: ImportAttempt['fields'];
  corrected: Corrections;
  onCorrect: (row: number, cells: Readonly<Record<string, string>>) => void;
}

function RowsTable({ rows, fields, corrected, onCorrect }: RowsTableProps) {
  return (
    <Table compact className="problem-table">
      <thead>
        <tr>
          <HeadCell numeric className="c-row">
            Row
          </HeadCell>
          <HeadCell>What is wrong</HeadCell>
          <HeadCell className="c-cells">In the file</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const column = Object.keys(fields).find((index) => fields[index] === row.field);
          const filled = row.cells.filter(Boolean).join(', ');
          return (
            <tr key={row.row_number}>
              <Cell numeric className="quiet">
                {formatCount(row.row_number)}
              </Cell>
              <Cell className="name" title={row.message}>
                {row.message}
              </Cell>
              <Cell className={column === undefined ? 'c-cells' : 'c-fix'} title={filled}>
                {column === undefined ? (
                  filled
                ) : (
                  <input
                    className="input small"
                    aria-label={`${row.field ? FIELD_WORDS[row.field] : 'Cell'} of row ${row.row_number}`}
                    value={corrected[row.row_number]?.[column] ?? row.cells[Number(column)] ?? ''}
                    onChange={(event) => onCorrect(row.row_number, { [column]: event.target.value })}
                  />
                )}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
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
