-- Plans for texting and the phone: what is sold, who has it, its licenses and orders, and what was used.

create table usage_plans (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- sms, dialer.
  kind text not null check (kind in ('sms', 'dialer')),
  name text not null,
  description text not null default '',
  -- A month: for each license, or for the company.
  price_cents int not null check (price_cents >= 0),
  -- Segments or minutes a month; null: without a limit.
  allocation int check (allocation > 0),
  enterprise boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default clock_now()
);
create unique index usage_plans_name on usage_plans (account_id, kind, lower(name));
call isolate_by_account('usage_plans');

create table plan_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('sms', 'dialer')),
  -- self_pay: of `user_id`. manager_pay: licenses that the manager `user_id` gives to people. company: of everyone.
  order_type text not null check (order_type in ('self_pay', 'manager_pay', 'company')),
  user_id bigint references users,
  -- Whose card is charged; null: no one's.
  payer_id bigint references users,
  -- pending, starting, active, past_due, ended.
  status text not null default 'active' check (status in ('pending', 'starting', 'active', 'past_due', 'ended')),
  -- As it was bought: a change of the plan concerns new subscriptions.
  plan_id bigint references usage_plans on delete set null,
  plan_name text not null default '',
  price_cents int not null default 0 check (price_cents >= 0),
  -- Units a month of each license; null: without a limit.
  allocation int check (allocation >= 0),
  quantity int not null default 1 check (quantity > 0),
  -- Licenses from the next period on; null: as many.
  next_quantity int check (next_quantity > 0),
  -- What the next months cost less.
  credit_cents int not null default 0 check (credit_cents >= 0),
  -- The paid month, from and until; null: it hasn't started, or never renews.
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  cancels_at_period_end boolean not null default false,
  -- When it is charged, tried again or ended; null: never.
  due_at timestamptz,
  -- Payments of this month that failed.
  failures int not null default 0,
  -- In words, with past_due.
  failure text not null default '',
  created_at timestamptz not null default clock_now(),
  ended_at timestamptz,
  constraint plan_subscriptions_company check ((order_type = 'company') = (user_id is null))
);
-- One of each, also while the first charge is under way or an administrator is waited for.
create unique index plan_subscriptions_live on plan_subscriptions (account_id, kind, order_type, coalesce(user_id, 0), (status = 'pending'))
  where status <> 'ended';
create index plan_subscriptions_due on plan_subscriptions (due_at) where due_at is not null and status in ('active', 'past_due');
create index plan_subscriptions_user on plan_subscriptions (user_id) where user_id is not null;
create index plan_subscriptions_payer on plan_subscriptions (payer_id) where payer_id is not null;
create index plan_subscriptions_plan on plan_subscriptions (plan_id) where plan_id is not null;
call isolate_by_account('plan_subscriptions');

-- Seats of a subscription that a manager pays.
create table plan_licenses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('sms', 'dialer')),
  subscription_id bigint not null references plan_subscriptions on delete cascade,
  -- null: free.
  user_id bigint references users,
  -- Units a month.
  allocation int not null default 0 check (allocation >= 0),
  paid boolean not null default true,
  created_at timestamptz not null default clock_now()
);
create unique index plan_licenses_user on plan_licenses (user_id, kind) where user_id is not null;
create index plan_licenses_subscription on plan_licenses (subscription_id);
call isolate_by_account('plan_licenses');

-- What was bought. An order is written before the card is charged, and holds what the payment changes.
create table plan_orders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('sms', 'dialer')),
  subscription_id bigint not null references plan_subscriptions on delete cascade,
  -- Whose card is charged; null: no one's.
  payer_id bigint references users,
  -- Who asked; null: the clock.
  user_id bigint references users,
  -- start, seats, plan, renewal.
  action text not null,
  -- open, paid, failed, canceled.
  status text not null default 'open' check (status in ('open', 'paid', 'failed', 'canceled')),
  description text not null,
  quantity int not null check (quantity > 0),
  amount_cents int not null check (amount_cents >= 0),
  -- Columns of the subscription once it is paid.
  change jsonb not null default '{}',
  failures int not null default 0,
  failure text not null default '',
  charge_ref text,
  created_at timestamptz not null,
  paid_at timestamptz
);
-- Changes of a subscription are one after the other.
create unique index plan_orders_open on plan_orders (subscription_id) where status = 'open';
create index plan_orders_subscription on plan_orders (subscription_id, id);
create index plan_orders_payer on plan_orders (payer_id, id) where payer_id is not null;
create index plan_orders_user on plan_orders (user_id) where user_id is not null;
call isolate_by_account('plan_orders');

-- What was used: one row for each call or text, however often it is counted.
create table usage_facts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('sms', 'dialer')),
  user_id bigint not null references users,
  call_id bigint references calls on delete cascade,
  text_id bigint references text_messages on delete cascade,
  -- Minutes, or segments.
  quantity int not null check (quantity > 0),
  at timestamptz not null,
  check (num_nonnulls(call_id, text_id) = 1)
);
create unique index usage_facts_call on usage_facts (call_id) where call_id is not null;
create unique index usage_facts_text on usage_facts (text_id) where text_id is not null;
create index usage_facts_user on usage_facts (user_id, kind, at);
create index usage_facts_account on usage_facts (account_id, kind, at);
call isolate_by_account('usage_facts');

-- A call counts toward the month in which it was answered, rounded up to a minute; a correction by the carrier corrects
-- its fact.
create function meter_call() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into usage_facts (account_id, kind, user_id, call_id, quantity, at)
    values (new.account_id, 'dialer', new.user_id, new.id, greatest(1, ceil(new.seconds / 60.0)), new.answered_at)
    on conflict (call_id) where call_id is not null
    do update set quantity = excluded.quantity, user_id = excluded.user_id, at = excluded.at
    where (usage_facts.quantity, usage_facts.user_id, usage_facts.at)
      is distinct from (excluded.quantity, excluded.user_id, excluded.at);
  return null;
end $$;
create trigger calls_meter_new after insert on calls for each row
  when (new.status = 'ended' and new.answered_at is not null and new.user_id is not null and not new.echo)
  execute function meter_call();
create trigger calls_meter after update of status, seconds, user_id, answered_at on calls for each row
  when (new.status = 'ended' and new.answered_at is not null and new.user_id is not null and not new.echo)
  execute function meter_call();

-- A text counts once the carrier has taken it.
create function meter_text() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into usage_facts (account_id, kind, user_id, text_id, quantity, at)
    values (new.account_id, 'sms', new.user_id, new.id, new.segments, new.sent_at)
    on conflict (text_id) where text_id is not null do nothing;
  return null;
end $$;
create trigger text_messages_meter_new after insert on text_messages for each row
  when (new.direction = 'out' and new.sent_at is not null and new.user_id is not null and new.automatic is null and new.segments > 0)
  execute function meter_text();
create trigger text_messages_meter after update of sent_at on text_messages for each row
  when (new.direction = 'out' and new.sent_at is not null and old.sent_at is null and new.user_id is not null
    and new.automatic is null and new.segments > 0)
  execute function meter_text();
