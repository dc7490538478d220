import { ChartColumn, Download } from 'lucide-react';
import { downloadComraLeads, LEAD_INTERVALS, listComraLeads } from '#contract/comra-leads.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { DataTable } from '../_kit/display/DataTable.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { type LeadLine, leadColumns } from './lead-columns.tsx';
import '../_resource/resource.css';

const PAGE_ROWS = 50;

const { from, to, interval, q, order_field, order, page } = listComraLeads.query.shape;
const SHAPE = { from, to, interval, q, order_field, order, page };
type LeadsSearch = { [Part in keyof typeof SHAPE]?: (typeof SHAPE)[Part]['_zod']['output'] | undefined };

const searchOf = (raw: RawSearch): LeadsSearch => readSearch(SHAPE, raw);

const INTERVAL_WORDS = { day: 'By day', month: 'By month' } as const;

/** Leads of vendors, and what became of them. */
export function ComraLeadsPage({ search, setSearch }: SearchProps<LeadsSearch>) {
  const { page: at = 1, ...filter } = search;
  const { order_field: field = 'period', order: direction = 'desc' } = search;
  const list = useResource(listComraLeads, { query: { ...filter, page: at, limit: PAGE_ROWS } });
  const { data = null, totals = null, period = null, meta = null } = list.data ?? {};
  const lines: LeadLine[] | null =
    data?.map((row) => ({ id: `${row.vendor.id}-${row.agent.id}-${row.period}`, row })) ?? null;
  return (
    <>
      <PageBar
        title={titleOf('/admin/comra-leads-reports')}
        scope={
          period === null ? null : (
            <b>
              {formatPlainDate(period.from)}–{formatPlainDate(period.to)}
            </b>
          )
        }
        actions={
          <ButtonLink icon={Download} href={csvOf(filter)} download="comra-leads.csv" short="CSV">
            Download CSV
          </ButtonLink>
        }
      />
      <div className="with-side">
        <div className="with-side-list">
          <Filters search={search} setSearch={setSearch} period={period} />
          <DataTable
            label="Leads of vendors"
            columns={leadColumns(search.interval ?? 'day', period)}
            rows={lines}
            sum={totals === null ? undefined : { id: 'total', totals }}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            sort={{
              field,
              order: direction,
              onSort: (next) =>
                setSearch({
                  ...search,
                  page: 1,
                  order_field: next,
                  order: next === field && direction === 'desc' ? 'asc' : 'desc',
                }),
            }}
            page={{
              at,
              limit: PAGE_ROWS,
              total: meta?.total_count ?? 0,
              onTurn: (next) => setSearch({ ...search, page: next }),
              asked: JSON.stringify([filter, at]),
            }}
            empty={<NoLeads search={search} setSearch={setSearch} />}
          />
        </div>
      </div>
    </>
  );
}

/** The page with its filters in the address. */
export const ComraLeadsRoute = searchPage('/admin/comra-leads-reports', searchOf, ComraLeadsPage);

const csvOf = (filter: object) =>
  `${downloadComraLeads.path}?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`;

interface FiltersProps extends SearchProps<LeadsSearch> {
  period: { readonly from: string; readonly to: string } | null;
}

function Filters({ search, setSearch, period }: FiltersProps) {
  const change = (next: LeadsSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <div className="filters has-labels">
      <SearchBox
        label="Search leads"
        placeholder="Vendor, agent"
        value={search.q ?? ''}
        onSearch={(text) => (text === (search.q ?? '') ? undefined : change({ q: text || undefined }))}
      />
      <TextField
        label="From"
        type="date"
        max={search.to ?? period?.to}
        value={search.from ?? period?.from ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextField
        label="To"
        type="date"
        min={search.from}
        value={search.to ?? period?.to ?? ''}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
      <SelectField
        label="Interval"
        value={search.interval ?? 'day'}
        options={LEAD_INTERVALS.map((value) => ({ value, label: INTERVAL_WORDS[value] }))}
        onChange={({ target: { value } }) => change({ interval: LEAD_INTERVALS.find((one) => one === value) })}
      />
    </div>
  );
}

function NoLeads({ search, setSearch }: SearchProps<LeadsSearch>) {
  if ((search.page ?? 1) > 1)
    return (
      <EmptyState
        icon={ChartColumn}
        title="No more leads"
        text="This page is past the end of the report."
        action={<Button onClick={() => setSearch({ ...search, page: 1 })}>Go to the first page</Button>}
      />
    );
  const isNarrowed = search.q !== undefined || search.from !== undefined || search.to !== undefined;
  return isNarrowed ? (
    <EmptyState
      icon={ChartColumn}
      title="No matching leads"
      text="Choose other days, or search for another vendor or agent."
      action={<Button onClick={() => setSearch({})}>Clear filters</Button>}
    />
  ) : (
    <EmptyState
      icon={ChartColumn}
      title="No leads in the last 30 days"
      text="Give an API key to a vendor, or choose a lead vendor in an import. Their leads appear here."
      action={<ButtonLink href="/admin/api-requests?tab=keys">Open API keys</ButtonLink>}
    />
  );
}
