import { ChartColumn } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { downloadScorecards, listScorecards, SCORECARD_DAYS, type Scorecard } from '#contract/vendor-leads.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { FileLink } from '../_resource/FileLink.tsx';
import { LEAD_FIELDS, LEAD_LABELS } from './lead-words.ts';
import { SCORE_FIELDS, type ScoreField, type ScoreSearch } from './vendor-leads-search.ts';
import './vendor-leads.css';

const DEFAULT_DAYS = 30;
/** Shares of leads that are contacts: less than the first is marked, less than the second is told. Ours. */
const WELL = 0.95;
const BADLY = 0.85;

/** Milliseconds between two looks. Ours: a sum over the leads of months. */
const LOOK_MS = 60_000;
const always = (): number => LOOK_MS;

/** What the leads of each vendor are worth. */
export function ScorecardList({ search, setSearch }: SearchProps<ScoreSearch>) {
  const { user } = useApp();
  const now = useNow();
  const { days = DEFAULT_DAYS } = search;
  const list = useResource(listScorecards, { query: { days } }, { reloadAfter: always });
  const { data = null, period = null } = list.data ?? {};
  const sort = { field: search.by ?? 'sold', order: search.order ?? 'desc' } as const;
  const rows = data === null ? null : sorted(data, sort).map((row) => ({ id: row.vendor.id, row }));
  return (
    <>
      <div className="filters">
        <SelectField
          label="Period"
          labelHidden
          value={String(days)}
          options={SCORECARD_DAYS.map((one) => ({ value: String(one), label: `Last ${one} days` }))}
          onChange={({ target: { value } }) => setSearch({ ...search, days: Number(value) }, 'replace')}
        />
        <FileLink of={downloadScorecards} asked={{ days }} many="vendors" />
      </div>
      {data === null ? null : <WorstVendor rows={data} />}
      <DataTable
        label="Vendors"
        columns={columnsOf(IANA_ZONES[user.timezone], now, period)}
        rows={rows}
        error={list.error}
        onRetry={list.reload}
        busy={list.isEarlier}
        sort={{
          ...sort,
          onSort: (by) => {
            const order = by === sort.field && sort.order === 'desc' ? 'asc' : 'desc';
            setSearch({ ...search, by: SCORE_FIELDS.find((field) => field === by), order }, 'replace');
          },
        }}
        page={{
          at: 1,
          limit: Math.max(1, rows?.length ?? 0),
          total: rows?.length ?? 0,
          onTurn: () => undefined,
          asked: JSON.stringify([days, sort]),
        }}
        empty={
          <EmptyState
            icon={ChartColumn}
            title="No vendors yet"
            text="Add the companies that sell or send you leads."
            action={<ButtonLink href="/admin/lists?tab=vendors">Add vendors</ButtonLink>}
          />
        }
      />
    </>
  );
}

interface Line {
  readonly id: number;
  readonly row: Scorecard;
}

interface Sort {
  readonly field: ScoreField;
  readonly order: 'asc' | 'desc';
}

/** Vendors by what a column shows; those without a value come last. */
function sorted(rows: readonly Scorecard[], { field, order }: Sort): readonly Scorecard[] {
  const valueOf = (row: Scorecard) => (field === 'sent' ? sentBy(row) : row[field]);
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}

const shareOf = (part: number, whole: number): string => (whole === 0 ? '' : percent(part / whole));

const percent = (share: number): string =>
  share.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** All leads that came, in whatever way. */
const sentBy = ({ received, duplicates, errors }: Scorecard): number => received + duplicates + errors;

const counted = (part: number, whole: number): string =>
  part === 0 ? '0' : `${formatCount(part)} (${shareOf(part, whole)})`;

function Accepted({ row }: { row: Scorecard }) {
  const sent = sentBy(row);
  if (sent === 0) return null;
  const share = (sent - row.errors) / sent;
  return (
    <span className={classes('score', share < WELL && (share < BADLY ? 'is-bad' : 'is-low'))}>
      <i aria-hidden="true" style={{ '--v': percent(share) } as CSSProperties} />
      <b>{percent(share)}</b>
    </span>
  );
}

/** The vendor with the largest share of leads that aren't contacts, if that is a large one. */
function WorstVendor({ rows }: { rows: readonly Scorecard[] }) {
  const [worst] = rows
    .filter((row) => row.errors > sentBy(row) * (1 - BADLY))
    .toSorted((one, other) => other.errors / sentBy(other) - one.errors / sentBy(one));
  if (worst === undefined) return null;
  const { vendor, errors, mostly } = worst;
  const field = LEAD_FIELDS.find((one) => mostly === `lead.${one}`);
  const why = field === undefined ? '' : `, mostly for the ${LEAD_LABELS[field].toLowerCase()}`;
  return (
    <Note
      tone="warn"
      title={`${vendor.name}: ${formatCount(errors)} of ${formatCounted(sentBy(worst), 'lead', 'leads')} with errors${why}`}
    >
      <Link href={`/admin/api-requests?tab=leads&vendor_id=${vendor.id}`}>See its leads</Link>
    </Note>
  );
}

const columnsOf = (
  zone: string,
  now: Date,
  period: { readonly from: string; readonly to: string } | null,
): readonly Column<Line, ScoreField>[] => {
  const number = (head: string, cell: (row: Scorecard) => ReactNode, more: object = {}): Column<Line, ScoreField> => ({
    head,
    cell: ({ row }) => cell(row),
    numeric: true,
    narrow: 'none',
    ...more,
  });
  return [
    {
      head: 'Vendor',
      cell: ({ row: { vendor } }) => (
        <Link
          href={`/admin/comra-leads-reports?${new URLSearchParams({ q: vendor.name, ...period })}`}
          title={`Leads of ${vendor.name} by day`}
        >
          {vendor.name}
        </Link>
      ),
      narrow: 'title',
    },
    { head: 'Type', cell: ({ row }) => row.vendor_type, narrow: 'none', leaves: 3 },
    number('Sent', (row) => formatCount(sentBy(row)), { sortBy: 'sent', width: '6em' }),
    number('Accepted', (row) => <Accepted row={row} />, { narrow: 'aside', width: '12em' }),
    number('Duplicates', ({ duplicates }) => formatCount(duplicates), {
      sortBy: 'duplicates',
      leaves: 3,
      width: '8em',
    }),
    number('Errors', ({ errors }) => formatCount(errors), { sortBy: 'errors', leaves: 3, width: '6em' }),
    number('With consent', ({ consent_share: share }) => (share === null ? '' : percent(share)), {
      leaves: 2,
      width: '8em',
    }),
    number('Contacted', ({ contacted, received }) => counted(contacted, received), {
      sortBy: 'contacted',
      leaves: 1,
      width: '9em',
    }),
    number('Sold', ({ sold, received }) => counted(sold, received), { sortBy: 'sold', narrow: 'sub', width: '8em' }),
    number('Cost', ({ cost_cents: cost }) => (cost === null ? '' : dollars(cost)), {
      sortBy: 'cost_cents',
      leaves: 2,
      width: '8em',
    }),
    number('Cost per sale', ({ cost_per_sale_cents: cost }) => (cost === null ? '' : dollars(cost)), {
      sortBy: 'cost_per_sale_cents',
      width: '8em',
    }),
    {
      head: 'Last by API',
      cell: ({ row: { last_at: at } }) => (at === null ? '' : formatWhen(at, zone, now)),
      narrow: 'none',
      leaves: 2,
      width: '11em',
    },
  ];
};
