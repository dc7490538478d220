import type { OrderDetail, OrderRefund } from '#contract/orders.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { money, paidFrom } from '../store/store-words.ts';

const STATES: Readonly<Record<OrderRefund['state'], string>> = {
  done: 'Refunded',
  pending: 'Refund pending:',
  declined: 'Refund declined:',
};

/** What happened to the money, latest first. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const { user } = useApp();
  const when = (at: string) =>
    `${formatDate(at, IANA_ZONES[user.timezone])}, ${formatTime(at, IANA_ZONES[user.timezone])}`;
  return (
    <section>
      <h3 className="label">History</h3>
      <ol className="order-history">
        {order.refunds.map(({ id, at, amount, to, reason, state, failure, by }) => (
          <li key={id}>
            <p className="row">
              <span className="med grow">
                {STATES[state]} {money(amount)}
              </span>
              <time className="meta quiet num" dateTime={at}>
                {when(at)}
              </time>
            </p>
            <p className="soft">
              By {by}, to {to === 'wallet' ? 'the wallet' : paidFrom(order)}
              {reason === '' ? '' : `: ${reason}`}
            </p>
            {failure === '' ? null : <p className="bad-t">{failure}</p>}
          </li>
        ))}
        <li>
          <p className="row">
            <span className="med grow">Placed, {money(order.total)}</span>
            <time className="meta quiet num" dateTime={order.at}>
              {when(order.at)}
            </time>
          </p>
          <p className="soft">By {order.user.name}</p>
        </li>
      </ol>
    </section>
  );
}
