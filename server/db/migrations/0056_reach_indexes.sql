-- no-transaction
-- Contacts are found by their policies and by what their notes say.
drop index concurrently if exists policies_carrier;
create index concurrently policies_carrier on policies using gin (fold(carrier) gin_trgm_ops) where deleted_at is null;
drop index concurrently if exists policies_effective;
create index concurrently policies_effective on policies (account_id, effective_on) where deleted_at is null;
drop index concurrently if exists policies_expires;
create index concurrently policies_expires on policies (account_id, expires_on) where deleted_at is null;
drop index concurrently if exists notes_account;
create index concurrently notes_account on notes (account_id, contact_id);
drop index concurrently if exists notes_body;
create index concurrently notes_body on notes using gin (fold(body) gin_trgm_ops);
