-- The version of the workflow that did a step: its contact may be in another one by now.
alter table wf_steps add column version_number int;
