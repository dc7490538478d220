-- no-transaction
-- Contacts by their last contact; one who was never contacted counts from the day they were added.
drop index concurrently if exists contacts_last_contact;
create index concurrently contacts_last_contact on contacts (account_id, (coalesce(last_touch_at, created_at))) where deleted_at is null;
