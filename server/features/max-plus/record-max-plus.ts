import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import { dollars } from '#rules/billing/money.ts';
import type { Tx } from '../../db/tx.ts';
import { lockPeople } from './lock-people.ts';
import { type FailedCharge, type MaxPlusRequest, recordFailure, recordPayment } from '../billing/charges.ts';
import { post, saleOf } from '../ledger/ledger.ts';
import { applyLines, makeDue, postpone, releaseClaim, renewLines } from './max-plus.sql.ts';
import { tellMaxPlus } from './tell-max-plus.ts';

interface About {
  readonly accountId: number;
  /** The user whose card pays. */
  readonly userId: number;
  readonly key: string;
}

interface Paid extends About {
  readonly at: Date;
  readonly request: MaxPlusRequest;
  readonly chargeRef: string;
}

const peopleOf = ({ lines }: MaxPlusRequest) => lines.map(({ userId }) => userId);

const describe = ({ lines, isRenewal }: MaxPlusRequest): string => {
  const people = lines.length === 1 ? '' : ` for ${lines.length} people`;
  return isRenewal ? `Max Plus${people}, next month` : `Max Plus${people}`;
};

/** Writes down a card's payment: what it opened, the revenue on the ledger, and a line in the payer's billing history. */
export async function recordMaxPlus(tx: Tx, { accountId, userId, at, key, request, chargeRef }: Paid) {
  const { lines, cents, isRenewal } = request;
  await lockPeople(tx, peopleOf(request));
  const concerned = await (isRenewal ? renewLines : applyLines)(tx, key, lines);
  if (concerned.length !== lines.length) throw new Error('a paid Max Plus is not reserved');
  await tellMaxPlus(tx, { accountId, payerId: userId }, concerned);
  await recordPayment(tx, { userId, at, cents, description: describe(request), ref: chargeRef });
  const sale = saleOf({
    key: `max-plus:${key}`,
    of: 'max_plus',
    ownerId: userId,
    amount: cents * MICROS_OF_CENT,
    description: 'Max Plus',
    quantity: lines.length,
    ...(isRenewal ? {} : { userId }),
  });
  await post(tx, sale, at);
  const detail = { user_ids: concerned, charged: dollars(cents) };
  return { action: isRenewal ? 'maxPlus.renewed' : 'maxPlus.subscribed', detail };
}

interface Failed extends About {
  readonly at: Date;
  readonly request: MaxPlusRequest;
  readonly reason: string;
  readonly retries: { readonly retryAt: Date; readonly tries: number };
}

/** A declined card opens nothing. Months that are due are tried again, and end after the last try. */
export async function failMaxPlus(
  tx: Tx,
  { accountId, userId, at, key, request, reason, retries }: Failed,
): Promise<FailedCharge | null> {
  await lockPeople(tx, peopleOf(request));
  if (!request.isRenewal) {
    await releaseMaxPlus(tx, key, at);
    return null;
  }
  const ids = request.lines.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  const { concerned, ended } = await postpone(tx, ids, retries);
  const description = describe(request);
  const { cents } = request;
  await recordFailure(tx, { userId, at, description: `${description}: ${reason}`, cents, ref: `failed:${key}` });
  await tellMaxPlus(tx, { accountId, payerId: userId }, concerned);
  return { description, cents, reason, next: ended.length === concerned.length ? 'ended' : retries.retryAt };
}

/** A payment that never happened holds nothing back. */
export const releaseMaxPlus = (tx: Tx, key: string, at: Date): Promise<void> => releaseClaim(tx, key, at);

/** With another card, failed months are tried again immediately. */
export const retryMaxPlus = (tx: Tx, payerId: number, at: Date) => makeDue(tx, payerId, at);
