-- The way of an event from its row to the sockets. One sequence over all streams, beside each stream's own offsets,
-- lets a web process know with one number what it has passed on, whatever it missed.
alter table events add column sequence bigint;
create unique index events_sequence on events (sequence) where sequence is not null;

create table event_head (
  one boolean primary key default true check (one),
  sequence bigint not null
);
insert into event_head (sequence) values (0);
revoke all on event_head from bellwether_app;

-- Numbers committed events in commit order and answers them. Calls run one after the other: the row of event_head is
-- the lock, and the statement after it has a snapshot of its own, so that it sees what the call before has numbered.
drop function if exists number_events(int);
create function number_events(most int)
returns table (sequence bigint, stream text, epoch uuid, "offset" bigint, body jsonb)
language plpgsql security definer set search_path = public set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  head bigint;
  counted bigint;
begin
  select event_head.sequence into head from event_head for update;
  return query
  with fresh as materialized (
    select e.id, e.account_id, e.stream, row_number() over (order by e.id) as rank,
           row_number() over (partition by e.stream order by e.id) as place,
           count(*) over (partition by e.stream) as total
    from (select * from events where events."offset" is null order by events.id limit most) e
  ), heads as (
    insert into streams as s (stream, account_id, last_offset)
      select fresh.stream, min(fresh.account_id), count(*) from fresh group by fresh.stream order by fresh.stream
    on conflict (stream) do update set last_offset = s.last_offset + excluded.last_offset
    returning s.stream, s.epoch, s.last_offset
  ), numbered as (
    update events set "offset" = heads.last_offset - fresh.total + fresh.place, sequence = head + fresh.rank
    from fresh join heads on heads.stream = fresh.stream
    where events.id = fresh.id
    returning events.sequence, events.stream, heads.epoch, events."offset", events.body
  )
  select numbered.sequence, numbered.stream, numbered.epoch, numbered."offset", numbered.body
  from numbered order by numbered.sequence;
  get diagnostics counted = row_count;
  if counted > 0 then update event_head set sequence = head + counted; end if;
end $$;
alter function number_events(int) owner to bellwether_definer;

create function last_event_sequence() returns bigint language sql stable security definer set search_path = public as $$
  select sequence from event_head
$$;
alter function last_event_sequence() owner to bellwether_definer;

create function read_events(after bigint, most int)
returns table (sequence bigint, stream text, epoch uuid, "offset" bigint, body jsonb)
language sql stable security definer set search_path = public as $$
  select e.sequence, e.stream, s.epoch, e."offset", e.body
  from events e join streams s on s.stream = e.stream
  where e.sequence > after order by e.sequence limit most
$$;
alter function read_events(bigint, int) owner to bellwether_definer;

-- The heads of streams, which come into being here when nothing has been said in them yet.
create function open_streams(names text[], account_ids bigint[])
returns table (stream text, account_id bigint, epoch uuid, last_offset bigint)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  insert into streams (stream, account_id)
    select asked.name, min(asked.account_id) from unnest(names, account_ids) as asked(name, account_id)
    where not exists (select from streams where streams.stream = asked.name)
    group by asked.name order by asked.name
  on conflict do nothing;
  return query select s.stream, s.account_id, s.epoch, s.last_offset from streams s where s.stream = any(names);
end $$;
alter function open_streams(text[], bigint[]) owner to bellwether_definer;

-- Removes at most `most` events that are older than `before` or further than `kept` behind the head of their stream.
create function trim_events(before timestamptz, kept bigint, most int) returns bigint
language sql security definer set search_path = public as $$
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
alter function trim_events(timestamptz, bigint, int) owner to bellwether_definer;

-- Which of these sessions may still listen, and as what.
create function live_sessions(ids bigint[], at timestamptz, idle_minutes int)
returns table (session_id bigint, roles text[])
language sql stable security definer set search_path = public as $$
  select s.id, u.roles from sessions s join users u on u.id = s.user_id
  where s.id = any(ids) and s.ended_at is null and s.replaced_at is null and s.expires_at > at and u.active
    and s.last_seen_at > at - make_interval(mins => idle_minutes)
$$;
alter function live_sessions(bigint[], timestamptz, int) owner to bellwether_definer;
