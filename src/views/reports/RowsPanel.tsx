import { UsersRound, X } from 'lucide-react';
import { type Report, type ReportResult, type ReportRow, reports } from '#contract/reports.contract.ts';
import { contactsLink } from '#rules/reports/contacts-link.ts';
import { formatNumber } from '#rules/reports/report-values.ts';
import { daysWords, MEASURE_WORDS } from '#rules/reports/report-words.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import type { ChosenNumber } from './reports-search.ts';

const PAGE_ROWS = 50;

interface RowsPanelProps {
  report: Report;
  result: ReportResult;
  chosen: ChosenNumber;
  choose: (next: ChosenNumber) => void;
  onClose: () => void;
}

/** The facts behind a number, newest first. */
export function RowsPanel({ report, result, chosen, choose, onClose }: RowsPanelProps) {
  const { measure = result.definition.measure, key, days, rows: page = 1 } = chosen;
  const query = { measure, ...(key !== undefined && { key }), ...(days && { days }), page, limit: PAGE_ROWS };
  const read = useResource(reports.rows, { params: { id: report.id }, query }, { version: result.computed_at });
  const { data: rows = null, meta = null, sum = 0 } = read.data ?? {};
  const total = meta?.total_count ?? 0;
  const scope = days === 'before' ? null : contactsLink({ type: report.type, result, measure, key: key ?? null });
  const range = days === 'before' ? result.compared : result.days;
  const of = key === undefined ? 'All' : (result.rows.find((row) => row.key === key)?.label ?? key);
  return (
    <aside
      className="side report-side"
      aria-label="Rows behind the number"
      aria-busy={read.refreshing || read.isEarlier}
    >
      <header>
        <h2 className="grow cut">
          {MEASURE_WORDS[measure].label}: {rows === null ? '…' : formatNumber(measure, sum)}
        </h2>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      <div className="report-side-about">
        <p className="soft">
          {of}
          {range === null ? '' : `, ${daysWords(range)}`}
          {rows === null ? '' : `: ${formatCounted(total, 'row', 'rows')}`}
        </p>
        {scope === null ? null : (
          <ButtonLink
            size="small"
            icon={UsersRound}
            href={`/contacts?contact_group=${scope.contact_group}&search=${encodeURIComponent(JSON.stringify(scope.search))}`}
          >
            Open as contact list
          </ButtonLink>
        )}
      </div>
      {rows === null && read.error !== null ? (
        <ErrorPanel
          title="Couldn't load the rows"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      ) : rows === null ? (
        <SkeletonLines lines={8} label="Loading the rows" />
      ) : (
        <RowsTable rows={rows} measure={measure} />
      )}
      <Pages page={page} limit={PAGE_ROWS} total={total} onPage={(next) => choose({ ...chosen, rows: next })} />
    </aside>
  );
}

function RowsTable({ rows, measure }: { rows: readonly ReportRow[]; measure: NonNullable<ChosenNumber['measure']> }) {
  const isSum = MEASURE_WORDS[measure].unit !== 'count' || rows.some(({ value }) => value !== 1);
  const hasDays = rows.some(({ day }) => day !== null);
  return (
    <Table compact aria-label="Rows behind the number">
      <thead>
        <tr>
          <HeadCell>What</HeadCell>
          {hasDays ? <HeadCell numeric>Day</HeadCell> : null}
          {isSum ? <HeadCell numeric>{MEASURE_WORDS[measure].label}</HeadCell> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <Cell title={[row.title, row.detail, row.agent].filter(Boolean).join(', ')}>
              <Title row={row} />
              <span className="meta quiet cut report-detail">{[row.detail, row.agent].filter(Boolean).join(', ')}</span>
            </Cell>
            {hasDays ? <Cell numeric>{row.day === null ? '' : formatPlainDate(row.day)}</Cell> : null}
            {isSum ? <Cell numeric>{formatNumber(measure, row.value)}</Cell> : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Title({ row }: { row: ReportRow }) {
  const title = row.title === '' ? 'No name' : row.title;
  const href = hrefOf(row);
  return href === null ? title : <Link href={href}>{title}</Link>;
}

const PLACES: Readonly<Record<string, string>> = {
  call: '/calls',
  recording: '/calls',
  import: '/imports',
  transfer: '/transfers',
  broadcast: '/broadcasts',
};

/** Where a fact is shown. `null`: it has no page, or its contact isn't visible. */
function hrefOf({ kind, id, contact }: ReportRow): string | null {
  const place = PLACES[kind];
  if (place !== undefined) return `${place}/${id}`;
  return contact === null ? null : `/contacts/${contact}`;
}
