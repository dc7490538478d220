-- Orders of numbers of all accounts that are due: to be continued, or given up because their payment never began.
create or replace function find_due_number_orders(at timestamptz) returns table (account_id bigint, order_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.account_id, o.id from number_orders o
  where o.state in ('unpaid', 'ordered', 'refunding') and o.due_at <= at
    and not (o.state = 'unpaid' and exists (select from billing_operations b where b.user_id = o.user_id and b.key = o.key))
  order by o.due_at, o.id limit 500
$$;
alter function find_due_number_orders(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_due_number_orders(timestamp with time zone) from public;
grant execute on function find_due_number_orders(timestamp with time zone) to bellwether_app;

-- Released numbers of all accounts whose grace period is over.
create or replace function find_ended_numbers(at timestamptz) returns table (account_id bigint, phone_number_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.account_id, p.id from phone_numbers p where p.release_due_at <= at order by p.release_due_at, p.id limit 500
$$;
alter function find_ended_numbers(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_ended_numbers(timestamp with time zone) from public;
grant execute on function find_ended_numbers(timestamp with time zone) to bellwether_app;
