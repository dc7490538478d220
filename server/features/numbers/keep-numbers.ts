import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { isPaymentBegun } from '../billing/charges.ts';
import { carryOrder } from './carry-number-order.ts';
import { lockOrder, setFailed } from './number-orders.sql.ts';
import { keepVerified, lockEnded, removeNumber } from './owned-numbers.sql.ts';

/** Interval for continuing orders and ending releases, in ms. Ours. */
export const KEEP_NUMBERS_EVERY_MS = 30_000;

const ABANDONED = "The payment didn't go through. You weren't charged.";

/** Continues orders whose process died or whose carrier was away, and gives numbers back whose grace period is over. */
export async function keepNumbers(deps: Deps): Promise<void> {
  const at = deps.now();
  const due = await outsideAccounts<{ account_id: number; order_id: number }>(
    deps.pool,
    'select account_id, order_id from find_due_number_orders($1)',
    [at],
  );
  for (const { account_id: accountId, order_id: orderId } of due) {
    await keepOrder(deps, accountId, orderId).catch((error: unknown) =>
      deps.log.warn({ err: error, order: orderId }, 'an order of a number is not settled'),
    );
  }
  const ended = await outsideAccounts<{ account_id: number; phone_number_id: number }>(
    deps.pool,
    'select account_id, phone_number_id from find_ended_numbers($1)',
    [at],
  );
  for (const { account_id: accountId, phone_number_id: id } of ended) {
    await endNumber(deps, accountId, id).catch((error: unknown) =>
      deps.log.warn({ err: error, number: id }, 'a number is not given back'),
    );
  }
}

async function keepOrder(deps: Deps, accountId: number, orderId: number): Promise<void> {
  await withAccount(deps.pool, { accountId }, async (tx) => {
    const order = await lockOrder(tx, orderId);
    // A payment locks the order before it begins, so none begins after this look.
    if (order?.state === 'unpaid' && !(await isPaymentBegun(tx, order.user_id, order.key))) {
      await setFailed(tx, orderId, ABANDONED);
    }
  });
  await carryOrder(deps, { accountId, orderId, requestId: randomUUID() });
}

/** The number stays locked while the carrier is asked, so that no one restores it. */
const endNumber = (deps: Deps, accountId: number, id: number) =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    const ended = await lockEnded(tx, id, deps.now());
    if (ended === null) return;
    // Numbers of another carrier, from before this installation was set up, are not this one's to give back.
    if (ended.carrier === deps.numberCarrier.name) await deps.numberCarrier.release(ended.carrier_sid);
    await removeNumber(tx, ended);
    await keepVerified(tx, ended.user_id, ended.number);
    const by = { accountId, userId: ended.user_id, actorId: ended.user_id };
    const detail = { number: ended.number };
    await writeAudit(tx, by, randomUUID(), {
      action: 'number.ended',
      subjectType: 'user',
      subjectId: ended.user_id,
      detail,
    });
  });
