-- Refunds of orders: written before the money moves, and counted against what was paid while they are on their way.

create table store_refunds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  order_id bigint not null references store_orders,
  -- Who refunds. The key of their request: the same key is the same refund.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  key text not null,
  amount_cents bigint not null check (amount_cents > 0),
  destination text not null check (destination in ('card', 'wallet')),
  reason text not null default '',
  state text not null default 'pending' check (state in ('pending', 'done', 'declined')),
  refund_ref text not null default '',
  -- Why it was declined.
  failure text not null default '',
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint store_refunds_settled check ((state = 'pending') = (settled_at is null))
);
create unique index store_refunds_key on store_refunds (account_id, key);
create index store_refunds_order on store_refunds (order_id, id);
create index store_refunds_user on store_refunds (user_id);
create index store_refunds_actor on store_refunds (actor_id);
create index store_refunds_pending on store_refunds (created_at) where state = 'pending';
call isolate_by_account('store_refunds');

-- The row of the order is locked by its update, so refunds of one order are counted one after the other, and
-- store_orders_refunds refuses the one that exceeds what was paid.
create function count_store_refund() returns trigger language plpgsql as $$
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
create trigger store_refunds_counted before insert or update on store_refunds
  for each row execute function count_store_refund();
