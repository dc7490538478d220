import { useState } from 'react';
import type { PlanKind, PlanOrder } from '#contract/plans/plan.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { type Column, DataRows } from '../_kit/display/DataTable.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Slice } from '../wallets/Slice.tsx';
import { CALLS } from './plan-kinds.ts';
import { ORDER_WORDS } from './plan-page-words.ts';

/** Payments of a page. Ours: two years of months, and a few changes. */
const LIMIT = 25;

/** What the current user was charged, newest first. */
export function OrdersCard({ kind, zone }: { kind: PlanKind; zone: string }) {
  const [page, setPage] = useState(1);
  const orders = useResource(CALLS[kind].listOrders, { query: { page, limit: LIMIT } });
  return (
    <Card title="Payments">
      <Slice of={orders} what="payments">
        {({ data }) =>
          data.length === 0 ? (
            <p className="pad soft">No payments yet.</p>
          ) : (
            <div className="plans-rows">
              <DataRows label="Payments" columns={columnsOf(zone)} rows={data} />
            </div>
          )
        }
      </Slice>
      <Pages page={page} limit={LIMIT} total={orders.data?.meta.total_count ?? 0} onPage={setPage} />
    </Card>
  );
}

const columnsOf = (zone: string): readonly Column<PlanOrder>[] => [
  { head: 'Payment', narrow: 'title', cell: ({ description }) => description },
  {
    head: 'Date',
    narrow: 'sub',
    width: '8em',
    cell: ({ created_at: at }) => <span className="num">{formatDate(at, zone)}</span>,
  },
  { head: 'Status', narrow: 'sub-aside', width: '12em', cell: (order) => <Status order={order} /> },
  {
    head: 'Amount',
    narrow: 'aside',
    width: '8em',
    cell: ({ amount_cents: cents }) => <span className="num">{dollars(cents)}</span>,
  },
];

function Status({ order: { status, failure } }: { order: PlanOrder }) {
  const { word, tone } = ORDER_WORDS[status];
  return (
    <span title={failure || undefined}>
      <StatusWord tone={tone}>{word}</StatusWord>
      {failure === '' ? null : <span className="sr">{failure}</span>}
    </span>
  );
}
