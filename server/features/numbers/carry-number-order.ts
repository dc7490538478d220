import { createHash } from 'node:crypto';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { CarrierAway, NumberGone } from '../../adapters/numbers/number-carrier.ts';
import { Decline, OutcomeUnknown } from '../../adapters/payments/payments.ts';
import { writeAudit } from '../../audit.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { perform } from '../billing/operations.ts';
import {
  lockOrder,
  type NumberOrderRow,
  postponeOrder,
  setBought,
  setRefunded,
  setRefunding,
} from './number-orders.sql.ts';
import { findTaken, insertNumber, keepVerified } from './owned-numbers.sql.ts';
import { postNumberRefund } from './record-number-order.ts';

/** Milliseconds until a carrier that was away is asked again. Ours. */
const AGAIN_MS = 60_000;
/** Milliseconds after the payment in which the carrier is asked; then the money goes back. Ours. */
const GIVE_UP_MS = 24 * 3_600_000;

interface Carrying {
  readonly accountId: number;
  readonly orderId: number;
  readonly requestId: string;
}

/** The carrier keeps it with the number, so that a purchase whose answer was lost is found again. */
const referenceOf = ({ key }: NumberOrderRow): string =>
  `order ${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;

/**
 * Takes an order as far as it gets: buys a number that is paid for, and refunds one that the carrier can't provide. An
 * order may be carried any number of times, by several processes; its key, not the request's, keeps each step single.
 */
export const carryOrder = (deps: Deps, carrying: Carrying): Promise<void> =>
  beforeCommit.exit(async () => {
    const order = await withAccount(deps.pool, carrying, async (tx) => {
      const found = await lockOrder(tx, carrying.orderId);
      return found?.state === 'ordered' ? buy(deps, tx, carrying, found) : found;
    });
    if (order?.state === 'refunding') await refundCard(deps, carrying, order);
  });

/** The order stays locked while the carrier is asked, at most 8 seconds. */
async function buy(deps: Deps, tx: Tx, carrying: Carrying, order: NumberOrderRow): Promise<NumberOrderRow | null> {
  const { numberCarrier, now } = deps;
  const { id, number, label, user_id: userId, capabilities } = order;
  const audit = { subjectType: 'user', subjectId: userId, detail: { order: id, number } };
  const by = { accountId: carrying.accountId, userId, actorId: userId };
  try {
    if ((await findTaken(tx, [number])).has(number)) throw new NumberGone('Someone has the number.');
    const { sid } = await numberCarrier.buy(number, referenceOf(order));
    const fresh = { number, label, userId, capabilities, carrier: numberCarrier.name, sid, at: now() };
    if ((await insertNumber(tx, fresh)) === null) throw new NumberGone('Someone has the number.');
  } catch (error) {
    if (!(error instanceof NumberGone || error instanceof CarrierAway)) throw error;
    const isOver = now().getTime() - (order.paid_at ?? now()).getTime() > GIVE_UP_MS;
    if (error instanceof CarrierAway && !isOver) {
      deps.log.warn({ err: error, order: id }, 'a number is not bought yet');
      await postponeOrder(tx, id, new Date(now().getTime() + AGAIN_MS));
      return order;
    }
    await writeAudit(tx, by, carrying.requestId, { action: 'number.unavailable', ...audit });
    const failure =
      error instanceof NumberGone
        ? `${formatPhone(number)} is no longer available.`
        : `The carrier didn't provide ${formatPhone(number)}.`;
    return giveBack(tx, order, failure, now());
  }
  await setBought(tx, id);
  await keepVerified(tx, userId);
  await writeAudit(tx, by, carrying.requestId, { action: 'number.bought', ...audit });
  return null;
}

/** Refunds a wallet immediately; a card is refunded after the commit. */
async function giveBack(tx: Tx, order: NumberOrderRow, failure: string, at: Date): Promise<NumberOrderRow> {
  const { id: orderId, user_id: userId, owner_id: ownerId, payment_method: method, price_cents: cents } = order;
  await setRefunding(tx, orderId, failure, at);
  if (method === 'card') return { ...order, state: 'refunding', failure };
  await setRefunded(tx, orderId);
  await postNumberRefund(tx, { orderId, userId, ownerId, method, cents }, at);
  return { ...order, state: 'refunded', failure };
}

/** Billing records the outcome, and finishes a refund whose answer is lost. */
async function refundCard(deps: Deps, { accountId, requestId }: Carrying, order: NumberOrderRow): Promise<void> {
  const { id: orderId, user_id: userId, owner_id: ownerId, charge_ref: chargeRef, price_cents: cents } = order;
  const key = `${order.key}-refund-${order.refund_tries}`;
  await perform(deps, {
    member: { accountId, userId },
    requestId,
    key,
    decide: () => Promise.resolve({ kind: 'numberRefund', orderId, ownerId, chargeRef, cents, at: deps.now() }),
  }).catch((error: unknown) => {
    if (!(error instanceof Decline || error instanceof OutcomeUnknown)) throw error;
    deps.log.warn({ err: error, order: orderId }, 'a number is not refunded yet');
  });
}
