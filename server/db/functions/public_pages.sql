-- The agent whose public page has this name; no row: none, or it isn't shown.
create or replace function find_webpage(name text) returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from users where lower(webpage_domain) = lower(name) and webpage_active and active
$$;
alter function find_webpage(text) owner to bellwether_definer;
revoke all on function find_webpage(text) from public;
grant execute on function find_webpage(text) to bellwether_app;
