-- A call counts toward the month in which it was answered, rounded up to a minute; a correction by the carrier corrects
-- its fact.
create or replace function meter_call() returns trigger
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

-- A text counts once the carrier has taken it.
create or replace function meter_text() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into usage_facts (account_id, kind, user_id, text_id, quantity, at)
    values (new.account_id, 'sms', new.user_id, new.id, new.segments, new.sent_at)
    on conflict (text_id) where text_id is not null do nothing;
  return null;
end $$;

-- Subscriptions that renew, are tried again or end; and orders that were never charged.
create or replace function find_due_plans(due timestamptz, asked_before timestamptz)
returns table (account_id bigint, subscription_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from plan_subscriptions where due_at <= due and status in ('active', 'past_due')
  union
  select account_id, subscription_id from plan_orders where status = 'open' and action <> 'renewal' and created_at <= asked_before
$$;
alter function find_due_plans(timestamp with time zone,timestamp with time zone) owner to bellwether_definer;
revoke all on function find_due_plans(timestamp with time zone,timestamp with time zone) from public;
grant execute on function find_due_plans(timestamp with time zone,timestamp with time zone) to bellwether_app;
