-- The key by which an agency opens its own account at CSG.

create table quote_connections (
  account_id bigint primary key references accounts,
  -- The key, sealed for its account.
  sealed bytea not null,
  connected_by bigint not null references users,
  connected_at timestamptz not null default clock_now()
);
call isolate_by_account('quote_connections');
