-- Entries of a range of days, newest first.
create index audit_log_at on audit_log (account_id, at desc, id desc);
