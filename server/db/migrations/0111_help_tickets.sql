-- What users ask support for, with the state of their tab when they asked.
create table help_tickets (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who is shown on the page, and who wrote: another one while logged in as someone else.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  subject text not null,
  message text not null,
  -- Path of the page, without the query, which may contain names.
  page text not null,
  app_version text not null,
  -- Environment, machines and their last events as text; empty: not sent along.
  machines text not null,
  created_at timestamptz not null
);
create index help_tickets_created on help_tickets (created_at);
call isolate_by_account('help_tickets');
