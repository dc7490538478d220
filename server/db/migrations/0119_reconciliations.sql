-- What comparing the ledger, the card provider and usage has found, for each day that is over.
create table reconciliations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- In UTC.
  day date not null,
  checked_at timestamptz not null,
  -- Payments compared with the provider; null: it keeps no records.
  payments int,
  differences jsonb not null default '[]'
);
create unique index reconciliations_day on reconciliations (account_id, day);
call isolate_by_account('reconciliations');
