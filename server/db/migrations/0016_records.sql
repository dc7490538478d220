-- Keys that seal what is most private of contacts. They are sealed themselves, by the key of the settings, so that a new
-- one of those means sealing these few again and nothing else.
create table data_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: the key of the account's blind index, which never changes.
  business_unit_id bigint references business_units,
  -- What is sealed with it begins so.
  key_id bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create unique index data_keys_unit on data_keys (account_id, coalesce(business_unit_id, 0));
call isolate_by_account('data_keys');

-- Those that another key than the current one has sealed; the first bytes of what is sealed name its key.
create function find_stale_data_keys(current_key bytea) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from data_keys where substr(sealed, 1, length(current_key)) <> current_key order by id limit 1000
$$;
alter function find_stale_data_keys(bytea) owner to bellwether_definer;
revoke all on function find_stale_data_keys(bytea) from public;
grant execute on function find_stale_data_keys(bytea) to bellwether_app;

create table policies (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  carrier text not null default '',
  plan_name text not null default '',
  policy_number text not null default '',
  type text not null default 'other',
  status text not null default 'active',
  -- Cents of a US dollar; null: not known.
  premium_cents bigint check (premium_cents >= 0),
  premium_period text not null default 'month',
  face_amount_cents bigint check (face_amount_cents >= 0),
  -- Days without a zone.
  effective_on date,
  expires_on date,
  beneficiary text not null default '',
  notes text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index policies_contact on policies (contact_id) where deleted_at is null;
call isolate_by_account('policies');

create table securities (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  company text not null default '',
  -- Null: none is known.
  account_number_sealed bytea,
  kind text not null default 'other',
  value_cents bigint check (value_cents >= 0),
  purchased_on date,
  matures_on date,
  qualified boolean,
  notes text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index securities_contact on securities (contact_id) where deleted_at is null;
call isolate_by_account('securities');

create table rx_details (
  contact_id bigint primary key references contacts,
  account_id bigint not null references accounts,
  -- All prescriptions in one.
  sealed bytea not null,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
call isolate_by_account('rx_details');

-- Medicare number, SSN and bank numbers.
create table sealed_fields (
  contact_id bigint not null references contacts,
  account_id bigint not null references accounts,
  field text not null,
  sealed bytea not null,
  -- Equal values of a field are equal here, and nothing else can be told from it.
  blind_index bytea not null,
  updated_at timestamptz not null default now(),
  primary key (contact_id, field)
);
create index sealed_fields_blind on sealed_fields (account_id, field, blind_index);
call isolate_by_account('sealed_fields');

create table medicare_facts (
  contact_id bigint primary key references contacts,
  account_id bigint not null references accounts,
  part_a_on date,
  part_b_on date,
  plan_name text not null default '',
  plan_id text not null default '',
  plan_type text not null default '',
  plan_from date,
  imported_at timestamptz not null default now()
);
call isolate_by_account('medicare_facts');
