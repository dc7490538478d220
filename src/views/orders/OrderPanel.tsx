import { X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { listOrders, type OrderDetail, readOrder, updateOrder } from '#contract/orders.contract.ts';
import type { AdminStatus } from '#contract/store.contract.ts';
import { ADMIN_STATUS_WORDS, nextStatuses, PAYMENT_STATUS_WORDS } from '#rules/store/order-status.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { money, PAYMENT_TONES, paidFrom } from '../store/store-words.ts';
import { OrderHistory } from './OrderHistory.tsx';

const RefundDialog = lazyPart(() => import('./RefundDialog.tsx'), 'RefundDialog');

/** One order beside the list: status, items, money, notes and history. */
export function OrderPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const read = useResource(readOrder, { params: { id } });
  const order = read.data?.data ?? null;
  return (
    <aside className="side" aria-label={`Order ${id}`}>
      <header>
        <h2>Order {id}</h2>
        <span className="soft grow cut">{order?.user.name}</span>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      {order === null && read.error === null ? <SkeletonLines lines={8} label="Loading the order" /> : null}
      {order === null && read.error !== null ? (
        <ErrorPanel
          title="Couldn't load this order"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      ) : null}
      {order === null ? null : <OrderBody order={order} />}
    </aside>
  );
}

/** Verb of the button that moves an order on. */
const MOVES: Readonly<Record<AdminStatus, string>> = {
  new: 'New',
  accepted: 'Accept',
  fulfilled: 'Mark fulfilled',
  returned: 'Mark returned',
  canceled: 'Cancel order',
};

const PATH = ['new', 'accepted', 'fulfilled'] as const;

function OrderBody({ order }: { order: OrderDetail }) {
  const { toasts } = useApp();
  const [isRefunding, setRefunding] = useState(false);
  const move = useSubmit(updateOrder, {
    invalidates: [readOrder, listOrders],
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const { admin_status: status, payment_status: payment } = order;
  const isPaid = payment !== 'failed' && payment !== 'pending';
  const next = nextStatuses(status, payment);
  return (
    <div className="order">
      <div className="row wrap">
        <StatusWord tone={PAYMENT_TONES[payment]}>{PAYMENT_STATUS_WORDS[payment]}</StatusWord>
        <span className="soft">{paidFrom(order)}</span>
      </div>
      {order.failure === '' ? null : <Note tone="bad" title={order.failure} />}
      {isPaid ? <Chain status={status} /> : null}
      {next.length === 0 ? null : (
        <div className="row wrap">
          {next.map((one) => (
            <Button
              key={one}
              size="small"
              look={one === 'canceled' ? 'danger' : 'default'}
              busy={move.state === 'submitting'}
              onClick={() => move.submit({ params: { id: order.id }, body: { admin_status: one } })}
            >
              {MOVES[one]}
            </Button>
          ))}
        </div>
      )}
      {(status === 'canceled' || status === 'returned') && order.refundable > 0 ? (
        <p className="hint">{money(order.refundable)} of this order isn't refunded.</p>
      ) : null}
      <table className="order-lines">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((line) => (
            <tr key={line.product_id}>
              <td>
                {line.name}
                <span className="meta quiet">
                  {line.quantity.toLocaleString('en-US')} × {money(line.price)}
                </span>
              </td>
              <td className="r num">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.contacts === 0 ? null : (
        <p className="soft">
          For {formatContacts(order.contacts)}
          {order.sentence === '' ? '' : `: ${order.sentence}`}
        </p>
      )}
      <Money order={order} />
      {isPaid ? (
        <Button refusal={whyNoRefund(order)} onClick={() => setRefunding(true)}>
          Refund…
        </Button>
      ) : null}
      <Notes key={order.notes} order={order} />
      <OrderHistory order={order} />
      {isRefunding ? (
        <Suspense>
          <RefundDialog order={order} onClose={() => setRefunding(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

const whyNoRefund = ({ refundable, refunding }: OrderDetail): string | undefined => {
  if (refundable > 0) return undefined;
  return refunding > 0 ? 'A refund is on its way.' : 'All of it is refunded.';
};

/** The path of an order; where it left it, that. */
function Chain({ status }: { status: AdminStatus }) {
  const at = PATH.findIndex((one) => one === status);
  const steps: readonly AdminStatus[] = at === -1 ? [status] : PATH;
  return (
    <ol className="order-chain" aria-label="Status">
      {steps.map((one, index) => (
        <li key={one} className={index < at ? 'is-done' : undefined} aria-current={one === status ? 'step' : undefined}>
          {ADMIN_STATUS_WORDS[one]}
        </li>
      ))}
    </ol>
  );
}

/** Paid - refunded - pending = refundable. */
function Money({ order: { total, refunded, refunding, refundable, payment_status: payment } }: { order: OrderDetail }) {
  const isPaid = payment !== 'failed' && payment !== 'pending';
  return (
    <dl className="order-money">
      <Sum label={isPaid ? 'Paid' : 'Total'} amount={money(total)} />
      {isPaid ? (
        <>
          <Sum label="Refunded" amount={`−${money(refunded)}`} />
          {refunding > 0 ? <Sum label="Refund pending" amount={`−${money(refunding)}`} /> : null}
          <Sum label="Refundable" amount={money(refundable)} />
        </>
      ) : null}
    </dl>
  );
}

function Sum({ label, amount }: { label: string; amount: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="num">{amount}</dd>
    </>
  );
}

function Notes({ order: { id, notes } }: { order: OrderDetail }) {
  const { toasts } = useApp();
  const [text, setText] = useState(notes);
  const save = useSubmit(updateOrder, {
    invalidates: [readOrder],
    onDone: () => toasts.show({ tone: 'good', text: `Notes of order ${id} saved` }),
  });
  return (
    <div className="order-notes">
      <TextArea
        label="Notes"
        rows={3}
        maxLength={2_000}
        value={text}
        error={save.error?.fields['notes']?.[0] ?? save.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text === notes ? null : (
        <Button
          size="small"
          busy={save.state === 'submitting'}
          onClick={() => save.submit({ params: { id }, body: { notes: text } })}
        >
          Save notes
        </Button>
      )}
    </div>
  );
}
