create or replace function count_store_refund() returns trigger language plpgsql as $$
declare
  before bigint := case when tg_op = 'UPDATE' and old.state <> 'declined' then old.amount_cents else 0 end;
  after bigint := case when new.state <> 'declined' then new.amount_cents else 0 end;
begin
  if tg_op = 'UPDATE' and old.order_id <> new.order_id then
    raise exception 'A refund stays with its order.' using errcode = 'check_violation';
  end if;
  if after <> before then
    update store_orders set refunded_cents = refunded_cents + after - before where id = new.order_id;
  end if;
  return new;
end $$;

-- Refunds of all accounts whose process died before it asked for them.
create or replace function find_pending_refunds(before timestamptz) returns table (account_id bigint, refund_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.account_id, r.id from store_refunds r
  join store_orders o on o.id = r.order_id
  where r.state = 'pending' and r.created_at <= before
    and not exists (select from billing_operations b where b.user_id = o.user_id and b.key = r.key)
  order by r.id limit 500
$$;
alter function find_pending_refunds(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_pending_refunds(timestamp with time zone) from public;
grant execute on function find_pending_refunds(timestamp with time zone) to bellwether_app;
