-- Conversations that go on, and of which nothing was heard since then.
create or replace function find_idle_chats(before timestamptz)
returns table (account_id bigint, id bigint, user_id bigint, actor_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.id, s.user_id, s.actor_id from chat_sessions s
  where s.ended_at is null and s.spoken_at < before
$$;
alter function find_idle_chats(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_idle_chats(timestamp with time zone) from public;
grant execute on function find_idle_chats(timestamp with time zone) to bellwether_app;

-- Conversations of which nothing was heard since then, with all that was said, and what models cost before.
create or replace function forget_chats(dead timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  delete from chat_usage where day < dead::date;
  delete from chat_sessions where spoken_at < dead;
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
alter function forget_chats(timestamp with time zone) owner to bellwether_definer;
revoke all on function forget_chats(timestamp with time zone) from public;
grant execute on function forget_chats(timestamp with time zone) to bellwether_app;
