import type {
  OrderType,
  PlanKind,
  PlanOrder,
  PlanSubscription,
  SubscriptionPreview,
} from '#contract/plans/plan.contract.ts';
import { KIND_LABELS } from '#rules/plans/plan-words.ts';
import { dayIn } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { cardOnFile } from '../billing/charges.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { findGiven, roomOf } from './licenses.sql.ts';
import { findByKey, findOpenOrder } from './orders.sql.ts';
import { type Placed, placeOrder } from './place-order.ts';
import { licensesWords, type Quoted, quoteFor, requireExpected, requireFitting } from './quote.ts';
import { readOrder } from './orders.service.ts';
import {
  isAdmin,
  mayChange,
  readerOf,
  readSubscription,
  unknownSubscription,
  zoneOfUser,
} from './subscriptions.service.ts';
import * as sql from './subscriptions.sql.ts';

async function requirePlan(tx: Tx, kind: PlanKind, id: number): Promise<sql.PlanRow> {
  const plan = await sql.findPlan(tx, kind, id);
  if (plan === null) throw refuseField('plan_id', 'This plan is no longer available.');
  return plan;
}

/** Visible to the current user, and theirs to change; locked. @throws {Refusal} `not_found`, `access_denied` */
async function requireOwn(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  kind: PlanKind,
  id: number,
): Promise<sql.SubscriptionRow> {
  const seen = await sql.findSubscription(tx, kind, await readerOf(deps, tx, identity), id);
  if (seen === null) throw unknownSubscription();
  if (!mayChange(identity, seen)) throw new Refusal('access_denied', 'Someone else pays for this subscription.');
  return (await sql.lockSubscription(tx, kind, id)) ?? seen;
}

/** Names the subscription in a body, where an unknown one is a refused field. */
const named = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') throw refuseField('subscription_id', error.message);
    throw error;
  });

interface Change {
  readonly subscription_id?: number | undefined;
  readonly plan_id?: number | undefined;
  readonly quantity?: number | undefined;
}

async function quoted(deps: Deps, tx: Tx, identity: Identity, kind: PlanKind, body: Change): Promise<Quoted> {
  const subscription =
    body.subscription_id === undefined ? null : await requireOwn(deps, tx, identity, kind, body.subscription_id);
  const plan = body.plan_id === undefined ? null : await requirePlan(tx, kind, body.plan_id);
  if (plan !== null && subscription !== null) requireFitting(plan, subscription.order_type);
  const zone = await zoneOfUser(tx, identity.userId);
  const made = quoteFor({ kind, subscription, plan, quantity: body.quantity ?? null, zone, at: deps.now() });
  if (subscription !== null && subscription.status !== 'pending') await requireRoom(tx, subscription, plan, made);
  return made;
}

/** @throws {Refusal} `refused` with the licenses that a change would leave without room. */
async function requireRoom(tx: Tx, subscription: sql.SubscriptionRow, plan: sql.PlanRow | null, made: Quoted) {
  if (subscription.order_type !== 'manager_pay') {
    if (made.quantity > 1) throw refuseField('quantity', 'Only subscriptions that a manager pays have licenses.');
    return;
  }
  const given = await findGiven(tx, subscription.id);
  const assigned = given.filter(({ user_id: user }) => user !== null);
  if (assigned.length > made.quantity) {
    const names = assigned.slice(made.quantity).map(({ name }) => name);
    throw refuseField(
      'quantity',
      `${licensesWords(assigned.length)} are in use. Take back the license of ${names.join(', ')} first.`,
    );
  }
  const allocation = plan === null ? subscription.allocation : plan.allocation;
  const kept = (made.action === 'later' ? assigned : given).map((one) =>
    one.allocation === subscription.allocation && allocation !== null ? { ...one, allocation } : one,
  );
  const left = roomOf({ allocation, quantity: made.quantity }, kept);
  if (left === null || left >= 0) return;
  const most = assigned.toSorted((one, other) => other.allocation - one.allocation)[0];
  throw refuseField(
    plan === null ? 'quantity' : 'plan_id',
    `The licenses have ${-left} more than that includes. Lower the license of ${most?.name ?? 'someone'} first.`,
  );
}

