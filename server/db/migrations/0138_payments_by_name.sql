-- no-transaction
-- A dispute names its payment, and no account.
drop index concurrently if exists billing_entries_ref;
create index concurrently billing_entries_ref on billing_entries (provider_ref text_pattern_ops);
