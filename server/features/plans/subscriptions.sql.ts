import type { OrderType, PlanKind, SubscriptionStatus } from '#contract/plans/plan.contract.ts';
import type { Tx } from '../../db/tx.ts';

interface Who {
  readonly id: number;
  readonly name: string;
}

export interface SubscriptionRow {
  readonly id: number;
  readonly kind: PlanKind;
  readonly status: SubscriptionStatus;
  readonly order_type: OrderType;
  readonly user_id: number | null;
  readonly payer_id: number | null;
  readonly plan_id: number | null;
  readonly plan_name: string;
  readonly price_cents: number;
  readonly allocation: number | null;
  readonly quantity: number;
  readonly next_quantity: number | null;
  readonly credit_cents: number;
  readonly period_starts_at: Date | null;
  readonly period_ends_at: Date | null;
  readonly cancels_at_period_end: boolean;
  readonly due_at: Date | null;
  readonly failures: number;
  readonly failure: string;
  readonly created_at: Date;
}

const COLUMNS = `s.id, s.kind, s.status, s.order_type, s.user_id, s.payer_id, s.plan_id, s.plan_name, s.price_cents,
  s.allocation, s.quantity, s.next_quantity, s.credit_cents, s.period_starts_at, s.period_ends_at,
  s.cancels_at_period_end, s.due_at, s.failures, s.failure, s.created_at`;

/** A subscription with what a list shows of it. */
export interface ShownRow extends SubscriptionRow {
  readonly user: Who | null;
  readonly payer: Who | null;
  readonly assigned: number;
  readonly used: number;
}

const nameOf = (column: string) =>
  `(select jsonb_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) from users u where u.id = ${column})`;

/** $2: the month of the reader. */
const SHOWN = `${COLUMNS}, ${nameOf('s.user_id')} as user, ${nameOf('s.payer_id')} as payer,
  (select count(*)::int from plan_licenses l where l.subscription_id = s.id and l.user_id is not null) as assigned,
  (select coalesce(sum(f.quantity), 0)::int from usage_facts f
    where f.account_id = s.account_id and f.kind = s.kind and f.at >= $2 and case s.order_type
      when 'company' then true when 'self_pay' then f.user_id = s.user_id
      else f.user_id in (select l.user_id from plan_licenses l where l.subscription_id = s.id) end) as used`;

/** $3: the reader; $4: an administrator, who sees all of the account. */
const VISIBLE = `($4 or s.order_type = 'company' or s.user_id = $3 or s.payer_id = $3
  or exists (select from plan_licenses l where l.subscription_id = s.id and l.user_id = $3)
  or exists (select from user_tree t where t.ancestor_id = $3 and t.descendant_id = s.user_id and t.depth > 0))`;

/** A first payment that failed made no subscription. */
const BEGUN = `not (s.status = 'ended' and exists (select from plan_orders o where o.subscription_id = s.id)
  and not exists (select from plan_orders o where o.subscription_id = s.id and o.status = 'paid'))`;

export interface Reader {
  readonly userId: number;
  readonly isAdmin: boolean;
  /** The month in which they are. */
  readonly since: Date;
}

export interface ListQuery {
  readonly q?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly order_field?: 'created_at' | 'plan' | 'user' | 'status' | 'period_ends_on' | undefined;
  readonly page: number;
  readonly limit: number;
  readonly active?: 'true' | 'false' | undefined;
  readonly mine?: 'true' | 'false' | undefined;
}

const ORDERS = {
  created_at: 's.created_at',
  plan: 'lower(s.plan_name)',
  user: `(select lower(u.last_name || ' ' || u.first_name) from users u where u.id = s.user_id)`,
  status: 's.status',
  period_ends_on: 's.period_ends_at',
} as const;

const WHERE = `s.kind = $1 and ${VISIBLE} and ${BEGUN}
  and ($5 = '' or position(lower($5) in lower(s.plan_name || ' ' || coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = s.user_id), 'company'))) > 0)
  and ($6::boolean is null or (s.status in ('active', 'past_due')) = $6)
  and (not $7 or s.user_id = $3 or s.payer_id = $3 or exists (select from plan_licenses l where l.subscription_id = s.id and l.user_id = $3))`;

