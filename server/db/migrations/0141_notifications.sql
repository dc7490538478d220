-- What people are told of, until they have read it and for a while after.
create table notifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  kind text not null,
  -- What it is about: a row of the table that the kind means.
  about_id bigint not null,
  -- What happened to it; the same again is told once.
  occurrence text not null,
  title text not null,
  body text not null default '',
  -- Page of the app where it leads.
  href text not null check (href like '/%' and href not like '//%'),
  created_at timestamptz not null,
  -- Null: unread.
  read_at timestamptz
);
create unique index notifications_once on notifications (user_id, kind, about_id, occurrence);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_created on notifications (created_at);
create index notifications_account on notifications (account_id);
call isolate_by_account('notifications');
