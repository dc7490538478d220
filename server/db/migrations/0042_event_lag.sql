-- Seconds that the oldest committed event has waited for its number, of any account: the jobs process reads it without
-- being the owner.
create function event_lag() returns float8
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from events where "offset" is null
$$;
alter function event_lag() owner to bellwether_definer;
revoke all on function event_lag() from public;
grant execute on function event_lag() to bellwether_app;
