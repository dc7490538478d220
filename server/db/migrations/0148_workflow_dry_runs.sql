-- Dry runs of workflows: contacts led through a draft, and what would become of each at each step.

create table wf_dry_runs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  flow_id bigint not null references wf_flows on delete cascade,
  user_id bigint not null references users,
  -- The draft as it was.
  definition jsonb not null,
  sentence text not null,
  replies boolean not null,
  -- queued, working, cancelled, complete, failed.
  status text not null default 'queued',
  failure text,
  total int not null,
  done int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- The next one takes its place.
create unique index wf_dry_runs_one on wf_dry_runs (flow_id, user_id);
create index wf_dry_runs_user on wf_dry_runs (user_id, id desc);
create index wf_dry_runs_unfinished on wf_dry_runs (id) where status in ('queued', 'working');
call isolate_by_account('wf_dry_runs');

-- Whom the trigger would take, and when they would begin.
create table wf_dry_run_contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  dry_run_id bigint not null references wf_dry_runs on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  begins_at timestamptz not null,
  done boolean not null default false
);
create unique index wf_dry_run_contacts_one on wf_dry_run_contacts (dry_run_id, contact_id);
create index wf_dry_run_contacts_open on wf_dry_run_contacts (dry_run_id, id) where not done;
create index wf_dry_run_contacts_contact on wf_dry_run_contacts (contact_id);
call isolate_by_account('wf_dry_run_contacts');

create table wf_dry_run_steps (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  dry_run_id bigint not null references wf_dry_runs on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  -- Empty: the end of the workflow.
  step text not null,
  -- done, later, held, skipped, ended.
  outcome text not null,
  -- The same words for all contacts of a reason.
  reason text not null,
  message text not null,
  at timestamptz not null
);
create index wf_dry_run_steps_row on wf_dry_run_steps (dry_run_id, step, outcome, reason, at, id);
create index wf_dry_run_steps_contact on wf_dry_run_steps (contact_id);
call isolate_by_account('wf_dry_run_steps');
