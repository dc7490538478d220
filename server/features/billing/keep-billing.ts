import { randomUUID } from 'node:crypto';
import { Decline } from '../../adapters/payments/payments.ts';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type BillingState, cardRefOf, currentOf, type Member } from './billing-state.ts';
import { endMembership, findMembership, lockPayer, type MembershipRow, setPaid } from './billing.sql.ts';
import { findOpenOperation, type Request } from './operations.sql.ts';
import { finish, perform, STALE_MS } from './operations.ts';

/** Interval for finding months that have ended, in ms. Our choice. */
export const KEEP_BILLING_EVERY_MS = 60_000;

/**
 * Charges the months that have begun, ends canceled memberships, and settles operations that no one waits for anymore.
 */
export async function keepBilling(deps: Deps): Promise<void> {
  const at = deps.now();
  const due = await outsideAccounts<{ account_id: number; user_id: number }>(
    deps.pool,
    'select account_id, user_id from find_due_billing($1, $2)',
    [at, new Date(at.getTime() - STALE_MS)],
  );
  for (const { account_id: accountId, user_id: userId } of due) {
    await keepMember(deps, { accountId, userId }).catch((error: unknown) =>
      deps.log.warn({ err: error, user: userId }, 'billing is not settled'),
    );
  }
}

async function keepMember(deps: Deps, member: Member): Promise<void> {
  const caller = { member, requestId: randomUUID() };
  const open = await withAccount(deps.pool, member, (tx) => findOpenOperation(tx, member.userId));
  if (open !== null && deps.now().getTime() - open.startedAt.getTime() > STALE_MS) await finish(deps, caller, open);
  await settleDue(deps, member, caller.requestId);
}

/** Handles a month that is over: ends a canceled membership, else charges it. @throws {OutcomeUnknown} */
export async function settleDue(deps: Deps, member: Member, requestId: string): Promise<void> {
  const membership = await withAccount(deps.pool, member, (tx) => findMembership(tx, member.userId));
  if (membership === null || membership.due_at > deps.now()) return;
  if (membership.status === 'cancelled') return endCancelled(deps, member, requestId);
  const key = `renewal-${membership.id}-${membership.due_at.toISOString()}`;
  const decide = async ({ membership: now, card }: BillingState) => renewalOf(deps, membership, now, card);
  await perform(deps, { member, requestId, key, decide }).catch((error: unknown) => {
    if (!(error instanceof Decline)) throw error;
  });
}

function renewalOf(
  { now }: Deps,
  due: MembershipRow,
  membership: MembershipRow | null,
  card: BillingState['card'],
): Request | null {
  const at = now();
  const isSame = membership?.id === due.id && membership.failures === due.failures && membership.due_at <= at;
  if (!isSame || membership.status !== 'active') return null;
  return {
    kind: 'renewal',
    planId: membership.plan.id,
    planName: membership.plan.name,
    card: card && cardRefOf(card),
    current: currentOf(membership),
    failures: membership.failures,
    at,
  };
}

const endCancelled = ({ pool, now }: Deps, member: Member, requestId: string) =>
  withAccount(pool, member, async (tx) => {
    await lockPayer(tx, member.userId);
    const membership = await findMembership(tx, member.userId);
    if (membership === null || membership.status !== 'cancelled' || membership.due_at > now()) return;
    await endMembership(tx, membership.id);
    await setPaid(tx, member.userId, false);
    await writeAudit(tx, { ...member, actorId: member.userId }, requestId, { action: 'billing.ended' });
  });
