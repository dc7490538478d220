-- The calendar to which an event goes as part of its series: where the provider has the series, or will. Null: it is an
-- event of its own.
create or replace function calendar_of_part(part calendar_events) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select s.calendar_id from calendar_events m join calendar_links s on s.event_id = m.id
    join authorization_calendars c on c.id = s.calendar_id join authorizations a on a.id = c.authorization_id
  where m.id = part.series_id and m.rule <> '' and part.series_start = any(m.excluded)
    and c.synced and c.writable and a.status = 'connected' and (s.remote_id is not null or s.problem is null)
    and not exists (
      select from calendar_links l where l.calendar_id = s.calendar_id and l.series_remote_id = s.remote_id
        and l.original_start = part.series_start)
$$;

-- Integrations that are to be synced: those that are due, or whose owner's calendar has changes that weren't sent.
create or replace function find_due_authorizations(at timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.id from authorizations a
  where a.status = 'connected' and a.due_at is not null
    and (a.retry_at is null or a.retry_at <= at) and (a.leased_until is null or a.leased_until <= at)
    and (a.due_at <= at or exists (
      select from authorization_calendars c join calendar_links l on l.calendar_id = c.id
      left join calendar_events e on e.id = l.event_id
      where c.authorization_id = a.id and c.synced and c.writable and not l.cancelled and l.problem is null
        and (e.id is null or e.version <> l.local_version))
      or exists (
      select from authorization_calendars c, calendar_events e
      where c.authorization_id = a.id and c.synced and e.user_id = a.user_id
        and not exists (select from calendar_links l where l.event_id = e.id)
        and coalesce(calendar_of_part(e) = c.id, c.target and e.over_at > at)))
  order by a.due_at limit 100
$$;
alter function find_due_authorizations(timestamptz) owner to bellwether_definer;
revoke all on function find_due_authorizations(timestamptz) from public;
grant execute on function find_due_authorizations(timestamptz) to bellwether_app;

-- A provider says that a watched calendar has changed. False: no such watch, or the secret is another one.
create or replace function mark_watch_due(watch text, secret_hash bytea, at timestamptz) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with marked as (
    update authorizations a set due_at = at from authorization_calendars c
    where c.authorization_id = a.id and c.watch_id = watch and c.watch_hash = secret_hash and a.status = 'connected'
    returning 1
  )
  select exists (select from marked)
$$;
alter function mark_watch_due(text, bytea, timestamptz) owner to bellwether_definer;
revoke all on function mark_watch_due(text, bytea, timestamptz) from public;
grant execute on function mark_watch_due(text, bytea, timestamptz) to bellwether_app;
