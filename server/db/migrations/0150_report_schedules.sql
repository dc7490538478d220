-- Reports by e-mail: each reader chooses their own time, and gets their own numbers.

create table report_schedules (
  account_id bigint not null references accounts,
  report_id bigint not null references reports on delete cascade,
  user_id bigint not null references users,
  -- ReportScheduleFields of the contract.
  cadence text not null,
  weekday smallint not null,
  day smallint not null,
  time text not null,
  next_at timestamptz not null,
  last_at timestamptz,
  -- Why it wasn't sent the last time; empty: it was.
  problem text not null default '',
  primary key (report_id, user_id)
);
create index report_schedules_next on report_schedules (next_at);
create index report_schedules_user on report_schedules (user_id);
call isolate_by_account('report_schedules');