/** What a subscription, or a change of one, would cost. @throws {Refusal} when it isn't possible. */
export const previewSubscription = (
  deps: Deps,
  identity: Identity,
  kind: PlanKind,
  body: Change,
): Promise<SubscriptionPreview> =>
  withAccount(deps.pool, identity, async (tx) => {
    const { quote, action, renewalCents } = await named(quoted(deps, tx, identity, kind, body));
    const card = await cardOnFile(tx, identity.userId, deps.payments.provider);
    const zone = await zoneOfUser(tx, identity.userId);
    return {
      due_now_cents: quote.dueNowCents,
      credit_cents: quote.creditCents,
      renewal_cents: renewalCents,
      days_left: action === 'later' ? 0 : quote.share.left,
      days_total: quote.share.total,
      period_starts_on: dayIn(zone, quote.period.start),
      period_ends_on: dayIn(zone, quote.period.end),
      card: card?.masked ?? null,
    };
  });

interface Start {
  readonly plan_id: number;
  readonly order_type: OrderType;
  readonly quantity: number;
  readonly expected_cents: number;
}

/** Whom a new subscription is for, once the roles allow it. @throws {Refusal} */
async function requireHolder(
  tx: Tx,
  identity: Identity,
  { order_type: type, quantity }: Start,
  userId: number | null,
): Promise<void> {
  if (type !== 'manager_pay' && quantity > 1)
    throw refuseField('quantity', 'Only subscriptions that a manager pays have licenses.');
  if (type !== 'self_pay' && !identity.permissions.includes('wallets.manage')) {
    throw new Refusal('access_denied', 'Only managers can subscribe for others.');
  }
  if (userId === null || userId === identity.userId) return;
  if ((await sql.findPerson(tx, userId)) === null) throw refuseField('user_id', 'Person not found.');
}

/**
 * Subscribes a person, a manager's licenses or the company. Who isn't an administrator asks for the company's, which costs
 * nothing until it is approved.
 * @throws {Refusal}
 */
export async function startSubscription(
  deps: Deps,
  asked: Asked,
  { identity, requestId }: Caller,
  kind: PlanKind,
  body: Start & { readonly user_id: number | null },
): Promise<PlanSubscription> {
  const userId = body.order_type === 'company' ? null : (body.user_id ?? identity.userId);
  const fresh = (plan: sql.PlanRow, status: 'pending' | 'starting'): sql.FreshSubscription => ({
    kind,
    orderType: body.order_type,
    userId,
    payerId: identity.userId,
    status,
    planId: plan.id,
    planName: plan.name,
    priceCents: plan.price_cents,
    allocation: plan.allocation,
    quantity: body.quantity,
    at: deps.now(),
  });
  const prepared = async (tx: Tx) => {
    await requireHolder(tx, identity, body, userId);
    const plan = await requirePlan(tx, kind, body.plan_id);
    requireFitting(plan, body.order_type);
    const made = quoteFor({
      kind,
      subscription: null,
      plan,
      quantity: body.quantity,
      zone: await zoneOfUser(tx, identity.userId),
      at: deps.now(),
    });
    requireExpected(made, body.expected_cents);
    return { plan, made };
  };
  if (body.order_type === 'company' && !isAdmin(identity)) {
    const id = await withAccount(deps.pool, identity, async (tx) => {
      const { plan } = await prepared(tx);
      const other = await sql.findCompanyId(tx, kind, ['starting', 'active', 'past_due']);
      if (other !== null) throw new Refusal('conflict', ALREADY.company);
      const made = await insertOnce(tx, fresh(plan, 'pending'));
      const detail = { plan: plan.name, kind };
      await writeAudit(tx, identity, requestId, {
        action: 'subscription.requested',
        subjectType: 'plan_subscription',
        subjectId: made,
        detail,
      });
      return made;
    });
    return readSubscription(deps, identity, kind, id);
  }
  const orderId = await placeOrder(deps, asked, async (tx) => {
    const { plan, made } = await prepared(tx);
    const id = await insertOnce(tx, fresh(plan, 'starting'));
    return orderOf(kind, id, identity, made);
  });
  return readSubscriptionOf(deps, identity, kind, orderId);
}

