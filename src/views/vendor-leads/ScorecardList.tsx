import { ChartColumn } from 'lucide-react';
import { listScorecards, SCORECARD_DAYS, type Scorecard } from '#contract/vendor-leads.contract.ts';
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
import { formatCount } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import type { ScoreSearch } from './vendor-leads-search.ts';
import '../_resource/resource.css';

const DEFAULT_DAYS = 30;

/** What the leads of each vendor are worth. */
export function ScorecardList({ search, setSearch }: SearchProps<ScoreSearch>) {
  const { user } = useApp();
  const now = useNow();
  const { days = DEFAULT_DAYS } = search;
  const list = useResource(listScorecards, { query: { days } });
  const { data = null, period = null } = list.data ?? {};
  const rows = data?.map((row) => ({ id: row.vendor.id, row })) ?? null;
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
      </div>
      <DataTable
        label="Vendors"
        columns={columnsOf(IANA_ZONES[user.timezone], now, period)}
        rows={rows}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        page={{
          at: 1,
          limit: Math.max(1, rows?.length ?? 0),
          total: rows?.length ?? 0,
          onTurn: () => undefined,
          asked: String(days),
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

const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '' : ` (${Math.round((part / whole) * 100).toLocaleString('en-US')}%)`;

const columnsOf = (
  zone: string,
  now: Date,
  period: { readonly from: string; readonly to: string } | null,
): readonly Column<Line>[] => {
  const number = (head: string, cell: (row: Scorecard) => string, more: object = {}): Column<Line> => ({
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
    number('Leads', ({ received }) => formatCount(received), { narrow: 'aside' }),
    number('Duplicates', ({ duplicates }) => formatCount(duplicates), { leaves: 3 }),
    number('Errors', ({ errors }) => formatCount(errors), { leaves: 3 }),
    number(
      'With consent',
      ({ consent_share: share }) => (share === null ? '' : `${Math.round(share * 100).toLocaleString('en-US')}%`),
      { leaves: 2 },
    ),
    number('Contacted', ({ contacted, received }) => `${formatCount(contacted)}${shareOf(contacted, received)}`),
    number('Sold', ({ sold, received }) => `${formatCount(sold)}${shareOf(sold, received)}`, { narrow: 'sub' }),
    number('Cost', ({ cost_cents: cost }) => (cost === null ? '' : dollars(cost)), { leaves: 1 }),
    number('Cost per sale', ({ cost_per_sale_cents: cost }) => (cost === null ? '' : dollars(cost))),
    {
      head: 'Last lead by API',
      cell: ({ row: { last_at: at } }) => (at === null ? '' : formatWhen(at, zone, now)),
      narrow: 'none',
      leaves: 2,
      width: '11em',
    },
  ];
};
