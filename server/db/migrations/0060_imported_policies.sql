-- no-transaction
-- The import that created a policy, whose undo removes it; null: someone entered it.
alter table policies add column if not exists import_id bigint;
drop index concurrently if exists policies_import;
create index concurrently policies_import on policies (import_id) where import_id is not null;
