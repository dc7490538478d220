-- no-transaction
-- Cells without which a row is imported: [{index, field, reason, message}]. Null: every cell was read, or the row is refused.
alter table import_rows add column if not exists unread jsonb;
alter table import_check_rows add column if not exists unread jsonb;
-- Those that a corrected row still has.
alter table import_fixes add column if not exists unread jsonb;
-- An imported row whose corrected cells are to be taken over into its contact.
alter table import_rows add column if not exists again boolean not null default false;
-- Versions at which corrections of the row left its contact.
alter table import_rows add column if not exists corrected_versions int[] not null default '{}';
-- Imported rows with unread cells.
alter table imports add column if not exists unread_rows int not null default 0;
drop index concurrently if exists import_rows_unread;
create index concurrently import_rows_unread on import_rows (import_id, row_number) where unread is not null;
-- A created contact has a row only when a cell of it couldn't be read.
drop index concurrently if exists import_rows_created;
create index concurrently import_rows_created on import_rows (contact_id) where outcome = 'created';
