-- Products of the store.

create table products (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  description text not null default '',
  category_id bigint references categories on delete set null,
  -- There are no corporations yet.
  corporation_id bigint check (corporation_id is null),
  -- Cents.
  price bigint not null check (price > 0),
  -- Null: not limited.
  months_count int check (months_count > 0),
  -- One for each contact of an order's scope.
  per_contact boolean not null default false,
  active boolean not null default true,
  -- The image in the storage.
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  created_at timestamptz not null default now(),
  constraint products_image check ((file_key is null) = (file_name is null))
);
create unique index products_name on products (account_id, lower(name));
create index products_category on products (category_id) where category_id is not null;
create index products_file_key on products (file_key) where file_key is not null;
call isolate_by_account('products');
