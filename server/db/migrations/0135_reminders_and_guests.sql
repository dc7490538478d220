-- Reminders and guests of events, and the private address under which other calendars read a calendar.

alter table calendar_events
  -- Minutes before the start; null: those of the calendar.
  add column reminders int[],
  -- When to look at its reminders next; null: never. Events that exist are looked at once.
  add column remind_at timestamptz default now(),
  -- Reminders up to here are done.
  add column remind_after timestamptz default now(),
  -- E-mail addresses that are invited.
  add column guests text[] not null default '{}',
  add column invites_contact boolean not null default false,
  -- In the series that it was taken out of, the start that it replaces.
  add column series_start text;
create index calendar_events_remind on calendar_events (remind_at) where remind_at is not null;

-- What applies to all events of a calendar. No row: the defaults.
create table calendar_settings (
  user_id bigint primary key references users,
  account_id bigint not null references accounts,
  reminders int[] not null default '{15}',
  remind_by_email boolean not null default false,
  -- SHA-256 of the token in the address; null: the calendar has none.
  feed_hash bytea,
  feed_busy_only boolean not null default false,
  feed_made_at timestamptz,
  feed_read_at timestamptz
);
create unique index calendar_settings_feed on calendar_settings (feed_hash) where feed_hash is not null;
create index calendar_settings_account on calendar_settings (account_id);
call isolate_by_account('calendar_settings');
