-- What an agent may sell where: one row for each state and line of authority.
create table agent_licenses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- Two letters.
  state text not null,
  line text not null check (line in ('health', 'life', 'property_casualty', 'pre_need')),
  number text not null default '',
  -- The last day on which it is valid. Null: it doesn't expire, or the day is unknown.
  expires_on date,
  carriers text[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index agent_licenses_place on agent_licenses (user_id, state, line);
create index agent_licenses_account on agent_licenses (account_id);
create index agent_licenses_ending on agent_licenses (expires_on) where expires_on is not null;
call isolate_by_account('agent_licenses');
