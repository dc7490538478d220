-- Steps of a workflow at which contacts wait until they are resumed, by id, whatever the version.
alter table wf_flows add column paused_steps text[] not null default '{}';
