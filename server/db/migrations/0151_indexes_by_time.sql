-- no-transaction
-- Entries of a range of days, newest first; calls and policies of people since midnight.
drop index concurrently if exists audit_log_at;
create index concurrently audit_log_at on audit_log (account_id, at desc, id desc);
drop index concurrently if exists calls_user_day;
create index concurrently calls_user_day on calls (user_id, created_at) where user_id is not null;
drop index concurrently if exists policies_written;
create index concurrently policies_written on policies (account_id, created_at) where import_id is null and deleted_at is null;
