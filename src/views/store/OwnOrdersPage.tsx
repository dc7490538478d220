import { Receipt } from 'lucide-react';
import { useState } from 'react';
import { listStoreOrders, type StoreOrder } from '#contract/store.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { ADMIN_STATUS_WORDS, PAYMENT_STATUS_WORDS } from '#rules/store/order-status.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { type Column, DataTable } from '../_kit/display/DataTable.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { itemsOf, money, PAYMENT_TONES, paidFrom } from './store-words.ts';
import '../_resource/resource.css';
import './store.css';

const PAGE_ROWS = 25;

/** The orders of the current user, latest first. */
export function OwnOrdersPage() {
  const { user } = useApp();
  const [page, setPage] = useState(1);
  const list = useResource(listStoreOrders, { query: { page, limit: PAGE_ROWS } });
  const columns: readonly Column<StoreOrder>[] = [
    { head: 'Order', cell: ({ id }) => `Order ${id}`, narrow: 'title', width: '8em' },
    { head: 'Items', cell: ({ items }) => itemsOf(items), narrow: 'sub' },
    { head: 'Placed', cell: ({ at }) => formatDate(at, IANA_ZONES[user.timezone]), narrow: 'none', width: '8em' },
    { head: 'Paid from', cell: paidFrom, narrow: 'none', width: '12em' },
    {
      head: 'Payment',
      cell: ({ payment_status: status, failure }) => (
        <span title={failure === '' ? undefined : failure}>
          <StatusWord tone={PAYMENT_TONES[status]}>{PAYMENT_STATUS_WORDS[status]}</StatusWord>
        </span>
      ),
      narrow: 'sub-aside',
      width: '11em',
    },
    { head: 'Status', cell: statusOf, narrow: 'none', width: '8em' },
    { head: 'Total', cell: totalOf, numeric: true, narrow: 'aside', width: '8em' },
  ];
  return (
    <>
      <PageBar
        title={titleOf('/store/orders')}
        crumbs={[{ label: 'Store', href: '/store' }]}
        actions={
          <ButtonLink look="primary" href="/store">
            Store
          </ButtonLink>
        }
      />
      <div className="with-side-list store-orders">
        <DataTable
          label="My orders"
          columns={columns}
          rows={list.data?.data ?? null}
          error={list.error}
          onRetry={list.reload}
          busy={list.refreshing || list.isEarlier}
          page={{
            at: page,
            limit: PAGE_ROWS,
            total: list.data?.meta.total_count ?? 0,
            onTurn: setPage,
            asked: String(page),
          }}
          empty={
            <EmptyState
              icon={Receipt}
              title="No orders yet"
              text="Orders that you place in the store appear here with their status."
              action={<ButtonLink href="/store">Open the store</ButtonLink>}
            />
          }
        />
      </div>
    </>
  );
}

const statusOf = ({ payment_status: payment, admin_status: status }: StoreOrder): string =>
  payment === 'failed' || payment === 'pending' ? '' : ADMIN_STATUS_WORDS[status];

const totalOf = ({ total, refunded }: StoreOrder) => (
  <>
    {money(total)}
    {refunded > 0 ? <span className="meta quiet store-refunded"> {money(refunded)} refunded</span> : null}
  </>
);
