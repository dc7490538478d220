-- Rows that people read carry the time of the demo clock, which the connection is told; elsewhere it is now(). What orders
-- and leases (events, jobs) stays on the clock of the database.
create function clock_now() returns timestamptz language sql stable parallel safe
  return now() + make_interval(secs => coalesce(nullif(current_setting('app.clock_ahead_ms', true), ''), '0')::float8 / 1000);

alter table accounts alter column created_at set default clock_now();
alter table users
  alter column created_at set default clock_now(),
  alter column password_changed_at set default clock_now();
alter table sessions
  alter column created_at set default clock_now(),
  alter column last_seen_at set default clock_now();
alter table idempotency_keys alter column created_at set default clock_now();
alter table audit_log alter column at set default clock_now();
alter table auth_ips alter column created_at set default clock_now();
alter table outbox_mails alter column created_at set default clock_now();
alter table outbox_texts alter column created_at set default clock_now();
alter table contacts
  alter column created_at set default clock_now(),
  alter column updated_at set default clock_now();
alter table notes
  alter column created_at set default clock_now(),
  alter column updated_at set default clock_now();
alter table imports alter column created_at set default clock_now();
