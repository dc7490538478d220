import type { SpendType } from '#contract/wallets.contract.ts';
import { formatMicros } from '#rules/wallets/micros.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { captureHold, type Posted, postTransfer, releaseHold, setAside } from './ledger.sql.ts';
import type { About, Capture, Hold, SaleType, Transfer } from './transfer.ts';

/** Owner of the agency's ledger accounts. */
export const AGENCY = 0;

/** A wallet can't cover it; nothing has moved. */
export class InsufficientFunds extends Refusal {
  readonly ownerId: number;
  readonly missing: number;

  constructor(ownerId: number, missing: number, field: string) {
    const message = `The wallet is ${formatMicros(missing)} short. Top up the wallet, then try again.`;
    super('refused', message, { fields: { [field]: [message] } });
    this.ownerId = ownerId;
    this.missing = missing;
  }
}

/**
 * Moves money at most once for each key. Ledger accounts are locked by id, after every other record.
 * @throws {InsufficientFunds}
 */
export async function post(tx: Tx, transfer: Transfer, at: Date): Promise<Posted> {
  const posted = await postTransfer(tx, transfer, at);
  if (posted.outcome === 'short') throw new InsufficientFunds(posted.owner_id ?? AGENCY, posted.missing ?? 0, 'amount');
  return posted;
}

/** A spend of a wallet. */
export interface Spend extends About {
  readonly ownerId: number;
  readonly key: string;
  readonly usage: SpendType;
  /** Micro-dollars. */
  readonly amount: number;
}

export const spendOf = ({ ownerId, amount, usage, ...about }: Spend): Transfer => ({
  ...about,
  kind: 'spend',
  usage,
  legs: [
    { kind: 'wallet', ownerId, amount: -amount },
    { kind: 'revenue', ownerId, usage, amount },
  ],
});

/** What a card pays for without a wallet. */
export interface Sale extends About {
  readonly ownerId: number;
  readonly key: string;
  readonly of: SaleType;
  /** Micro-dollars. */
  readonly amount: number;
}

export const saleOf = ({ ownerId, amount, of, ...about }: Sale): Transfer => ({
  ...about,
  kind: 'sale',
  legs: [
    { kind: 'card', ownerId, amount: -amount },
    { kind: 'revenue', ownerId, usage: of, amount },
  ],
});

/**
 * Sets money of a wallet aside for running work, once for each key.
 * @returns the id of the hold. @throws {InsufficientFunds}
 */
export async function hold(tx: Tx, asked: Hold, at: Date): Promise<number> {
  const { outcome, hold_id, missing } = await setAside(tx, asked, at);
  if (outcome === 'short') throw new InsufficientFunds(asked.ownerId, missing ?? 0, 'amount');
  if (hold_id === null) throw new Error('a hold was not written');
  return hold_id;
}

/** Spends a part of a hold, once for each key. Returns false when less is left of it; nothing has moved then. */
export const capture = async (tx: Tx, asked: Capture, at: Date): Promise<boolean> =>
  (await captureHold(tx, asked, at)).outcome !== 'short';

/** Gives back what is left of a hold, and ends it. Returns how much that was; 0 when it has ended. */
export const release = (tx: Tx, holdId: number, at: Date): Promise<number> => releaseHold(tx, holdId, at);

export { findHold, findOpenHolds, SPENT } from './ledger.sql.ts';
export { giveAgain, takeBack } from './take-back.ts';
