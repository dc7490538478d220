import type { Tx } from '../../db/tx.ts';
import { findLegs, postTransfer } from './ledger.sql.ts';
import type { LedgerPlace, Transfer } from './transfer.ts';

interface TakenBack {
  /** Key of the transfer by which the card had paid. */
  readonly paidBy: string;
  readonly key: string;
  /** Micro-dollars that go back to the card, at most what it paid. */
  readonly amount: number;
  readonly description: string;
}

type Legs = Transfer['legs'];

const placeOf = ({ kind, owner_id: ownerId, usage }: Awaited<ReturnType<typeof findLegs>>[number]) =>
  ({ kind, ownerId, ...(usage === '' ? {} : { usage }) }) as LedgerPlace;

/**
 * Gives a card its money back out of what it had paid for, once for each key. A wallet gives what it has, and the
 * platform the rest, which is the answer, in micro-dollars. Whose wallet it was; `null`: none.
 */
export async function takeBack(tx: Tx, { paidBy, key, amount, description }: TakenBack, at: Date) {
  const legs = await findLegs(tx, paidBy);
  const card = legs.find(({ kind }) => kind === 'card');
  const paid = legs.find(({ kind, amount: got }) => kind !== 'card' && got > 0);
  if (card === undefined || paid === undefined) throw new Error(`the transfer ${paidBy} wasn't paid by a card`);
  const wallet = paid.kind === 'wallet' ? paid.owner_id : null;
  const post = (missing: number) => {
    const rest: Legs = missing > 0 ? [{ kind: 'platform', ownerId: card.owner_id, amount: -missing }] : [];
    const back: Legs = [
      { ...placeOf(paid), amount: missing - amount },
      { ...placeOf(card), amount },
    ];
    return postTransfer(tx, { kind: 'dispute', key, description, legs: [...back, ...rest] }, at);
  };
  const posted = await post(0);
  if (posted.outcome !== 'short') return { wallet, missing: 0 };
  // The wallet is locked by now, so what it lacks stays what it is.
  const missing = posted.missing ?? 0;
  await post(missing);
  return { wallet, missing };
}

/** Takes the money of a `takeBack` from the card again, once for each key, and gives everyone their part. */
export async function giveAgain(
  tx: Tx,
  { takenBy, key, description }: { readonly takenBy: string; readonly key: string; readonly description: string },
  at: Date,
): Promise<void> {
  const legs = (await findLegs(tx, takenBy)).map((leg): Legs[number] => ({ ...placeOf(leg), amount: -leg.amount }));
  await postTransfer(tx, { kind: 'dispute_won', key, description, legs }, at);
}
