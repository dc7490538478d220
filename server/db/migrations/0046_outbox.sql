-- NOTIFY takes one lock for the whole cluster and holds it until the commit is on the disk, so that all commits with
-- events waited for each other. Each process now notifies after its commits (server/cable/outbox-bell.ts).
drop trigger events_announce on events;
drop function announce_events();

-- Ids of events come after the id of their transaction, also in one that has written nothing yet: number_events
-- concludes from the transactions that are over which ids can still appear.
create function begin_events() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger events_begin before insert on events for each statement execute function begin_events();

alter table event_head
  -- All events up to this id are numbered, and none can appear below it anymore: the search begins behind them. Their
  -- dead entries in the index of unnumbered events stay as long as a snapshot is older.
  add column low_id bigint not null default 0,
  -- The next such id: nothing appears below it once every transaction before `next_low_xid` is over.
  add column next_low_id bigint not null default 0,
  add column next_low_xid xid8;

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
