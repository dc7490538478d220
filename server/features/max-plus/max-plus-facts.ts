import type { ManageableUser, MaxPlus, MaxPlusSubscription } from '#contract/max-plus.contract.ts';
import { flagsOf } from '#rules/access/account-type.ts';
import { type Candidate, offersOf, type Subscribed } from '#rules/max-plus/max-plus-change.ts';
import { tierCents } from '#rules/max-plus/max-plus-prices.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { cardOnFile } from '../billing/charges.ts';
import { findPerson, type PersonRow } from './max-plus.sql.ts';

export { hasSubscription } from './max-plus.sql.ts';

export function subscribedOf(row: PersonRow): Subscribed | null {
  const { plan, payer_id: payerId, status, failures, started_at: startedAt, period_ends_at: periodEndsAt } = row;
  if (plan === null || payerId === null || status === null || startedAt === null || periodEndsAt === null) return null;
  return { plan, nextPlan: row.next_plan, payerId, status, failures: failures ?? 0, startedAt, periodEndsAt };
}

export const candidateOf = (row: PersonRow): Candidate => ({
  userId: row.user_id,
  plan: row.max_plus_plan,
  subscription: subscribedOf(row),
  isBasic: flagsOf(row.roles).basic,
});

const factsOf = (row: PersonRow, payerId: number, at: Date) => {
  const own = subscribedOf(row);
  return {
    plan: row.max_plus_plan,
    subscription: own && subscriptionOf(own, row.user_id),
    offers: offersOf(candidateOf(row), payerId, at),
  };
};

const subscriptionOf = (own: Subscribed, userId: number): MaxPlusSubscription => ({
  plan: own.plan,
  status: own.status === 'active' && own.failures > 0 ? 'past_due' : own.status,
  paid_by: own.payerId === userId ? 'self' : 'agency',
  next_plan: own.nextPlan,
  price_cents: tierCents(own.nextPlan ?? own.plan),
  period_ends_at: own.periodEndsAt.toISOString(),
});

export const manageableOf = (row: PersonRow, payerId: number, at: Date): ManageableUser => ({
  id: row.user_id,
  name: row.name,
  ...factsOf(row, payerId, at),
});

/** @throws {Refusal} `no_session` when the user no longer exists. */
export async function requirePerson(tx: Tx, userId: number): Promise<PersonRow> {
  const row = await findPerson(tx, userId);
  if (row === null) throw new Refusal('no_session', 'Please sign in.');
  return row;
}

export async function maxPlusOf({ payments, now }: Deps, tx: Tx, userId: number): Promise<MaxPlus> {
  const row = await requirePerson(tx, userId);
  const card = await cardOnFile(tx, userId, payments.provider);
  return { active: row.max_plus_plan !== null, card: card?.masked ?? null, ...factsOf(row, userId, now()) };
}
