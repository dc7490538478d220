import { Webhook } from 'lucide-react';
import {
  type ApiRequest,
  downloadApiRequests,
  listApiRequests,
  REQUEST_FILTERS,
  type REQUEST_TABS,
  REQUESTS_KEPT_DAYS,
} from '#contract/api-tracking.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import type { SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { FileLink } from '../_resource/FileLink.tsx';
import type { ApiRequestsSearch } from './api-requests-search.ts';
import { keyName } from './key-name.ts';

const PAGE_ROWS = 50;
/** Milliseconds between two looks. Ours: requests come all the time. */
const LOOK_MS = 10_000;
const always = (): number => LOOK_MS;

type FilterBy = (typeof REQUEST_FILTERS)[number];
const FILTER_LABELS: Readonly<Record<FilterBy, string>> = {
  vendor: 'Vendor',
  key: 'Key',
  user: 'User',
  path: 'Path',
  status: 'Status',
  request_id: 'Request id',
};

interface RequestListProps extends SearchProps<ApiRequestsSearch> {
  tab: (typeof REQUEST_TABS)[number];
}

/** Requests of one tab, newest first. */
export function RequestList({ tab, search, setSearch }: RequestListProps) {
  const { user } = useApp();
  const { page = 1, filter_by: by, filter_value: value = '' } = search;
  const filter = value === '' ? {} : { filter_by: by ?? 'vendor', filter_value: value };
  const query = { tab, ...filter, page, limit: PAGE_ROWS };
  const list = useResource(listApiRequests, { query }, { reloadAfter: always });
  const change = (next: ApiRequestsSearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  return (
    <>
      <div className="filters">
        <SelectField
          label="Filter by"
          labelHidden
          value={by ?? 'vendor'}
          options={REQUEST_FILTERS.map((one) => ({ value: one, label: FILTER_LABELS[one] }))}
          onChange={(event) => change({ filter_by: REQUEST_FILTERS.find((one) => one === event.target.value) })}
        />
        <SearchBox
          label={`Filter by ${FILTER_LABELS[by ?? 'vendor'].toLowerCase()}`}
          placeholder={FILTER_LABELS[by ?? 'vendor']}
          value={value}
          onSearch={(text) =>
            text === value ? undefined : change({ filter_by: by ?? 'vendor', filter_value: text || undefined })
          }
        />
        <FileLink of={downloadApiRequests} asked={{ tab, ...filter }} many="requests" />
      </div>
      <DataTable
        label="API requests"
        columns={columnsOf(IANA_ZONES[user.timezone])}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        page={{
          at: page,
          limit: PAGE_ROWS,
          total: list.data?.meta.total_count ?? 0,
          onTurn: (next) => setSearch({ ...search, page: next }),
          asked: JSON.stringify(query),
        }}
        empty={
          page > 1 ? (
            <EmptyState
              icon={Webhook}
              title="No more API requests"
              text="This page is past the end of the list."
              action={<Button onClick={() => change({})}>Go to the first page</Button>}
            />
          ) : value === '' ? (
            <EmptyState icon={Webhook} title={NONE[tab]} text={KEPT} />
          ) : (
            <EmptyState
              icon={Webhook}
              title="No matching API requests"
              text="Check the spelling, or filter by something else."
              action={<Button onClick={() => change({ filter_value: undefined })}>Clear filter</Button>}
            />
          )
        }
      />
    </>
  );
}

const KEPT = `Requests with an API key or token appear here, and are kept for ${REQUESTS_KEPT_DAYS} days.`;
const NONE = { all: 'No API requests yet', refused: 'No refused requests', failed: 'No failed requests' } as const;

const columnsOf = (zone: string): readonly Column<ApiRequest>[] => [
  {
    head: 'Time',
    cell: ({ at }) => (
      <time dateTime={at}>
        {formatDate(at, zone)} {formatTimeWithSeconds(at, zone)}
      </time>
    ),
    narrow: 'sub-aside',
    width: '14em',
  },
  {
    head: 'Request',
    cell: ({ method, path, payload, request_id: id }) => (
      <span title={[payload, `Request id ${id}`].filter(Boolean).join('\n')}>
        <code>
          {method} {path}
        </code>
      </span>
    ),
    narrow: 'title',
  },
  { head: 'Fields', cell: ({ payload }) => <code title={payload}>{payload}</code>, narrow: 'none', leaves: 1 },
  {
    head: 'Vendor or user',
    cell: ({ vendor, user }) => vendor?.name ?? user.name,
    narrow: 'sub',
    width: '12em',
  },
  { head: 'Key', cell: ({ key }) => keyName(key), narrow: 'none', leaves: 2, width: '11em' },
  {
    head: 'Status',
    cell: ({ status }) => <StatusWord tone={toneOf(status)}>{status}</StatusWord>,
    narrow: 'aside',
    width: '6em',
  },
  { head: 'Took', cell: ({ took }) => `${formatCount(took)} ms`, numeric: true, narrow: 'none', width: '6em' },
];

const toneOf = (status: number) => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');
