-- Orders of the store: what was bought at which price, and for whom.

create table store_orders (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who buys. The key of their request: the same key is the same order.
  user_id bigint not null references users,
  key text not null,
  payment_method text not null check (payment_method in ('card', 'wallet')),
  -- Of the wallet that pays, and of the revenue; 0: the agency's.
  owner_id bigint not null,
  total_cents bigint not null check (total_cents > 0),
  -- 0 until it is paid; then all of it.
  paid_cents bigint not null default 0 check (paid_cents in (0, total_cents)),
  -- Kept by a trigger on refunds, those on their way included.
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  charge_ref text not null default '',
  -- Empty: paid from the wallet.
  card text not null default '',
  -- Why the payment failed; empty: it didn't.
  failure text not null default '',
  admin_status text not null default 'new' check (admin_status in ('new', 'accepted', 'fulfilled', 'returned', 'canceled')),
  notes text not null default '',
  -- Contacts of the scope, and the scope in words.
  contacts int not null default 0,
  sentence text not null default '',
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint store_orders_refunds check (refunded_cents <= paid_cents),
  constraint store_orders_paid check ((paid_at is null) = (paid_cents = 0))
);
create unique index store_orders_key on store_orders (user_id, key);
create index store_orders_latest on store_orders (account_id, id desc);
create index store_orders_user on store_orders (user_id, id desc);
call isolate_by_account('store_orders');

create table store_order_items (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  order_id bigint not null references store_orders on delete cascade,
  -- As it was when it was ordered.
  product_id bigint not null references products,
  name text not null,
  price_cents bigint not null check (price_cents > 0),
  quantity int not null check (quantity > 0),
  months_count int
);
create index store_order_items_order on store_order_items (order_id);
create index store_order_items_product on store_order_items (product_id);
call isolate_by_account('store_order_items');

create table store_order_contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  order_id bigint not null references store_orders on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  unique (order_id, contact_id)
);
create index store_order_contacts_contact on store_order_contacts (contact_id);
call isolate_by_account('store_order_contacts');
