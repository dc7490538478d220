-- What people say to the assistant and what it answers, and what a model has cost each day.

create table chat_sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whose rights the assistant has.
  user_id bigint not null references users,
  -- Who signed in; nobody else goes on with the conversation.
  actor_id bigint not null references users,
  -- contact_search, learn_system, contact_insight, csg_quote, email_creation.
  intent text not null,
  welcome jsonb not null,
  -- What the intent keeps between two messages; null: nothing yet.
  state jsonb,
  -- Since when an answer is being made; null: none is.
  answering_since timestamptz,
  started_at timestamptz not null default clock_now(),
  -- The last word of either side.
  spoken_at timestamptz not null default clock_now(),
  ended_at timestamptz
);
create index chat_sessions_spoken on chat_sessions (spoken_at);
create index chat_sessions_open on chat_sessions (spoken_at) where ended_at is null;
call isolate_by_account('chat_sessions');

create table chat_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  session_id bigint not null references chat_sessions on delete cascade,
  -- user, assistant.
  message_type text not null check (message_type in ('user', 'assistant')),
  content text not null,
  metadata jsonb not null default '{}',
  response_type text,
  created_at timestamptz not null default clock_now()
);
create index chat_messages_session on chat_messages (session_id, id);
call isolate_by_account('chat_messages');

-- Tokens of a model by person and day; nothing is counted where rules answer.
create table chat_usage (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- In UTC.
  day date not null,
  requests int not null default 0,
  tokens bigint not null default 0,
  primary key (user_id, day)
);
call isolate_by_account('chat_usage');

-- Conversations that go on, and of which nothing was heard since then.
create function find_idle_chats(before timestamptz)
returns table (account_id bigint, id bigint, user_id bigint, actor_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.id, s.user_id, s.actor_id from chat_sessions s
  where s.ended_at is null and s.spoken_at < before
$$;
alter function find_idle_chats(timestamptz) owner to bellwether_definer;
revoke all on function find_idle_chats(timestamptz) from public;
grant execute on function find_idle_chats(timestamptz) to bellwether_app;

-- Conversations of which nothing was heard since then, with all that was said, and what models cost before.
create function forget_chats(dead timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  delete from chat_usage where day < dead::date;
  delete from chat_sessions where spoken_at < dead;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
alter function forget_chats(timestamptz) owner to bellwether_definer;
revoke all on function forget_chats(timestamptz) from public;
grant execute on function forget_chats(timestamptz) to bellwether_app;
