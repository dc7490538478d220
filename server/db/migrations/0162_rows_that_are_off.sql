-- Rows that are in use are turned off instead of deleted (decision 200).
alter table statuses add column active boolean not null default true;
alter table agentflow_statuses add column active boolean not null default true;
alter table groups add column active boolean not null default true;
alter table sources add column active boolean not null default true;
alter table categories add column active boolean not null default true;
alter table api_vendors add column active boolean not null default true;
alter table business_units add column active boolean not null default true;
alter table agentflow_status_groups add column active boolean not null default true;
