-- Scheduled starts of workflows that are done: an instant at which clocks of some zones show the minute of the schedule.
create table wf_occurrences (
  account_id bigint not null references accounts,
  flow_id bigint not null references wf_flows on delete cascade,
  at timestamptz not null,
  primary key (flow_id, at)
);
create index wf_occurrences_account on wf_occurrences (account_id);
call isolate_by_account('wf_occurrences');
