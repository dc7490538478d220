import type { UsageType } from '#contract/wallets.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { factsOf } from '../flags/flags.service.ts';
import { capture, findHold, findOpenHolds, hold, InsufficientFunds, post, release, spendOf } from '../ledger/ledger.ts';
import { ownerOf } from './wallets.service.ts';
import { findBalance } from './wallets.sql.ts';

/** What a wallet pays for, with the facts that it is told by. */
export interface Usage {
  readonly usage: UsageType;
  /** Names the fact: it is paid for once. */
  readonly key: string;
  readonly quantity: number;
  /** Micro-dollars. */
  readonly amount: number;
  /** Names no one: transfers are never changed. */
  readonly description: string;
  readonly userId: number;
}

/** Work that spends for as long as it runs, from money set aside when it starts. */
interface Work {
  readonly type: 'broadcast' | 'verification_run';
  readonly id: number;
}

const keyOf = ({ type, id }: Work) => `${type}:${id}`;

/**
 * Owner of the wallet that pays for what someone uses. `null`: they have none, and nothing is asked of it. An admin who
 * turns the page off doesn't make anything free.
 */
export const payerOf = async (deps: Pick<Deps, 'config'>, tx: Tx, identity: Identity): Promise<number | null> =>
  (await factsOf(deps, tx, identity.userId)).walletEnabled ? ownerOf(identity) : null;

/** Names the wallet as the field, beside which a page offers to top it up. */
const askToTopUp = (error: unknown): never => {
  throw error instanceof InsufficientFunds ? new InsufficientFunds(error.ownerId, error.missing, 'wallet') : error;
};

/** Micro-dollars that a wallet can pay now. */
export const availableTo = (tx: Tx, payer: number): Promise<number> => findBalance(tx, payer);

/** @throws {InsufficientFunds} when a wallet can't pay for it now. */
export async function requireFunds(tx: Tx, payer: number | null, amount: number): Promise<void> {
  if (payer === null) return;
  const missing = amount - (await findBalance(tx, payer));
  if (missing > 0) throw new InsufficientFunds(payer, missing, 'wallet');
}

/** Pays for a fact in its transaction, after every other lock. @throws {InsufficientFunds} */
export async function pay(tx: Tx, payer: number | null, usage: Usage, at: Date): Promise<void> {
  if (payer === null || usage.amount === 0) return;
  await post(tx, spendOf({ ...usage, ownerId: payer }), at).catch(askToTopUp);
}

export const isFunded = async (tx: Tx, work: Work): Promise<boolean> => (await findHold(tx, keyOf(work))) !== null;

/** Sets money aside for work, once, after every other lock. @throws {InsufficientFunds} */
export async function fund(
  tx: Tx,
  payer: number | null,
  work: Work,
  { amount, description, userId }: Pick<Usage, 'amount' | 'description' | 'userId'>,
  at: Date,
): Promise<void> {
  if (payer === null || amount === 0) return;
  const asked = { key: keyOf(work), ownerId: payer, amount, subject: work, description, userId };
  await hold(tx, asked, at).catch(askToTopUp);
}

/**
 * Pays for a part of work that has been funded, after every other lock. What its hold doesn't cover is paid by the wallet.
 * @throws {InsufficientFunds}
 */
export async function payFromHold(tx: Tx, work: Work, usage: Usage, at: Date): Promise<void> {
  if (usage.amount === 0) return;
  const held = await findHold(tx, keyOf(work));
  if (held === null || (await capture(tx, { ...usage, holdId: held.id }, at))) return;
  await release(tx, held.id, at);
  await pay(tx, held.owner_id, usage, at);
}

/** Gives back what work that has ended did not spend, after every other lock. */
export async function releaseRest(tx: Tx, works: readonly Work[], at: Date): Promise<void> {
  for (const { id } of await findOpenHolds(tx, works.map(keyOf))) await release(tx, id, at);
}
