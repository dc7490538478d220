import type { PlanKind } from '#contract/plans/plan.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Units of a person, or of the account, by day of a zone. */
export const findDays = (tx: Tx, kind: PlanKind, userId: number | null, since: Date, zone: string) =>
  tx.raw<{ day: string; used: number }>(
    `select to_char(f.at at time zone $4, 'YYYY-MM-DD') as day, sum(f.quantity)::int as used from usage_facts f
     where f.account_id = app_account_id() and f.kind = $1 and ($2::bigint is null or f.user_id = $2) and f.at >= $3
     group by 1 order by 1`,
    [kind, userId, since, zone],
  );

export interface PersonUsageRow {
  readonly id: number;
  readonly name: string;
  readonly used: number;
  readonly source: 'company' | 'manager' | 'self' | 'enabled' | null;
  readonly allocation: number | null;
}

/** Everyone who has used something this month, or has a subscription or license. */
export const findPeopleUsage = (tx: Tx, kind: PlanKind, since: Date) =>
  tx.raw<PersonUsageRow>(
    `with used as (
       select user_id, sum(quantity)::int as used from usage_facts
       where account_id = app_account_id() and kind = $1 and at >= $2 group by user_id),
     company as (
       select allocation from plan_subscriptions where kind = $1 and order_type = 'company' and status in ('active', 'past_due') limit 1),
     own as (
       select user_id, allocation from plan_subscriptions where kind = $1 and order_type = 'self_pay' and status in ('active', 'past_due')),
     licensed as (
       select l.user_id, l.allocation from plan_licenses l join plan_subscriptions s on s.id = l.subscription_id
       where l.kind = $1 and l.user_id is not null and s.status in ('active', 'past_due'))
     select u.id, btrim(u.first_name || ' ' || u.last_name) as name, coalesce(used.used, 0) as used,
       case when $1 = 'dialer' and u.dialer_enabled then 'enabled' when company is not null then 'company'
         when licensed.user_id is not null then 'manager' when own.user_id is not null then 'self' end as source,
       case when ($1 = 'dialer' and u.dialer_enabled) or company is not null then null
         when licensed.user_id is not null then licensed.allocation else own.allocation end as allocation
     from users u left join used on used.user_id = u.id left join own on own.user_id = u.id
     left join licensed on licensed.user_id = u.id left join company on true
     where used.used is not null or own.user_id is not null or licensed.user_id is not null
     order by used.used desc nulls last, u.last_name, u.id limit 1000`,
    [kind, since],
  );

/** Units of all active subscriptions of the account; `null`: one has no limit. */
export const findBought = async (tx: Tx, kind: PlanKind): Promise<number | null> =>
  (
    await tx.raw<{ bought: number | null }>(
      `select case when bool_or(allocation is null) then null else coalesce(sum(allocation * quantity), 0)::int end as bought
       from plan_subscriptions where kind = $1 and status in ('active', 'past_due')`,
      [kind],
    )
  )[0]?.bought ?? null;

export const findNumbers = (tx: Tx, since: Date) =>
  tx.raw<{
    id: number;
    number: string;
    label: string;
    kind: 'agent' | 'group' | 'echo';
    user: { id: number; name: string } | null;
    used: number;
  }>(
    `select p.id, p.number, p.label, p.kind,
       (select jsonb_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) from users u where u.id = p.user_id) as user,
       (select coalesce(sum(f.quantity), 0)::int from usage_facts f join text_messages t on t.id = f.text_id
         where f.account_id = p.account_id and f.kind = 'sms' and f.at >= $1 and t.from_number = p.number) as used
     from phone_numbers p order by p.number`,
    [since],
  );

/** Units of a person since then. */
export const findUsed = async (tx: Tx, kind: PlanKind, userId: number, since: Date): Promise<number> =>
  (
    await tx.prepared<{ used: number }>(
      'select coalesce(sum(quantity), 0)::int as used from usage_facts where kind = $1 and user_id = $2 and at >= $3',
      [kind, userId, since],
    )
  )[0]?.used ?? 0;
