-- A move to another version is a bulk change: its job, and where contacts were that begin another step, so that it can be undone.
alter table wf_steps add column bulk_job_id bigint, add column was jsonb;
