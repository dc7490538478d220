-- Licenses that end within the given days and whose agents haven't been told of that day.
create or replace function find_ending_licenses(from_day date, to_day date)
  returns table (account_id bigint, id bigint, user_id bigint, state text, line text, expires_on date)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.account_id, l.id, l.user_id, l.state, l.line, l.expires_on
  from agent_licenses l join users u on u.id = l.user_id and u.active
  where l.expires_on between from_day and to_day and not exists (
    select from notifications n
    where n.user_id = l.user_id and n.kind = 'license' and n.about_id = l.id and n.occurrence = l.expires_on::text)
$$;
alter function find_ending_licenses(date, date) owner to bellwether_definer;
revoke all on function find_ending_licenses(date, date) from public;
grant execute on function find_ending_licenses(date, date) to bellwether_app;
