import { ChartColumn, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { type ListedReport, reports } from '#contract/reports.contract.ts';
import { REPORT_TYPES } from '#contract/reports/definition.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { DeleteReport } from './DeleteReport.tsx';
import { type ReportsSearch, reportsSearch } from './reports-search.ts';
import '../_resource/resource.css';

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'), 'ReportDialog');

const PAGE_ROWS = 50;

/** Saved reports of the current user and those they may see. */
export function ReportsPage({ search, setSearch }: SearchProps<ReportsSearch>) {
  const { user } = useApp();
  const now = useNow();
  const { page: at = 1, new: isNew = false, ...filter } = search;
  const list = useResource(reports.list, { query: { ...filter, page: at, limit: PAGE_ROWS } });
  const total = list.data?.meta.total_count ?? 0;
  const create = () => setSearch({ ...search, new: true });
  return (
    <>
      <PageBar
        title={titleOf('/reports')}
        scope={
          list.data === null ? null : (
            <>
              Mine and shared with me: <b>{total}</b>
            </>
          )
        }
        actions={
          <Button look="primary" icon={Plus} short="New" onClick={create}>
            New report
          </Button>
        }
      />
      <div className="with-side">
        <div className="with-side-list">
          <Filters search={search} setSearch={setSearch} />
          <DataTable
            label="Reports"
            columns={columnsOf(IANA_ZONES[user.timezone], now)}
            rows={list.data?.data ?? null}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            actions={(report) => (report.mine ? <DeleteReport report={report} /> : null)}
            page={{
              at,
              limit: PAGE_ROWS,
              total,
              onTurn: (next) => setSearch({ ...search, page: next }),
              asked: JSON.stringify([filter, at]),
            }}
            empty={<NoReports search={search} setSearch={setSearch} onNew={create} />}
          />
        </div>
      </div>
      <Suspense>
        {isNew ? <ReportDialog report={null} onClose={() => setSearch({ ...search, new: undefined })} /> : null}
      </Suspense>
    </>
  );
}

/** The page with its filter in the address. */
export const ReportsRoute = searchPage('/reports', reportsSearch, ReportsPage);

const columnsOf = (zone: string, now: number | Date): readonly Column<ListedReport>[] => [
  {
    head: 'Name',
    cell: (report) => <Anchor href={`/reports/${report.id}`}>{report.name}</Anchor>,
    pin: 'name',
    narrow: 'title',
  },
  { head: 'Type', cell: ({ type }) => REPORT_KINDS[type].label, narrow: 'sub', width: '13em' },
  { head: 'Created by', cell: (report) => report.created_by.name, narrow: 'sub-aside', width: '12em', leaves: 3 },
  { head: 'Shared', cell: ({ shared }) => (shared ? 'Everyone' : ''), narrow: 'none', width: '7em', leaves: 2 },
  {
    head: 'Last run',
    cell: ({ computed_at: when }) => (when === null ? 'Never' : formatWhen(when, zone, new Date(now))),
    numeric: true,
    narrow: 'aside',
    width: '12em',
  },
];

/** One condition at a time, as the call has it: a new one takes the place of the other. */
function Filters({ search, setSearch }: SearchProps<ReportsSearch>) {
  const creators = useResource(reports.createdBy, {}).data?.data ?? [];
  const { filter_by: by, filter_value: value = '' } = search;
  const narrow = (next: NonNullable<ReportsSearch['filter_by']>, to: string) =>
    setSearch(to === '' ? {} : { filter_by: next, filter_value: to }, 'replace');
  const valueOf = (one: typeof by) => (by === one ? value : '');
  return (
    <div className="filters">
      <SearchBox
        label="Search reports"
        placeholder="Name"
        value={valueOf('name')}
        onSearch={(text) => (text === valueOf('name') ? undefined : narrow('name', text))}
      />
      <SelectField
        label="Type"
        labelHidden
        value={valueOf('type')}
        options={[
          { value: '', label: 'Every type' },
          ...REPORT_TYPES.map((type) => ({ value: type, label: REPORT_KINDS[type].label })),
        ]}
        onChange={({ target }) => narrow('type', target.value)}
      />
      <SelectField
        label="Created by"
        labelHidden
        value={valueOf('created_by')}
        options={[
          { value: '', label: 'Created by anyone' },
          ...creators.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => narrow('created_by', target.value)}
      />
    </div>
  );
}

function NoReports({ search, setSearch, onNew }: SearchProps<ReportsSearch> & { onNew: () => void }) {
  if ((search.page ?? 1) > 1)
    return (
      <EmptyState
        icon={ChartColumn}
        title="No more reports"
        text="This page is past the end of the list."
        action={<Button onClick={() => setSearch({ ...search, page: 1 })}>Go to the first page</Button>}
      />
    );
  return search.filter_by === undefined ? (
    <EmptyState
      icon={ChartColumn}
      title="No reports yet"
      text="A report counts policies, calls, contacts and more. Each number opens the records behind it."
      action={
        <Button icon={Plus} onClick={onNew}>
          New report
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={ChartColumn}
      title="No matching reports"
      text="Choose another type or person, or search for another name."
      action={<Button onClick={() => setSearch({})}>Clear filters</Button>}
    />
  );
}
