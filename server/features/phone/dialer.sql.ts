import type { CurrentUser } from '#contract/session.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Tx } from '../../db/tx.ts';

interface Subscription {
  readonly id: number;
  readonly active: boolean;
  readonly order_type: 'manager_pay' | 'self_pay' | 'company';
  /** Minutes a month; `null`: without a limit, or those of the license. */
  readonly allocation: number | null;
}

export interface DialerRow {
  readonly must_change_password: boolean;
  readonly must_use_two_factor: boolean;
  readonly verified_number: string | null;
  readonly enabled: boolean;
  /** The chosen number; it may belong to someone else by now. */
  readonly call_from: string | null;
  readonly numbers: CurrentUser['available_phone_numbers'];
  readonly subscription: Subscription | null;
  readonly company_subscription: Subscription | null;
  readonly license: { readonly paid: boolean; readonly allocation: number } | null;
  /** Whole minutes of this month. */
  readonly used: number;
  /** Total of the account; 0 if the company doesn't pay. */
  readonly company_used: number;
  readonly renews_on: string;
  /** The next one above who can sign in. */
  readonly manager: { readonly id: number; readonly name: string } | null;
  readonly requested: number | null;
}

/** An active one comes first, then a paid license of a manager. */
const subscription = (whose: string) =>
  `(select json_build_object('id', s.id, 'active', s.status in ('active', 'past_due'), 'order_type', s.order_type,
      'allocation', case when s.order_type <> 'manager_pay' then s.allocation end)
    from plan_subscriptions s
    left join plan_licenses l on l.subscription_id = s.id and l.user_id = me.id
    where s.kind = 'dialer' and s.status in ('active', 'past_due', 'ended') and ${whose}
    order by s.status <> 'ended' desc, coalesce(l.paid, false) desc, s.order_type = 'self_pay' desc, s.id desc limit 1)`;

const OWN = `((s.order_type = 'self_pay' and s.user_id = me.id) or (s.order_type = 'manager_pay' and l.user_id = me.id))`;

/** A call counts toward the month in which it was answered, rounded up to a minute; one in progress, so far. */
const minutes = (whose: string) =>
  `((select coalesce(sum(f.quantity), 0) from usage_facts f
      where f.kind = 'dialer' and f.${whose} and f.at >= me.since and f.at <= $2)
    + (select coalesce(sum(greatest(1, ceil(extract(epoch from $2 - c.answered_at) / 60.0))), 0) from calls c
      where c.${whose} and c.status <> 'ended' and c.answered_at >= me.since and c.answered_at <= $2 and not c.echo))::int`;

const DIALER = `
with me as (
  select u.*, z.month at time zone z.zone as since, (z.month + interval '1 month')::date::text as renews_on
  from users u, lateral (
    select zone, date_trunc('month', $2::timestamptz at time zone zone) as month
    from coalesce($3::jsonb ->> u.timezone, 'UTC') as zone) z
  where u.id = $1
)
select me.change_password as must_change_password,
  me.two_fa_required and not exists (select from two_factors t where t.user_id = me.id and t.enabled_at is not null)
    as must_use_two_factor,
  me.dialer_verified_phone_number as verified_number, me.dialer_enabled as enabled, me.dialer_call_from as call_from,
  coalesce((select json_agg(json_build_object('number', p.number, 'label', p.label) order by p.id)
            from phone_numbers p where p.user_id = me.id and p.release_due_at is null and 'voice' = any (p.capabilities)), '[]') as numbers,
  ${subscription(OWN)} as subscription,
  ${subscription(`s.order_type = 'company'`)} as company_subscription,
  (select json_build_object('paid', l.paid, 'allocation', l.allocation)
   from plan_licenses l where l.user_id = me.id and l.kind = 'dialer') as license,
  ${minutes('user_id = me.id')} as used,
  case when exists (select from plan_subscriptions s where s.kind = 'dialer' and s.order_type = 'company' and s.status in ('active', 'past_due'))
    then ${minutes('account_id = me.account_id')} else 0 end as company_used,
  me.renews_on,
  (select json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name))
   from user_tree t join users m on m.id = t.ancestor_id
   where t.descendant_id = me.id and t.depth > 0 and m.active order by t.depth limit 1) as manager,
  (select r.minutes from minutes_requests r where r.user_id = me.id and r.status = 'open') as requested
from me`;

/** The current dialer of a user; the month is the one in their time zone. `null` when the user doesn't exist. */
export const findDialer = async (tx: Tx, userId: number, at: Date): Promise<DialerRow | null> =>
  (await tx.raw<DialerRow>(DIALER, [userId, at, JSON.stringify(IANA_ZONES)]))[0] ?? null;
