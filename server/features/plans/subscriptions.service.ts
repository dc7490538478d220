import type { ListMeta } from '#contract/_wire.contract.ts';
import type { CancelType, PlanKind, PlanSubscription } from '#contract/plans/plan.contract.ts';
import { monthAround, monthlyCents } from '#rules/plans/plan-month.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { dayIn } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { findOpenOrder, hasOpenCharge, setCanceled } from './orders.sql.ts';
import { findPayerOfUsage } from './payer-of-usage.sql.ts';
import * as sql from './subscriptions.sql.ts';

export const isAdmin = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions.includes('subscriptions.manage');

export const unknownSubscription = () => new Refusal('not_found', 'Subscription not found.');

/** IANA zone of the current user, whose calendar months usage is counted in. */
export async function zoneOfUser(tx: Tx, userId: number): Promise<string> {
  const zone = await sql.findZone(tx, userId);
  return zone !== null && zone in IANA_ZONES ? IANA_ZONES[zone as keyof typeof IANA_ZONES] : 'UTC';
}

export async function readerOf(
  { now }: Deps,
  tx: Tx,
  identity: Identity,
): Promise<sql.Reader & { readonly zone: string }> {
  const zone = await zoneOfUser(tx, identity.userId);
  return { userId: identity.userId, isAdmin: isAdmin(identity), since: monthAround(zone, now()).start, zone };
}

/** Returns true for its holder and payer, and for administrators. */
export const mayChange = (
  identity: Pick<Identity, 'userId' | 'permissions'>,
  { user_id, payer_id }: Pick<sql.SubscriptionRow, 'user_id' | 'payer_id'>,
): boolean => isAdmin(identity) || payer_id === identity.userId || user_id === identity.userId;

export const isActive = (status: sql.SubscriptionRow['status']): boolean =>
  status === 'active' || status === 'past_due';

function toSubscription(row: sql.ShownRow, identity: Identity, zone: string): PlanSubscription {
  const day = (at: Date | null) => (at === null ? null : dayIn(zone, at));
  return {
    id: row.id,
    active: isActive(row.status),
    status: row.status,
    order_type: row.order_type,
    plan: { id: row.plan_id, name: row.plan_name, price_cents: row.price_cents, allocation: row.allocation },
    quantity: row.quantity,
    assigned: row.assigned,
    user: row.user,
    payer: row.payer,
    current_usage: row.used,
    allocation: row.allocation === null ? null : row.allocation * row.quantity,
    renewal_cents: monthlyCents({ priceCents: row.price_cents, quantity: row.next_quantity ?? row.quantity }),
    credit_cents: row.credit_cents,
    period_starts_on: day(row.period_starts_at),
    period_ends_on: day(row.period_ends_at),
    cancels_at_period_end: row.cancels_at_period_end,
    next_quantity: row.next_quantity,
    retry_at: row.status === 'past_due' ? (row.due_at?.toISOString() ?? null) : null,
    failure: row.failure,
    can_change: mayChange(identity, row) && row.status !== 'ended',
    created_at: row.created_at.toISOString(),
  };
}

export const metaOf = (
  { page, limit }: { readonly page: number; readonly limit: number },
  total: number,
): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

/** `all`: of the account, for administrators; otherwise those that the current user has, pays for or manages. */
export const listSubscriptions = (deps: Deps, identity: Identity, kind: PlanKind, query: sql.ListQuery, all: boolean) =>
  withAccount(deps.pool, identity, async (tx) => {
    const reader = await readerOf(deps, tx, identity);
    const { rows, total } = await sql.findSubscriptions(tx, kind, { ...reader, isAdmin: all }, query);
    return { data: rows.map((row) => toSubscription(row, identity, reader.zone)), meta: metaOf(query, total) };
  });

async function shown(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  kind: PlanKind,
  id: number | null,
): Promise<PlanSubscription | null> {
  if (id === null) return null;
  const reader = await readerOf(deps, tx, identity);
  const row = await sql.findSubscription(tx, kind, reader, id);
  return row && toSubscription(row, identity, reader.zone);
}

/** @throws {Refusal} `not_found` */
export const readSubscription = (
  deps: Deps,
  identity: Identity,
  kind: PlanKind,
  id: number,
): Promise<PlanSubscription> =>
  withAccount(deps.pool, identity, async (tx) => {
    const found = await shown(deps, tx, identity, kind, id);
    if (found === null) throw unknownSubscription();
    return found;
  });

/** The company's that waits for an administrator. */
export const readPending = (deps: Deps, identity: Identity, kind: PlanKind): Promise<PlanSubscription | null> =>
  withAccount(deps.pool, identity, async (tx) =>
    shown(deps, tx, identity, kind, await sql.findCompanyId(tx, kind, ['pending'])),
  );

/** The active one that covers the current user: the company's, else the manager's, else their own. */
export const readActive = (
  deps: Deps,
  identity: Identity,
  kind: PlanKind,
  type: 'company' | 'manager' | 'self' | undefined,
): Promise<PlanSubscription | null> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { company, manager, self } = await findPayerOfUsage(tx, kind, identity.userId);
    const found = type === undefined ? (company ?? manager ?? self) : { company, manager, self }[type];
    return shown(deps, tx, identity, kind, found?.id ?? null);
  });

/**
 * Cancels at the end of what is paid, or now; a subscription that isn't paid, or waits for approval, ends now.
 * @throws {Refusal} `not_found`, `access_denied`; `in_progress` while a payment is.
 */
export const cancelSubscription = (
  deps: Deps,
  { identity, requestId }: Caller,
  kind: PlanKind,
  id: number,
  type: CancelType,
): Promise<PlanSubscription> =>
  withAccount(deps.pool, identity, async (tx) => {
    const seen = await sql.findSubscription(tx, kind, await readerOf(deps, tx, identity), id);
    if (seen === null) throw unknownSubscription();
    if (!mayChange(identity, seen)) throw new Refusal('access_denied', 'Someone else pays for this subscription.');
    const own = await sql.lockSubscription(tx, kind, id);
    if (own === null || own.status === 'ended') throw new Refusal('conflict', 'This subscription has ended already.');
    await endOpenOrder(tx, id);
    const waits = type === 'period_end' && own.status === 'active' && own.period_ends_at !== null;
    if (waits) await sql.setCancelling(tx, id, true);
    else await sql.endSubscription(tx, id, deps.now());
    const detail = { type: waits ? 'period_end' : 'now' };
    await writeAudit(tx, identity, requestId, {
      action: 'subscription.canceled',
      subjectType: 'plan_subscription',
      subjectId: id,
      detail,
    });
    const after = await shown(deps, tx, identity, kind, id);
    if (after === null) throw unknownSubscription();
    return after;
  });

/** A payment that failed isn't tried again. @throws {Refusal} `in_progress` while its answer isn't known. */
export async function endOpenOrder(tx: Tx, subscriptionId: number): Promise<void> {
  const open = await findOpenOrder(tx, subscriptionId);
  if (open === null) return;
  if (open.action !== 'renewal' || (await hasOpenCharge(tx, open.id))) {
    throw new Refusal('in_progress', 'A payment of this subscription is in progress.', { retryAfter: 2 });
  }
  await setCanceled(tx, open.id);
}
