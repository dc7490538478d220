import { randomUUID } from 'node:crypto';
import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import { decideRefill } from '#rules/wallets/refill.ts';
import { Decline } from '../../adapters/payments/payments.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { cardRefOf } from '../billing/billing-state.ts';
import { perform } from '../billing/operations.ts';
import { monthBefore } from './wallets.service.ts';
import { findWallet, setPaused } from './wallets.sql.ts';

/** Interval for finding wallets below their threshold, in ms. Ours: a broadcast is refused no longer than that. */
export const REFILL_EVERY_MS = 10_000;

const NO_CARD = 'No card on file.';

/** Refills every wallet that is below the threshold of its auto-refill. */
export async function refillWallets(deps: Deps): Promise<void> {
  const low = await outsideAccounts<{ account_id: number; owner_id: number }>(
    deps.pool,
    'select account_id, owner_id from find_low_wallets()',
  );
  for (const { account_id: accountId, owner_id: ownerId } of low) {
    await refill(deps, accountId, ownerId).catch((error: unknown) =>
      deps.log.warn({ err: error, account: accountId, owner: ownerId }, 'a wallet is not refilled'),
    );
  }
}

const read = (deps: Deps, accountId: number, ownerId: number) =>
  withAccount(deps.pool, { accountId }, (tx) => findWallet(tx, ownerId, monthBefore(deps.now())));

/**
 * Charges one refill, however many spends crossed the threshold: the refills before it are counted in its key, so that two
 * processes make the same one. A declined card pauses it.
 */
export async function refill(deps: Deps, accountId: number, ownerId: number): Promise<void> {
  const wallet = await read(deps, accountId, ownerId);
  const payerId = wallet.payer_id;
  if (payerId === null || decideRefill(wallet) === 'wait') return;
  await perform(deps, {
    member: { accountId, userId: payerId },
    requestId: randomUUID(),
    // A new try after a pause is a new charge.
    key: `refill-${ownerId}-${wallet.refills}-${wallet.updated_at?.getTime() ?? 0}`,
    decide: async ({ card }) => {
      const now = await read(deps, accountId, ownerId);
      if (now.refills !== wallet.refills || decideRefill(now) === 'wait' || now.amount === null) return null;
      if (card === null) {
        await withAccount(deps.pool, { accountId }, (tx) => setPaused(tx, ownerId, NO_CARD));
        return null;
      }
      return {
        kind: 'topUp',
        ownerId,
        cents: now.amount / MICROS_OF_CENT,
        description: '',
        isRefill: true,
        card: cardRefOf(card),
        masked: card.masked,
        at: deps.now(),
      };
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Decline)) throw error;
  });
}
