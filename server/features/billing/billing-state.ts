import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import {
  type CardRow,
  findCards,
  findMembership,
  findPayer,
  type MembershipRow,
  type PayerRow,
} from './billing.sql.ts';
import type { Current } from './operations.sql.ts';

/** Subject of the billing: a user acting for themselves, or the clock for them. */
export interface Member {
  readonly accountId: number;
  readonly userId: number;
}

export interface BillingState {
  readonly payer: PayerRow;
  /** `null`: none, or not one of this provider. */
  readonly card: CardRow | null;
  /** The open one. */
  readonly membership: MembershipRow | null;
}

/** @throws {Refusal} `no_session` when the user no longer exists. */
export async function readState(tx: Tx, userId: number, provider: string): Promise<BillingState> {
  const payer = await findPayer(tx, userId, provider);
  if (payer === null) throw new Refusal('no_session', 'Please sign in.');
  const [card = null] = await findCards(tx, userId, provider);
  return { payer, card, membership: await findMembership(tx, userId) };
}

/** Two states are the same when nothing that a decision rests on differs. */
export const isSameState = (one: BillingState, other: BillingState): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const cardRefOf = ({ customer_ref, method_ref }: CardRow) => ({
  customerRef: customer_ref,
  methodRef: method_ref,
});

export const currentOf = ({ id, plan, ...row }: MembershipRow): Current => ({
  membershipId: id,
  ref: row.provider_ref,
  price: { key: plan.key, cents: plan.price_cents },
  startedAt: row.started_at,
  periodEndsAt: row.period_ends_at,
  creditCents: row.credit_cents,
});
