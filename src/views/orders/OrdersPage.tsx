import { Download, Receipt } from 'lucide-react';
import { listOrders, type ManagedOrder } from '#contract/orders.contract.ts';
import { ADMIN_STATUSES, PAYMENT_STATUSES } from '#contract/store.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { ADMIN_STATUS_WORDS, PAYMENT_STATUS_WORDS } from '#rules/store/order-status.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { formatDate } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { itemsOf, money, PAYMENT_TONES } from '../store/store-words.ts';
import { OrderPanel } from './OrderPanel.tsx';
import { type OrdersSearch, useOrdersSearch } from './orders-search.ts';
import '../_resource/resource.css';
import './orders.css';

const PAGE_ROWS = 50;

/** Orders of the store, and beside them the one that is open. */
export function OrdersPage() {
  const { user } = useApp();
  const { search, change, hrefOf } = useOrdersSearch();
  const { page = 1, order: open, ...filter } = search;
  const list = useResource(listOrders, { query: { ...filter, page, limit: PAGE_ROWS } });
  const total = list.data?.meta.total_count ?? 0;
  const isNarrowed = Object.keys(filter).length > 0;
  const columns = columnsOf(hrefOf, IANA_ZONES[user.timezone]);
  return (
    <>
      <PageBar
        title={titleOf('/admin/orders')}
        scope={list.data === null ? null : <b>{formatCounted(total, 'order', 'orders')}</b>}
        actions={
          <ButtonLink icon={Download} href={csvOf(filter)} download="orders.csv" short="CSV">
            Download CSV
          </ButtonLink>
        }
      />
      <div className={classes('with-side orders', open !== undefined && 'is-open')}>
        <div className="with-side-list">
          <OrderFilters filter={filter} change={change} />
          <DataTable
            label="Orders"
            columns={columns}
            rows={list.data?.data ?? null}
            error={list.error}
            onRetry={list.reload}
            busy={list.refreshing || list.isEarlier}
            openId={open ?? null}
            page={{
              at: page,
              limit: PAGE_ROWS,
              total,
              onTurn: (next) => change({ page: next === 1 ? undefined : next }),
              asked: JSON.stringify([filter, page]),
            }}
            empty={<NoOrders isNarrowed={isNarrowed} change={change} />}
          />
        </div>
        {open === undefined ? null : <OrderPanel key={open} id={open} onClose={() => change({ order: undefined })} />}
      </div>
    </>
  );
}

const columnsOf = (hrefOf: (id: number) => string, zone: string): readonly Column<ManagedOrder>[] => [
  {
    head: 'Order',
    cell: ({ id }) => <Anchor href={hrefOf(id)}>{`Order ${id}`}</Anchor>,
    pin: 'name',
    narrow: 'title',
    width: '8em',
  },
  { head: 'Agent', cell: ({ user: { name } }) => name, narrow: 'sub', width: '12em' },
  { head: 'Items', cell: ({ items }) => itemsOf(items), narrow: 'none' },
  { head: 'Placed', cell: ({ at }) => formatDate(at, zone), narrow: 'none', leaves: 1, width: '8em' },
  {
    head: 'Payment',
    cell: ({ payment_status: status }) => (
      <StatusWord tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_WORDS[status]}</StatusWord>
    ),
    narrow: 'sub-aside',
    width: '11em',
  },
  {
    head: 'Status',
    cell: ({ admin_status: status, payment_status: payment }) =>
      payment === 'failed' || payment === 'pending' ? '' : ADMIN_STATUS_WORDS[status],
    narrow: 'none',
    width: '7em',
  },
  { head: 'Total', cell: ({ total: sum }) => money(sum), numeric: true, narrow: 'aside', width: '7em' },
];

interface Narrowing {
  filter: Omit<OrdersSearch, 'page' | 'order'>;
  change: ReturnType<typeof useOrdersSearch>['change'];
}

function OrderFilters({ filter, change }: Narrowing) {
  return (
    <div className="filters">
      <SearchBox
        label="Search orders"
        placeholder="Agent, order number"
        value={filter.q ?? ''}
        onSearch={(q) =>
          q === (filter.q ?? '') ? undefined : change({ q: q || undefined, page: undefined }, 'replace')
        }
      />
      <SelectField
        label="Payment"
        labelHidden
        value={filter.payment_status ?? ''}
        options={[
          { value: '', label: 'Every payment' },
          ...PAYMENT_STATUSES.map((value) => ({ value, label: PAYMENT_STATUS_WORDS[value] })),
        ]}
        onChange={({ target: { value } }) =>
          change({ payment_status: PAYMENT_STATUSES.find((one) => one === value), page: undefined })
        }
      />
      <SelectField
        label="Status"
        labelHidden
        value={filter.admin_status ?? ''}
        options={[
          { value: '', label: 'Every status' },
          ...ADMIN_STATUSES.map((value) => ({ value, label: ADMIN_STATUS_WORDS[value] })),
        ]}
        onChange={({ target: { value } }) =>
          change({ admin_status: ADMIN_STATUSES.find((one) => one === value), page: undefined })
        }
      />
    </div>
  );
}

function NoOrders({ isNarrowed, change }: { isNarrowed: boolean; change: Narrowing['change'] }) {
  return isNarrowed ? (
    <EmptyState
      icon={Receipt}
      title="No matching orders"
      text="Change the filters, or search for something else."
      action={
        <Button onClick={() => change({ q: undefined, payment_status: undefined, admin_status: undefined })}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={Receipt}
      title="No orders yet"
      text="Orders that agents place in the store appear here."
      action={<ButtonLink href="/admin/products">Open products</ButtonLink>}
    />
  );
}

const csvOf = (filter: Readonly<Record<string, string>>) =>
  `/v1/admin/order_management/export.csv?${new URLSearchParams(filter)}`;
