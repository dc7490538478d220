-- Numbers that are bought from the carrier: an order for each, and what the number can do.

create table number_orders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who buys, and whose the number will be. The key of their request: the same key is the same order.
  user_id bigint not null references users,
  key text not null,
  -- E.164.
  number text not null,
  label text not null default '',
  capabilities text[] not null,
  payment_method text not null check (payment_method in ('card', 'wallet')),
  -- Of the wallet that pays, and of the revenue; 0: the agency's.
  owner_id bigint not null,
  price_cents bigint not null check (price_cents > 0),
  charge_ref text not null default '',
  -- unpaid; ordered: paid, the carrier is asked next; bought; refunding: the card's money is on its way back; refunded; failed: never paid.
  state text not null check (state in ('unpaid', 'ordered', 'bought', 'refunding', 'refunded', 'failed')),
  -- Why there is no number; empty: nothing went wrong.
  failure text not null default '',
  -- Refunds that were asked for and not made.
  refund_tries int not null default 0,
  -- Time at which jobs continue it.
  due_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz
);
create unique index number_orders_key on number_orders (user_id, key);
create index number_orders_due on number_orders (due_at) where state in ('unpaid', 'ordered', 'refunding');
call isolate_by_account('number_orders');

alter table phone_numbers
  add column capabilities text[] not null default '{voice,sms,mms}',
  -- Of a number that was bought here: its carrier, and the carrier's id of it.
  add column carrier text,
  add column carrier_sid text,
  -- Released: kept at the carrier until then, and can be restored.
  add column release_due_at timestamptz;
create index phone_numbers_released on phone_numbers (release_due_at) where release_due_at is not null;
