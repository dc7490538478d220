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

const subscription = (whose: string) =>
  `(select json_build_object('id', s.id, 'active', s.active, 'order_type', s.order_type, 'allocation', s.allocation)
    from dialer_subscriptions s where s.user_id ${whose} order by s.active desc, s.id desc limit 1)`;

/** A call counts toward the month in which it was answered, rounded up to a minute; one in progress, so far. */
const minutes = (whose: string) =>
  `(select coalesce(sum(greatest(1, ceil(
      case when c.status = 'ended' then c.seconds else extract(epoch from $2 - c.answered_at) end / 60.0))), 0)::int
    from calls c
    where ${whose} and c.answered_at >= me.since and c.answered_at <= $2 and not c.echo)`;

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
            from phone_numbers p where p.user_id = me.id), '[]') as numbers,
  ${subscription('= me.id')} as subscription,
  ${subscription('is null')} as company_subscription,
  (select json_build_object('paid', l.paid, 'allocation', l.allocation)
   from dialer_licenses l where l.user_id = me.id) as license,
  ${minutes('c.user_id = me.id')} as used,
  case when exists (select from dialer_subscriptions s where s.user_id is null and s.active)
    then ${minutes('c.user_id in (select id from users)')} else 0 end as company_used,
  me.renews_on,
  (select json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name))
   from user_tree t join users m on m.id = t.ancestor_id
   where t.descendant_id = me.id and t.depth > 0 and m.active order by t.depth limit 1) as manager,
  (select r.minutes from minutes_requests r where r.user_id = me.id and r.status = 'open') as requested
from me`;

/** The current dialer of a user; the month is the one in their time zone. `null` when the user doesn't exist. */
export const findDialer = async (tx: Tx, userId: number, at: Date): Promise<DialerRow | null> =>
  (await tx.raw<DialerRow>(DIALER, [userId, at, JSON.stringify(IANA_ZONES)]))[0] ?? null;
