import { withAccount } from '../../server/db/tx.ts';
import { post, spendOf } from '../../server/features/ledger/ledger.ts';
import type { Client, TestApp } from '../_api/app.ts';

let keys = 0;

/** The wallet of someone, for tests of what is paid from it. Amounts are micro-dollars. */
export function purseOf({ owner, deps }: Pick<TestApp, 'owner' | 'deps'>, { person }: Client) {
  const ownerId = person?.id ?? 0;
  const accountId = person?.accountId ?? 0;
  const balanceOf = async (kind: 'wallet' | 'held') =>
    (
      await owner.query<{ balance: number }>(
        'select balance::float8 as balance from ledger_accounts where owner_id = $1 and kind = $2',
        [ownerId, kind],
      )
    ).rows[0]?.balance ?? 0;
  return {
    has: () => balanceOf('wallet'),
    holds: () => balanceOf('held'),
    /** Spends all but this much. */
    leave: async (left: number) => {
      const amount = (await balanceOf('wallet')) - left;
      const key = `purse-${(keys += 1)}`;
      const leaving =
        amount > 0
          ? spendOf({ key, ownerId, usage: 'mailer', amount, description: 'Spent' })
          : ({
              kind: 'top_up',
              key,
              description: 'Top-up',
              legs: [
                { kind: 'card', ownerId, amount },
                { kind: 'wallet', ownerId, amount: -amount },
              ],
            } as const);
      if (amount !== 0) await withAccount(deps.pool, { accountId }, (tx) => post(tx, leaving, deps.now()));
    },
    hasWallet: (on: boolean) =>
      owner.query('update users set wallet_feature_enabled = $2 where id = $1', [ownerId, on]),
    /** What was paid for a usage, and for how many. */
    paid: async (usage: string) =>
      (
        await owner.query<{ amount: number; quantity: number }>(
          `select coalesce(sum(amount), 0)::float8 as amount, coalesce(sum(quantity), 0)::int as quantity
           from ledger_transfers where usage = $1 and kind in ('spend', 'capture') and account_id = $2`,
          [usage, accountId],
        )
      ).rows[0],
  };
}