const valuesOf = (kind: PlanKind, { userId, isAdmin, since }: Reader, query: ListQuery) => [
  kind,
  since,
  userId,
  isAdmin,
  query.q ?? '',
  query.active === undefined ? null : query.active === 'true',
  query.mine === 'true',
];

export async function findSubscriptions(tx: Tx, kind: PlanKind, reader: Reader, query: ListQuery) {
  const values = valuesOf(kind, reader, query);
  const direction = query.order === 'asc' ? 'asc' : 'desc';
  const [counted] = await tx.raw<{ count: number }>(
    // The month is a parameter of both statements.
    `select count(*)::int as count from plan_subscriptions s where $2::timestamptz is not null and ${WHERE}`,
    values,
  );
  const rows = await tx.raw<ShownRow>(
    `select ${SHOWN} from plan_subscriptions s where ${WHERE}
     order by ${ORDERS[query.order_field ?? 'created_at']} ${direction} nulls last, s.id ${direction} limit $8 offset $9`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  return { rows, total: counted?.count ?? 0 };
}

/** `null`: unknown, or someone else's. */
export const findSubscription = async (tx: Tx, kind: PlanKind, reader: Reader, id: number): Promise<ShownRow | null> =>
  (
    await tx.raw<ShownRow>(`select ${SHOWN} from plan_subscriptions s where s.kind = $1 and ${VISIBLE} and s.id = $5`, [
      kind,
      reader.since,
      reader.userId,
      reader.isAdmin,
      id,
    ])
  )[0] ?? null;

/** The company's, of one of these statuses. */
export const findCompanyId = async (tx: Tx, kind: PlanKind, statuses: readonly string[]): Promise<number | null> =>
  (
    await tx.raw<{ id: number }>(
      `select id from plan_subscriptions where kind = $1 and order_type = 'company' and status = any($2) order by id desc limit 1`,
      [kind, statuses],
    )
  )[0]?.id ?? null;

/** One after the other for each subscription. */
export const lockSubscription = async (tx: Tx, kind: PlanKind, id: number): Promise<SubscriptionRow | null> =>
  (
    await tx.raw<SubscriptionRow>(
      `select ${COLUMNS} from plan_subscriptions s where s.kind = $1 and s.id = $2 for no key update`,
      [kind, id],
    )
  )[0] ?? null;

export const lockById = async (tx: Tx, id: number): Promise<SubscriptionRow | null> =>
  (
    await tx.raw<SubscriptionRow>(`select ${COLUMNS} from plan_subscriptions s where s.id = $1 for no key update`, [id])
  )[0] ?? null;

export interface FreshSubscription {
  readonly kind: PlanKind;
  readonly orderType: OrderType;
  readonly userId: number | null;
  readonly payerId: number;
  readonly status: 'pending' | 'starting';
  readonly planId: number;
  readonly planName: string;
  readonly priceCents: number;
  readonly allocation: number | null;
  readonly quantity: number;
  readonly at: Date;
}

/** `null`: there is one already. */
export async function insertSubscription(tx: Tx, fresh: FreshSubscription): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into plan_subscriptions (account_id, kind, order_type, user_id, payer_id, status, plan_id, plan_name, price_cents,
                                     allocation, quantity, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
    [
      fresh.kind,
      fresh.orderType,
      fresh.userId,
      fresh.payerId,
      fresh.status,
      fresh.planId,
      fresh.planName,
      fresh.priceCents,
      fresh.allocation,
      fresh.quantity,
      fresh.at,
    ],
  );
  return rows[0]?.id ?? null;
}

/** What a paid order makes of its subscription; absent: as it is. */
export interface SubscriptionChange {
  readonly payerId?: number;
  /** It waited for approval before. */
  readonly wasPending?: true;
  readonly planId?: number;
  readonly planName?: string;
  readonly priceCents?: number;
  readonly allocation?: number | null;
  readonly quantity?: number;
  readonly creditCents?: number;
  readonly periodStartsAt?: string;
  readonly periodEndsAt?: string;
}

