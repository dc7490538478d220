-- The scanned form or the recording of a scope of appointment, as it was sealed: name, type, bytes and SHA-256.
alter table soa_requests add column form jsonb;
