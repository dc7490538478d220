import { randomUUID } from 'node:crypto';
import type { OrderDetail } from '#contract/orders.contract.ts';
import type { PaymentMethod } from '#contract/store.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { Decline, OutcomeUnknown } from '../../adapters/payments/payments.ts';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { perform, STALE_MS } from '../billing/operations.ts';
import {
  findOwnOrder,
  findRefund,
  insertRefund,
  type OrderRow,
  type RefundRow,
  settleRefund,
} from '../store/order-rows.ts';
import { postRefund } from '../store/record-order.ts';
import { storeFirst } from '../store/store.service.ts';
import type { ManagedRow } from './orders.sql.ts';
import { detailOf, requireOrder } from './orders.service.ts';

/** Interval for finding refunds whose process died, in ms. Ours. */
export const RESUME_REFUNDS_EVERY_MS = 60_000;

interface Body {
  readonly amount: number;
  readonly reason: string;
  readonly to?: PaymentMethod | undefined;
}

interface Refunding {
  readonly order: OrderRow;
  readonly refund: RefundRow;
}

/**
 * Refunds a part of an order, once for each key. The refund is stored first and counts against what was paid, so that
 * two of them never exceed it; the card is asked by a billing operation of the buyer with the same key.
 * @throws {Refusal} `not_found`; `refused` by field; `unavailable` while the outcome is unknown.
 */
export async function refundOrder(
  deps: Deps,
  identity: Identity,
  asked: Asked,
  { id, ...body }: Body & { readonly id: number },
): Promise<OrderDetail> {
  const { order, refund } = await storeFirst(deps, identity, async (tx) => {
    const managed = await requireOrder(deps, tx, identity, id, true);
    const found = await findRefund(tx, { key: asked.key });
    return { order: managed, refund: found ?? (await begin(deps, tx, { identity, asked, order: managed, body })) };
  });
  if (refund.destination === 'card') {
    await askCard(deps, { order, refund }, identity.accountId, asked.requestId).catch(tellWhy);
  }
  return withAccount(deps.pool, identity, async (tx) =>
    detailOf(tx, await requireOrder(deps, tx, identity, id, false)),
  );
}

interface Beginning {
  readonly identity: Identity;
  readonly asked: Asked;
  readonly order: ManagedRow;
  readonly body: Body;
}

async function begin(deps: Deps, tx: Tx, { identity, asked, order, body }: Beginning): Promise<RefundRow> {
  const cents = Math.round(body.amount * 100);
  const left = order.paid_cents - order.refunded_cents;
  const to = body.to ?? order.payment_method;
  if (order.paid_cents === 0) throw refuseField('amount', "This order isn't paid, so nothing can be refunded.");
  if (left === 0) throw refuseField('amount', 'All of this order is refunded.');
  if (cents > left) throw refuseField('amount', `At most ${dollars(left)} is left to refund.`);
  if (to === 'card' && order.payment_method === 'wallet')
    throw refuseField('to', 'This order was paid from the wallet. Refund it to the wallet.');
  const at = deps.now();
  const { userId, actorId } = identity;
  const refund = await insertRefund(tx, {
    orderId: order.id,
    userId,
    actorId,
    key: asked.key,
    cents,
    to,
    reason: body.reason,
    at,
  });
  await writeAudit(tx, identity, asked.requestId, {
    action: 'order.refundRequested',
    subjectType: 'order',
    subjectId: order.id,
    detail: { refund: refund.id, amount_cents: cents, to },
  });
  if (to === 'card') return refund;
  await settleRefund(tx, refund.id, { state: 'done', refundRef: '', failure: '', at });
  await postRefund(
    tx,
    {
      refundId: refund.id,
      orderId: order.id,
      userId,
      ownerId: order.owner_id,
      paidBy: order.payment_method,
      to,
      cents,
    },
    at,
  );
  return refund;
}

/** @throws {Decline | OutcomeUnknown} */
const askCard = (deps: Deps, { order, refund }: Refunding, accountId: number, requestId: string): Promise<void> =>
  perform(deps, {
    member: { accountId, userId: order.user_id },
    requestId,
    key: refund.key,
    decide: () =>
      Promise.resolve(
        refund.state === 'pending'
          ? {
              kind: 'refund',
              refundId: refund.id,
              orderId: order.id,
              ownerId: order.owner_id,
              chargeRef: order.charge_ref,
              cents: refund.amount_cents,
              byUserId: refund.user_id,
              at: deps.now(),
            }
          : null,
      ),
  });

function tellWhy(error: unknown): never {
  if (error instanceof Decline) throw new Refusal('refused', error.message, { fields: { amount: [error.message] } });
  if (error instanceof OutcomeUnknown) {
    const message = "The payment provider hasn't responded yet. The refund won't be made twice.";
    throw new Refusal('unavailable', message, { retryAfter: 2, cause: error });
  }
  throw error;
}

/** Asks for refunds whose process died before it could. What has been asked for, billing finishes. */
export async function resumeRefunds(deps: Deps): Promise<void> {
  const stuck = await outsideAccounts<{ account_id: number; refund_id: number }>(
    deps.pool,
    'select account_id, refund_id from find_pending_refunds($1)',
    [new Date(deps.now().getTime() - STALE_MS)],
  );
  for (const { account_id: accountId, refund_id: id } of stuck) {
    await resume(deps, accountId, id).catch((error: unknown) =>
      deps.log.warn({ err: error, refund: id }, 'a refund is not settled'),
    );
  }
}

async function resume(deps: Deps, accountId: number, id: number): Promise<void> {
  const found = await withAccount(deps.pool, { accountId }, async (tx) => {
    const refund = await findRefund(tx, { id });
    const [owner] = await tx.raw<{ user_id: number }>('select user_id from store_orders where id = $1', [
      refund?.order_id ?? 0,
    ]);
    const order = refund && owner ? await findOwnOrder(tx, owner.user_id, { id: refund.order_id }, deps.now()) : null;
    return refund && order && { refund, order };
  });
  if (found === null) return;
  await askCard(deps, found, accountId, randomUUID()).catch((error: unknown) => {
    if (!(error instanceof Decline)) throw error;
  });
}