async function insertOnce(tx: Tx, fresh: sql.FreshSubscription): Promise<number> {
  const id = await sql.insertSubscription(tx, fresh);
  if (id !== null) return id;
  throw new Refusal('conflict', ALREADY[fresh.status === 'pending' ? 'pending' : fresh.orderType]);
}

const ALREADY: Readonly<Record<OrderType | 'pending', string>> = {
  self_pay: 'There is a subscription already. Change its plan instead.',
  manager_pay: 'There is a subscription for licenses already. Add licenses to it instead.',
  company: 'The company has a subscription already. Change its plan instead.',
  pending: 'A company subscription is waiting for approval already.',
};

/** A card is charged by its owner alone. @throws {Refusal} `access_denied` */
function requireSelf({ via, actorId, userId }: Identity): void {
  if (via !== 'apiKey' && actorId === userId) return;
  throw new Refusal('access_denied', 'Only the person themselves can pay by card.');
}

/** Names no one: it is in the ledger, too. */
function orderOf(kind: PlanKind, subscriptionId: number, identity: Identity, made: Quoted): Placed {
  requireSelf(identity);
  const { userId } = identity;
  const { action, quantity, planName, quote } = made;
  if (action === 'later') throw new Error('nothing is charged for fewer licenses');
  const licenses = quantity > 1 || action === 'seats' ? `, ${licensesWords(quantity)}` : '';
  return {
    kind,
    subscriptionId,
    userId,
    action,
    description: `${KIND_LABELS[kind]}: ${planName}${licenses}, ${quote.share.left} of ${quote.share.total} days`,
    quantity,
    cents: quote.dueNowCents,
    change: made.change,
  };
}

/** The subscription of an order, as it is now. */
const readSubscriptionOf = async (deps: Deps, identity: Identity, kind: PlanKind, orderId: number) => {
  const { subscription_id: id } = await readOrder(deps, identity, kind, orderId, { anyone: true });
  return readSubscription(deps, identity, kind, id);
};

/** @throws {Refusal} `conflict` while another change is charged. */
async function requireQuiet(tx: Tx, subscriptionId: number): Promise<void> {
  const open = await findOpenOrder(tx, subscriptionId);
  if (open === null) return;
  throw new Refusal('in_progress', 'A payment of this subscription is in progress.', { retryAfter: 2 });
}

/**
 * Changes the plan or the licenses: more is charged for the rest of the month, fewer licenses count from the next one on.
 * `keep` takes a cancellation back. @throws {Refusal}
 */
