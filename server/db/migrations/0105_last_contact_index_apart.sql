-- no-transaction
-- Before the table has statistics, every look-up within an account seems as cheap by this index as by its own, and reads
-- the whole account. The condition on the time keeps it for those who ask for one.
drop index concurrently if exists contacts_last_contact;
create index concurrently contacts_last_contact on contacts (account_id, (coalesce(last_touch_at, created_at)))
  where deleted_at is null and coalesce(last_touch_at, created_at) is not null;
