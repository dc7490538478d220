create or replace function last_event_sequence() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select sequence from event_head
$$;
alter function last_event_sequence() owner to bellwether_definer;
revoke all on function last_event_sequence() from public;
grant execute on function last_event_sequence() to bellwether_app;

-- Which of these sessions may still listen, and as what.
create or replace function live_sessions(ids bigint[], addresses inet[], at timestamptz, idle_minutes int)
returns table (place bigint, roles jsonb, debts jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive stack as (
    select s.id as top, s.parent_id, s.user_id, s.ended_at, s.expires_at, 0 as down from sessions s
    where s.id = any(ids) and s.last_seen_at > at - make_interval(mins => idle_minutes)
    union all
    select stack.top, p.parent_id, p.user_id, p.ended_at, p.expires_at, stack.down + 1
    from stack join sessions p on p.id = stack.parent_id
  ), live as (
    select stack.top, min(u.id) filter (where stack.down = 0) as person, jsonb_agg(to_jsonb(u.roles) order by stack.down) as roles,
           max(u.id) filter (where stack.parent_id is null) as signer
    from stack join users u on u.id = stack.user_id
    group by stack.top
    having bool_and(u.active and stack.ended_at is null and stack.expires_at > at)
      and not exists (select from sessions c where c.parent_id = stack.top and c.ended_at is null)
  )
  select asked.place, live.roles, debt_facts(u.tos_accepted, u.paid_user, u.change_password, u.two_fa_required and not exists (
           select from two_factors t where t.user_id = u.id and t.enabled_at is not null))
  from unnest(ids, addresses) with ordinality as asked(id, address, place) join live on live.top = asked.id
  join users u on u.id = live.person
  where not exists (select from auth_ips a where a.user_id = live.signer)
    or exists (select from auth_ips a where a.user_id = live.signer and a.network >>= asked.address)
$$;
alter function live_sessions(bigint[],inet[],timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function live_sessions(bigint[],inet[],timestamp with time zone,integer) from public;
grant execute on function live_sessions(bigint[],inet[],timestamp with time zone,integer) to bellwether_app;

create or replace function number_events(most int)
returns table (sequence bigint, stream text, epoch uuid, "offset" bigint, body jsonb)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  head event_head;
  counted bigint;
  -- Read in this order: first the highest id that is given, then, by the lock, a transaction id above those of its events.
  highest bigint := coalesce(pg_sequence_last_value('events_id_seq'), 0);
  is_first boolean := pg_current_xact_id_if_assigned() is null;
  oldest xid8;
begin
  select * into head from event_head for update;
  oldest := pg_snapshot_xmin(pg_current_snapshot());
  return query
  with fresh as materialized (
    select e.id, e.account_id, e.stream, row_number() over (order by e.id) as rank,
           row_number() over (partition by e.stream order by e.id) as place,
           count(*) over (partition by e.stream) as total
    from (select * from events where events."offset" is null and events.id > head.low_id order by events.id limit most) e
  ), heads as (
    insert into streams as s (stream, account_id, last_offset)
      select fresh.stream, min(fresh.account_id), count(*) from fresh group by fresh.stream order by fresh.stream
    on conflict (stream) do update set last_offset = s.last_offset + excluded.last_offset,
      -- Unchanged within a day, so that no index follows it.
      used_at = case when s.used_at < now() - interval '1 day' then now() else s.used_at end
    returning s.stream, s.epoch, s.last_offset
  ), numbered as (
    update events set "offset" = heads.last_offset - fresh.total + fresh.place, sequence = head.sequence + fresh.rank
    from fresh join heads on heads.stream = fresh.stream
    where events.id = fresh.id
    returning events.sequence, events.stream, heads.epoch, events."offset", events.body
  )
  select numbered.sequence, numbered.stream, numbered.epoch, numbered."offset", numbered.body
  from numbered order by numbered.sequence;
  get diagnostics counted = row_count;
  if counted = 0 then return; end if;
  if head.next_low_xid <= oldest then
    if counted < most then
      head.low_id := head.next_low_id;
      head.next_low_xid := null;
    else
      -- More events wait, all of them above the last of these.
      head.low_id := greatest(head.low_id, least(head.next_low_id,
        (select e.id from events e where e.sequence = head.sequence + counted)));
    end if;
  end if;
  -- A transaction id above ours is of another cluster, from which this database was restored.
  if is_first and (head.next_low_xid is null or head.next_low_xid > pg_current_xact_id()) then
    head.next_low_id := highest;
    head.next_low_xid := pg_current_xact_id();
  end if;
  update event_head set sequence = head.sequence + counted, low_id = head.low_id, next_low_id = head.next_low_id,
    next_low_xid = head.next_low_xid;
end $$;
alter function number_events(integer) owner to bellwether_definer;
revoke all on function number_events(integer) from public;
grant execute on function number_events(integer) to bellwether_app;

-- The heads of streams, which come into being here when nothing has been said in them yet.
create or replace function open_streams(names text[], account_ids bigint[])
returns table (stream text, account_id bigint, epoch uuid, last_offset bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into streams (stream, account_id)
    select asked.name, min(asked.account_id) from unnest(names, account_ids) as asked(name, account_id)
    where not exists (select from streams where streams.stream = asked.name)
    group by asked.name order by asked.name
  on conflict do nothing;
  update streams set used_at = now() from (
    select s.stream from streams s where s.stream = any(names) and s.used_at < now() - interval '1 day'
    for no key update skip locked
  ) stale where streams.stream = stale.stream;
  return query select s.stream, s.account_id, s.epoch, s.last_offset from streams s where s.stream = any(names);
end $$;
alter function open_streams(text[],bigint[]) owner to bellwether_definer;
revoke all on function open_streams(text[],bigint[]) from public;
grant execute on function open_streams(text[],bigint[]) to bellwether_app;

create or replace function read_events(after bigint, most int)
returns table (sequence bigint, stream text, epoch uuid, "offset" bigint, body jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.sequence, e.stream, s.epoch, e."offset", e.body
  from events e join streams s on s.stream = e.stream
  where e.sequence > after order by e.sequence limit most
$$;
alter function read_events(bigint,integer) owner to bellwether_definer;
revoke all on function read_events(bigint,integer) from public;
grant execute on function read_events(bigint,integer) to bellwether_app;

-- Removes at most `most` events that are older than `before` or further than `kept` behind the head of their stream.
create or replace function trim_events(before timestamptz, kept bigint, most int) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    (select id from events where created_at < before and "offset" is not null order by created_at limit most)
    union
    (select e.id from streams s join events e on e.stream = s.stream and e."offset" <= s.last_offset - kept
     where s.last_offset > kept limit most)
    limit most
  ), gone as (
    delete from events using old where events.id = old.id returning events.id
  )
  select count(*) from gone
$$;
alter function trim_events(timestamp with time zone,bigint,integer) owner to bellwether_definer;
revoke all on function trim_events(timestamp with time zone,bigint,integer) from public;
grant execute on function trim_events(timestamp with time zone,bigint,integer) to bellwether_app;

-- Seconds that the oldest committed event has waited for its number, of any account: the jobs process reads it without
-- being the owner.
create or replace function event_lag() returns float8
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 from events where "offset" is null
$$;
alter function event_lag() owner to bellwether_definer;
revoke all on function event_lag() from public;
grant execute on function event_lag() to bellwether_app;
