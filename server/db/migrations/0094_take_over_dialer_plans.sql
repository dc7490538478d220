-- What people have of the phone becomes a subscription; what was used this month and the last is counted.
set local role bellwether_definer;

insert into plan_subscriptions (account_id, kind, order_type, user_id, status, plan_name, allocation, created_at, ended_at)
  select account_id, 'dialer', order_type, user_id, case when active then 'active' else 'ended' end, 'Phone', allocation,
    created_at, case when not active then created_at end
  from (
    select distinct on (account_id, order_type, user_id, active) * from dialer_subscriptions
    where order_type <> 'manager_pay' order by account_id, order_type, user_id, active, id desc) s;

-- Licenses were rows of the people who have them; now they are seats of the manager who pays.
insert into plan_subscriptions (account_id, kind, order_type, user_id, plan_name, quantity)
  select l.account_id, 'dialer', 'manager_pay', u.manager_id, 'Phone', count(*)
  from dialer_licenses l join users u on u.id = l.user_id where u.manager_id is not null
  group by l.account_id, u.manager_id;
insert into plan_licenses (account_id, kind, subscription_id, user_id, allocation, paid, created_at)
  select l.account_id, 'dialer', s.id, l.user_id, l.allocation, l.paid, l.created_at
  from dialer_licenses l join users u on u.id = l.user_id
  join plan_subscriptions s on s.account_id = l.account_id and s.kind = 'dialer' and s.order_type = 'manager_pay' and s.user_id = u.manager_id
  where exists (select from dialer_subscriptions d where d.user_id = l.user_id and d.order_type = 'manager_pay' and d.active);

insert into usage_facts (account_id, kind, user_id, call_id, quantity, at)
  select account_id, 'dialer', user_id, id, greatest(1, ceil(seconds / 60.0)), answered_at from calls
  where status = 'ended' and user_id is not null and not echo and answered_at >= date_trunc('month', clock_now()) - interval '1 month'
  on conflict do nothing;
insert into usage_facts (account_id, kind, user_id, text_id, quantity, at)
  select account_id, 'sms', user_id, id, segments, sent_at from text_messages
  where direction = 'out' and user_id is not null and automatic is null and segments > 0
    and sent_at >= date_trunc('month', clock_now()) - interval '1 month'
  on conflict do nothing;

reset role;
