import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { cardRefOf, type Member } from '../billing/billing-state.ts';
import { cardOnFile } from '../billing/charges.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { Decline, OutcomeUnknown } from '../../adapters/payments/payments.ts';
import { perform, refusalOf } from '../billing/operations.ts';
import { findByKey, findOrder, type FreshOrder, insertOrder, type OrderRow } from './orders.sql.ts';
import { giveUp } from './record-order.ts';

/** Names the billing operation of an order; a renewal has one for each try. */
const chargeKeyOf = ({ id, attempts }: Pick<OrderRow, 'id' | 'attempts'>) => `plan-order-${id}-${attempts}`;

/** An order that a person asks for. */
export type Placed = Omit<FreshOrder, 'payerId' | 'key' | 'at'>;

const inProgress = () =>
  new Refusal('in_progress', 'Another change of this subscription is in progress.', { retryAfter: 2 });

/** An order is a question that changes nothing yet: it may be repeated with its key. */
const apart = <T>(deps: Deps, member: Member, work: (tx: Tx) => Promise<T>): Promise<T> =>
  beforeCommit.exit(() => withAccount(deps.pool, { accountId: member.accountId }, work));

/**
 * Writes an order down and charges it, once for each key: the payment makes the change, in the transaction that records
 * it. What no one waits for anymore is finished by the next process.
 * @throws {Refusal} `refused` without a card, or when it is declined; `unavailable` while the outcome is unknown.
 */
export async function placeOrder(
  deps: Deps,
  { member, requestId, key }: Asked,
  prepare: (tx: Tx) => Promise<Placed>,
): Promise<number> {
  const { id } = await apart(deps, member, async (tx) => {
    const known = await findByKey(tx, key);
    if (known !== null) return known;
    const card = await cardOnFile(tx, member.userId, deps.payments.provider);
    const placed = await prepare(tx);
    if (card === null && placed.cents > 0)
      throw refuseField('payment_method', 'Add a card first, on the Billing page.');
    const made = await insertOrder(tx, { ...placed, payerId: member.userId, key, at: deps.now() });
    if (made === null) throw inProgress();
    return { id: made };
  });
  try {
    await chargeOrder(deps, member, requestId, id);
  } catch (error) {
    // A refusal comes before the charge: the order would keep others waiting.
    if (!(error instanceof Decline) && !(error instanceof OutcomeUnknown))
      await apart(deps, member, (tx) => giveUp(tx, id, deps.now()));
    throw refusalOf(error);
  }
  return id;
}

/** Charges an open order; a declined one is recorded as such. @throws {Decline | OutcomeUnknown} */
export async function chargeOrder(deps: Deps, member: Member, requestId: string, id: number): Promise<void> {
  const order = await withAccount(deps.pool, { accountId: member.accountId }, (tx) => findOrder(tx, id));
  if (order === null || order.status === 'canceled')
    throw new Refusal('conflict', "The order was canceled. You weren't charged.");
  if (order.status === 'failed') throw new Decline(order.failure);
  if (order.status === 'paid') return;
  await perform(deps, {
    member,
    requestId,
    key: chargeKeyOf(order),
    decide: async ({ card }) => ({
      kind: 'planOrder',
      orderId: id,
      cents: order.amount_cents,
      description: order.description,
      card: card && cardRefOf(card),
      at: deps.now(),
    }),
  });
}