/** Also clears failed payments, a smaller number of licenses that was due, and a cancellation. */
export const applyPaid = (tx: Tx, id: number, change: SubscriptionChange) =>
  tx.raw(
    `update plan_subscriptions s set status = 'active', failures = 0, failure = '', ended_at = null, cancels_at_period_end = false,
       next_quantity = case when $9::timestamptz is null and $7::int is null then s.next_quantity end,
       payer_id = coalesce($2, s.payer_id), plan_id = coalesce($3, s.plan_id), plan_name = coalesce($4, s.plan_name),
       price_cents = coalesce($5, s.price_cents), allocation = case when $11 then $6 else s.allocation end,
       quantity = coalesce($7, s.quantity), credit_cents = coalesce($8, s.credit_cents),
       period_starts_at = coalesce($10, s.period_starts_at), period_ends_at = coalesce($9, s.period_ends_at),
       due_at = coalesce($9, s.period_ends_at)
     where s.id = $1`,
    [
      id,
      change.payerId ?? null,
      change.planId ?? null,
      change.planName ?? null,
      change.priceCents ?? null,
      change.allocation ?? null,
      change.quantity ?? null,
      change.creditCents ?? null,
      change.periodEndsAt ?? null,
      change.periodStartsAt ?? null,
      change.allocation !== undefined,
    ],
  );

export const setStarting = (tx: Tx, id: number) =>
  tx.raw(`update plan_subscriptions set status = 'starting' where id = $1`, [id]);

/** False: another one waits by now. */
export const setPendingAgain = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await tx.raw(
      `update plan_subscriptions s set status = 'pending' where s.id = $1 and not exists (
         select from plan_subscriptions o where o.kind = s.kind and o.order_type = 'company' and o.status = 'pending') returning 1`,
      [id],
    )
  ).length > 0;

export const noteFailure = (tx: Tx, id: number, failures: number, failure: string, dueAt: Date) =>
  tx.raw(`update plan_subscriptions set status = 'past_due', failures = $2, failure = $3, due_at = $4 where id = $1`, [
    id,
    failures,
    failure,
    dueAt,
  ]);

/** Its licenses are no one's anymore. */
export async function endSubscription(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.raw(
    `update plan_subscriptions set status = 'ended', ended_at = $2, due_at = null, next_quantity = null where id = $1`,
    [id, at],
  );
  await tx.raw('update plan_licenses set user_id = null, paid = false where subscription_id = $1', [id]);
}

export const setCancelling = (tx: Tx, id: number, cancels: boolean) =>
  tx.raw('update plan_subscriptions set cancels_at_period_end = $2 where id = $1', [id, cancels]);

export const setNextQuantity = (tx: Tx, id: number, quantity: number | null) =>
  tx.raw('update plan_subscriptions set next_quantity = $2 where id = $1', [id, quantity]);

export interface PlanRow {
  readonly id: number;
  readonly name: string;
  readonly price_cents: number;
  readonly allocation: number | null;
  readonly enterprise: boolean;
}

/** A plan that is sold. */
export const findPlan = async (tx: Tx, kind: PlanKind, id: number): Promise<PlanRow | null> =>
  (
    await tx.raw<PlanRow>(
      'select id, name, price_cents, allocation, enterprise from usage_plans where kind = $1 and id = $2 and active',
      [kind, id],
    )
  )[0] ?? null;

export const findZone = async (tx: Tx, userId: number): Promise<string | null> =>
  (await tx.raw<{ timezone: string }>('select timezone from users where id = $1', [userId]))[0]?.timezone ?? null;

/** An active user of the account. */
export const findPerson = async (tx: Tx, id: number): Promise<{ id: number; roles: string[] } | null> =>
  (await tx.raw<{ id: number; roles: string[] }>('select id, roles from users where id = $1 and active', [id]))[0] ??
  null;