export async function updateSubscription(
  deps: Deps,
  asked: Asked,
  { identity, requestId }: Caller,
  kind: PlanKind,
  id: number,
  {
    keep,
    expected_cents: expected,
    ...body
  }: Change & { readonly keep?: true | undefined; readonly expected_cents: number },
): Promise<PlanSubscription> {
  const asksLess = await withAccount(deps.pool, identity, async (tx) => {
    if ((await findByKey(tx, asked.key)) !== null) return false;
    const own = await requireOwn(deps, tx, identity, kind, id);
    if (own.status === 'ended') throw new Refusal('conflict', 'This subscription has ended. Start a new one.');
    if (own.status === 'pending') throw new Refusal('conflict', 'This subscription waits for approval.');
    const resumes = keep === true && own.cancels_at_period_end;
    const isChange = body.plan_id !== undefined || body.quantity !== undefined;
    if (!isChange && !resumes)
      throw refuseField(keep === true ? 'keep' : 'plan_id', 'Choose another plan or number of licenses.');
    const undoes = own.next_quantity !== null && body.plan_id === undefined && body.quantity === own.quantity;
    const made = isChange && !undoes ? await quoted(deps, tx, identity, kind, { ...body, subscription_id: id }) : null;
    if (made !== null && made.action !== 'later') return false;
    await requireQuiet(tx, id);
    if (resumes) await sql.setCancelling(tx, id, false);
    if (undoes) await sql.setNextQuantity(tx, id, null);
    if (made !== null) {
      requireExpected(made, expected);
      await sql.setNextQuantity(tx, id, made.quantity);
    }
    const detail = { next_quantity: made?.quantity ?? null, kept: resumes };
    await writeAudit(tx, identity, requestId, {
      action: 'subscription.changed',
      subjectType: 'plan_subscription',
      subjectId: id,
      detail,
    });
    return true;
  });
  if (!asksLess)
    await placeOrder(deps, asked, (tx) =>
      changeOrder(deps, tx, identity, kind, { ...body, subscription_id: id }, expected),
    );
  return readSubscription(deps, identity, kind, id);
}

async function changeOrder(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  kind: PlanKind,
  body: Change & { readonly subscription_id: number },
  expected: number,
) {
  const made = await quoted(deps, tx, identity, kind, body);
  requireExpected(made, expected);
  const placed = orderOf(kind, body.subscription_id, identity, made);
  const own = await sql.lockSubscription(tx, kind, body.subscription_id);
  // What no one paid for until now is paid by who changes it.
  return own?.payer_id === null ? { ...placed, change: { ...placed.change, payerId: identity.userId } } : placed;
}

/** Adds licenses, charged for the rest of the month. @throws {Refusal} */
export async function orderLicenses(
  deps: Deps,
  asked: Asked,
  identity: Identity,
  kind: PlanKind,
  {
    subscription_id: id,
    quantity,
    expected_cents: expected,
  }: { readonly subscription_id: number; readonly quantity: number; readonly expected_cents: number },
): Promise<PlanOrder> {
  const orderId = await placeOrder(deps, asked, async (tx) => {
    const own = await named(requireOwn(deps, tx, identity, kind, id));
    if (own.order_type !== 'manager_pay')
      throw refuseField('subscription_id', 'Only subscriptions that a manager pays have licenses.');
    return changeOrder(deps, tx, identity, kind, { subscription_id: id, quantity: own.quantity + quantity }, expected);
  });
  return readOrder(deps, identity, kind, orderId, { anyone: true });
}

/** Approves the company's pending subscription: the administrator's card pays for it. @throws {Refusal} */
export async function activateSubscription(
  deps: Deps,
  asked: Asked,
  identity: Identity,
  kind: PlanKind,
  { id, expected_cents: expected }: { readonly id: number; readonly expected_cents: number },
): Promise<PlanSubscription> {
  const field = (message: string) => refuseField('id', message);
  await placeOrder(deps, asked, async (tx) => {
    const pending = await sql.lockSubscription(tx, kind, id);
    if (pending === null) throw field(unknownSubscription().message);
    if (pending.status !== 'pending') throw new Refusal('conflict', 'This subscription does not wait for approval.');
    const active = await sql.findCompanyId(tx, kind, ['starting', 'active', 'past_due']);
    if (active !== null) throw new Refusal('conflict', ALREADY.company);
    const made = quoteFor({
      kind,
      subscription: pending,
      plan: null,
      quantity: null,
      zone: await zoneOfUser(tx, identity.userId),
      at: deps.now(),
    });
    requireExpected(made, expected);
    await sql.setStarting(tx, id);
    const placed = orderOf(kind, id, identity, made);
    return { ...placed, change: { ...placed.change, payerId: identity.userId, wasPending: true } };
  });
  return readSubscription(deps, identity, kind, id);
}
