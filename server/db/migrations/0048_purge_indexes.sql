-- no-transaction
-- A contact goes together with what belongs to it. Without these, each reference to it would read a whole table.
drop index concurrently if exists contacts_purged;
create index concurrently contacts_purged on contacts (id) where deleted_at is not null and merged_into_id is null;
drop index concurrently if exists policies_of_contact;
create index concurrently policies_of_contact on policies (contact_id);
drop index concurrently if exists securities_of_contact;
create index concurrently securities_of_contact on securities (contact_id);
drop index concurrently if exists contact_activities_of_contact;
create index concurrently contact_activities_of_contact on contact_activities (contact_id);
drop index concurrently if exists files_of_contact;
create index concurrently files_of_contact on files (contact_id);
drop index concurrently if exists import_kept_rows_contact;
create index concurrently import_kept_rows_contact on import_kept_rows (contact_id);
drop index concurrently if exists calls_consent;
create index concurrently calls_consent on calls (consent_id) where consent_id is not null;
