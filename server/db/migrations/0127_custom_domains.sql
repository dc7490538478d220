-- Domains of agencies on which their public pages are served, once the DNS proves that they are theirs.

create table custom_domains (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: of the whole account.
  business_unit_id bigint references business_units,
  -- In lower case, as the DNS has it.
  custom_domain text not null,
  status text not null default 'pending' check (status in ('pending', 'verified', 'failing', 'suspended')),
  fault text,
  -- The records with what was found, and the last checks with a new outcome, as the contract has them.
  records jsonb not null default '[]',
  checks jsonb not null default '[]',
  checked_at timestamptz,
  -- Null: only when someone asks.
  next_check_at timestamptz default now(),
  verified_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now()
);
create unique index custom_domains_name on custom_domains (account_id, custom_domain);
create index custom_domains_due on custom_domains (next_check_at) where next_check_at is not null;
create index custom_domains_unit on custom_domains (business_unit_id) where business_unit_id is not null;
call isolate_by_account('custom_domains');

-- The agency that has proven that a name is theirs: one, over all accounts.
create table domain_owners (
  custom_domain text primary key,
  account_id bigint not null references accounts,
  -- A released name is held until then, so that no other agency takes over records that still point here.
  held_until timestamptz
);
call isolate_by_account('domain_owners');
