-- no-transaction
-- The list of conversations follows calls and e-mails as well. `last_at` is of the last line, whatever it is.
-- `last_line_kind`: text, call, mail, activity; none: nothing yet; null: not counted since calls and e-mails count.
alter table conversations add column if not exists last_line_kind text, add column if not exists last_line_id bigint;
-- The tabs: without these, few rows were looked for among all.
drop index concurrently if exists conversations_user_waiting;
create index concurrently conversations_user_waiting on conversations (user_id, last_at desc, id desc)
  where waiting and closed_at is null and deleted_at is null;
drop index concurrently if exists conversations_user_closed;
create index concurrently conversations_user_closed on conversations (user_id, last_at desc, id desc)
  where closed_at is not null and deleted_at is null;
drop index concurrently if exists conversations_closed;
create index concurrently conversations_closed on conversations (account_id, last_at desc, id desc)
  where closed_at is not null and deleted_at is null;
