import { Webhook } from 'lucide-react';
import { Suspense } from 'react';
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATUSES,
  listWebhookDeliveries,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { SearchProps } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { answerWords, DELIVERY_WORDS } from './webhook-words.ts';
import type { DeliverySearch } from './webhooks-search.ts';
import '../_resource/resource.css';

const PAGE_ROWS = 50;
/** Milliseconds between two looks. Ours: attempts follow by themselves. */
const LOOK_MS = 5_000;
const always = (): number => LOOK_MS;

const KEPT = `Events sent to webhook endpoints appear here, and are kept for ${DELIVERIES_KEPT_DAYS} days.`;

/** Every event on its way to an endpoint, newest first. */
export function DeliveryList({ search, setSearch }: SearchProps<DeliverySearch>) {
  const { user } = useApp();
  const { page = 1, open, status, kind, endpoint_id } = search;
  const filters = { status, kind, endpoint_id };
  const query = { ...filters, page, limit: PAGE_ROWS };
  const list = useResource(listWebhookDeliveries, { query }, { reloadAfter: always });
  const change = (next: DeliverySearch) => setSearch({ ...search, page: 1, ...next }, 'replace');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <Filters search={search} onChange={change} />
      <DataTable
        label="Webhook deliveries"
        columns={columnsOf(IANA_ZONES[user.timezone])}
        rows={list.data?.data ?? null}
        error={list.error}
        onRetry={list.reload}
        busy={list.refreshing || list.isEarlier}
        openId={open ?? null}
        actions={(row) => (
          <Button
            size="small"
            aria-label={`Details of ${row.kind} to ${row.endpoint.name}`}
            onClick={() => setSearch({ ...search, open: row.id })}
          >
            Details
          </Button>
        )}
        page={{
          at: page,
          limit: PAGE_ROWS,
          total: list.data?.meta.total_count ?? 0,
          onTurn: (next) => setSearch({ ...search, page: next }),
          asked: JSON.stringify(query),
        }}
        empty={
          page > 1 || isFiltered ? (
            <EmptyState
              icon={Webhook}
              title="No matching deliveries"
              text="Clear the filters, or go to the first page."
              action={<Button onClick={() => setSearch({}, 'replace')}>Show all deliveries</Button>}
            />
          ) : (
            <EmptyState icon={Webhook} title="No deliveries yet" text={KEPT} />
          )
        }
      />
      <Suspense>
        {open === undefined ? null : (
          <DeliveryDialog id={open} onClose={() => setSearch({ ...search, open: undefined }, 'replace')} />
        )}
      </Suspense>
    </>
  );
}

interface FiltersProps {
  search: DeliverySearch;
  onChange: (next: DeliverySearch) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const endpoints = useResource(webhookEndpoints.list, {
    query: { order_field: 'name', order: 'asc', page: 1, limit: 50 },
  });
  return (
    <div className="filters">
      <SelectField
        label="Status"
        labelHidden
        value={search.status ?? ''}
        options={[
          { value: '', label: 'Any status' },
          ...DELIVERY_STATUSES.map((value) => ({ value, label: DELIVERY_WORDS[value].text })),
        ]}
        onChange={({ target: { value } }) => onChange({ status: DELIVERY_STATUSES.find((one) => one === value) })}
      />
      <SelectField
        label="Event"
        labelHidden
        value={search.kind ?? ''}
        options={[
          { value: '', label: 'Any event' },
          ...[...WEBHOOK_EVENTS, TEST_EVENT].map((value) => ({ value, label: value })),
        ]}
        onChange={({ target: { value } }) =>
          onChange({ kind: [...WEBHOOK_EVENTS, TEST_EVENT].find((one) => one === value) as DeliverySearch['kind'] })
        }
      />
      <SelectField
        label="Endpoint"
        labelHidden
        value={String(search.endpoint_id ?? '')}
        options={[
          { value: '', label: 'Any endpoint' },
          ...(endpoints.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) => onChange({ endpoint_id: value === '' ? undefined : Number(value) })}
      />
    </div>
  );
}

const columnsOf = (zone: string): readonly Column<WebhookDelivery>[] => [
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
  { head: 'Event', cell: ({ kind }) => <code>{kind}</code>, narrow: 'title' },
  { head: 'Endpoint', cell: ({ endpoint }) => endpoint.name, narrow: 'sub' },
  { head: 'Attempts', cell: ({ attempts }) => attempts, numeric: true, narrow: 'none', width: '7em' },
  {
    head: 'Last answer',
    cell: ({ last_status: status, last_fault: fault }) => answerWords({ status, fault }),
    narrow: 'none',
    leaves: 1,
    width: '12em',
  },
  {
    head: 'Status',
    cell: ({ status }) => <StatusWord tone={DELIVERY_WORDS[status].tone}>{DELIVERY_WORDS[status].text}</StatusWord>,
    narrow: 'aside',
    width: '9em',
  },
];
