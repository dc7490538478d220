-- no-transaction
-- The import that brought an entry, whose undo retracts it; null: none.
alter table contact_consents add column if not exists import_id bigint;
-- Entries added by an import so far, and opt-ins kept out; null: none.
alter table imports add column if not exists consents jsonb;
drop index concurrently if exists contact_consents_import;
create index concurrently contact_consents_import on contact_consents (import_id) where import_id is not null;
