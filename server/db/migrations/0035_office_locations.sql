-- The offices of an agency. A row without a business unit is an office of the whole account.
create table office_locations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  name text not null,
  office_type text not null check (office_type in ('main', 'branch')),
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  -- E.164, or empty.
  phone text not null default '',
  email text not null default '',
  -- Null: unknown.
  timezone text,
  created_at timestamptz not null default now()
);
create unique index office_locations_name
  on office_locations (account_id, coalesce(business_unit_id, 0), lower(name));
call isolate_by_account('office_locations');
