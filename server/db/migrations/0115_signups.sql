-- Signups: the enrollment form of a person with the agency, one each.

create table signups (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  status text not null default 'draft' check (status in ('draft', 'submitted')),
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  npn text not null default '',
  resident_state text not null default '',
  licensed_states text[] not null default '{}',
  lines text[] not null default '{}',
  eo_carrier text not null default '',
  eo_policy_number text not null default '',
  eo_expires_on date,
  carriers text[] not null default '{}',
  ahip_year int,
  heard_from text not null default '',
  upline text not null default '',
  -- The last plan year for which the person may sell Medicare, as src/rules/signups says; null: none.
  medicare_year int,
  medicare_since timestamptz,
  submitted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint signups_submitted check ((status = 'submitted') = (submitted_at is not null)),
  constraint signups_medicare check ((medicare_year is null) = (medicare_since is null))
);
create unique index signups_user on signups (user_id);
create index signups_account on signups (account_id, updated_at);
call isolate_by_account('signups');
