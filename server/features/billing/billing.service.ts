import type { BillingEntry, BillingInfo, Membership, Plan } from '#contract/billing.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type BillingState, type Member, readState } from './billing-state.ts';
import { type CardRow, countEntries, findEntries, findPlans, type MembershipRow } from './billing.sql.ts';

export const listPlans = (deps: Deps, member: Member, q: string): Promise<Plan[]> =>
  withAccount(deps.pool, member, (tx) => findPlans(tx, q));

/** @throws {Refusal} `no_session` when the user no longer exists. */
export const readBilling = (deps: Deps, member: Member): Promise<BillingInfo> =>
  withAccount(deps.pool, member, async (tx) => infoOf(await readState(tx, member.userId, deps.payments.provider)));

const infoOf = ({ payer, membership, card }: BillingState): BillingInfo => ({
  'paid_user?': payer.paid_user,
  membership: membership && membershipOf(membership),
  payment_infos: card === null ? [] : [paymentInfoOf(card)],
});

const membershipOf = ({ plan, status, failures, period_ends_at, credit_cents }: MembershipRow): Membership => ({
  plan,
  status: status === 'active' && failures > 0 ? 'past_due' : status,
  period_ends_at: period_ends_at.toISOString(),
  credit_cents,
});

const paymentInfoOf = ({ id, brand, masked, exp_month, exp_year }: CardRow) => ({
  id,
  brand,
  masked,
  exp_month,
  exp_year,
});

/** Charges, latest first. */
export const listHistory = (
  deps: Deps,
  { accountId, userId }: Member,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: BillingEntry[]; meta: ListMeta }> =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    const total = await countEntries(tx, userId);
    const rows = await findEntries(tx, userId, limit, (page - 1) * limit);
    return {
      data: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.max(1, Math.ceil(total / limit)) },
    };
  });
