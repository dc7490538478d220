import { MICROS } from '#rules/wallets/micros.ts';
import { USAGE_PRICES } from '#rules/wallets/usage-prices.ts';
import type { Tx } from '../../db/tx.ts';
import { AGENCY, post, spendOf } from '../ledger/ledger.ts';
import type { DemoAgency } from './demo-people.ts';
import { teamOf } from './demo-dialers.ts';
import { seededRandom } from './seeded-random.ts';

const DAY_MS = 86_400_000;
/** Days of history. */
const DAYS = 30;
const AGENCY_DOLLARS = 500;
const GIVEN_DOLLARS = 60;
/** Agents who have a wallet. */
const AGENTS = 3;

/** A month of wallets: the agency's, and those of agents, who have texted, called and verified from them. */
export async function insertDemoWallets(
  tx: Tx,
  accountId: number,
  agency: DemoAgency,
  { seed, now }: { readonly seed: number; readonly now: Date },
): Promise<void> {
  const random = seededRandom(seed);
  // The functions of the ledger write for the account of their transaction.
  await tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
  const agents = await tx.raw<{ id: number }>(
    `select id from users
     where account_id = $1 and username = any($2) order by array_position($2, username) limit ${AGENTS}`,
    [accountId, teamOf(agency)],
  );
  const dayOf = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS);
  const paid = AGENCY_DOLLARS * MICROS;
  await post(
    tx,
    {
      kind: 'top_up',
      key: 'demo-top-up',
      description: 'Top-up for the month',
      legs: [
        { kind: 'card', ownerId: AGENCY, amount: -paid },
        { kind: 'wallet', ownerId: AGENCY, amount: paid },
      ],
    },
    dayOf(DAYS),
  );
  for (const { id } of agents) {
    const amount = GIVEN_DOLLARS * MICROS;
    await post(
      tx,
      {
        kind: 'allocate',
        key: `demo-allocate-${id}`,
        description: `Allocated $${GIVEN_DOLLARS}.00`,
        legs: [
          { kind: 'wallet', ownerId: AGENCY, amount: -amount },
          { kind: 'wallet', ownerId: id, amount },
        ],
      },
      dayOf(DAYS - 1),
    );
    for (let daysAgo = DAYS - 2; daysAgo > 0; daysAgo -= 1) {
      const texts = 20 + random.below(60);
      const minutes = 5 + random.below(30);
      const spends = [
        { usage: 'sms', quantity: texts, description: `${texts} text segments` },
        { usage: 'call', quantity: minutes, description: `${minutes} minutes of calls` },
      ] as const;
      for (const { usage, quantity, description } of spends) {
        const cost = quantity * USAGE_PRICES[usage].micros;
        const key = `demo-${usage}-${id}-${daysAgo}`;
        await post(tx, spendOf({ key, ownerId: id, usage, quantity, amount: cost, description }), dayOf(daysAgo));
      }
    }
  }
}
