import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { fund, isFunded, payerOf, payFromHold, releaseRest } from '../../wallets/usage.ts';
import { priceOf } from '../../wallets/wallets.service.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { countSegments, usageOf } from '../draft/dry-run.service.ts';
import type { Chunk } from './send-chunk.ts';

type Ground = Pick<Deps, 'config' | 'now'>;

const workOf = ({ id }: Pick<BroadcastRow, 'id'>) => ({ type: 'broadcast', id }) as const;
const wordsOf = ({ id }: Pick<BroadcastRow, 'id'>) => `Texts of broadcast ${id}`;

/**
 * Sets aside what the texts of a broadcast will cost, once, after every other lock. True: it did so now.
 * @throws {InsufficientFunds}
 */
export async function fundTexts(ground: Ground, tx: Tx, sender: Identity, row: BroadcastRow): Promise<boolean> {
  if (row.channel !== 'text') return false;
  const price = priceOf(ground, usageOf(row));
  const payer = await payerOf(ground, tx, sender);
  if (payer === null || price === 0 || (await isFunded(tx, workOf(row)))) return false;
  // One at least: it says that the cost of this broadcast has been counted.
  const segments = Math.max(1, await countSegments(ground, tx, sender, row));
  const asked = { amount: segments * price, description: wordsOf(row), userId: row.user_id };
  await fund(tx, payer, workOf(row), asked, ground.now());
  return true;
}

/** Pays for the texts of a chunk, after every other lock. @throws {InsufficientFunds} */
export async function payTexts(ground: Ground, tx: Tx, row: BroadcastRow, { textIds, segments }: Chunk): Promise<void> {
  const [first] = textIds;
  if (first === undefined) return;
  const kind = usageOf(row);
  const usage = {
    usage: kind,
    // A text is taken once, and with it those of its chunk.
    key: `text:${first}`,
    quantity: segments,
    amount: segments * priceOf(ground, kind),
    description: wordsOf(row),
    userId: row.user_id,
  } as const;
  await payFromHold(tx, workOf(row), usage, ground.now());
}

/** Gives back what broadcasts that have ended did not spend, after every other lock. */
export const releaseTextMoney = (tx: Tx, ended: readonly Pick<BroadcastRow, 'id'>[], at: Date): Promise<void> =>
  releaseRest(tx, ended.map(workOf), at);
