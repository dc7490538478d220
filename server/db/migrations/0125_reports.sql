-- Reports: what to count, and the numbers that each reader last got.

create table reports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  type text not null,
  name text not null,
  -- Everyone in the account sees it, each with their own numbers.
  shared boolean not null default false,
  -- ReportDefinition of the contract.
  definition jsonb not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index reports_user on reports (user_id, id) where deleted_at is null;
create index reports_account on reports (account_id, id);
create index reports_deleted on reports (deleted_at) where deleted_at is not null;
call isolate_by_account('reports');

-- A reader's numbers are within what they may see, so no one else's are shown to them.
create table report_results (
  account_id bigint not null references accounts,
  report_id bigint not null references reports on delete cascade,
  user_id bigint not null references users,
  -- ReportResult of the contract without the time.
  result jsonb not null,
  computed_at timestamptz not null,
  primary key (report_id, user_id)
);
create index report_results_user on report_results (user_id);
call isolate_by_account('report_results');
