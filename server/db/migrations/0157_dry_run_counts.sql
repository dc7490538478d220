-- What became of the contacts of a dry run, counted while they are led through: reports of progress don't count all rows again.
alter table wf_dry_runs add column counts jsonb not null default '[]';
update wf_dry_runs d set counts = coalesce((
  select jsonb_agg(jsonb_build_object('step_id', step, 'outcome', outcome, 'reason', reason, 'contacts', contacts,
    'first_at', first_at, 'last_at', last_at))
  from (select step, outcome, reason, count(*) as contacts, min(at) as first_at, max(at) as last_at
    from wf_dry_run_steps where dry_run_id = d.id group by step, outcome, reason) counted), '[]');
