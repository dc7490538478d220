-- Rows that no one needs after a time go in batches, by one process at a time, whatever account they are of
-- (server/retention/).

-- When a stream last had an event or a new reader, to the day: one that no one follows goes, and starts over if needed.
alter table streams add column used_at timestamptz not null default now();
create index streams_used on streams (used_at);

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

create or replace function number_events(most int)
returns table (sequence bigint, stream text, epoch uuid, "offset" bigint, body jsonb)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
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
    on conflict (stream) do update set last_offset = s.last_offset + excluded.last_offset,
      -- Unchanged within a day, so that no index follows it.
      used_at = case when s.used_at < now() - interval '1 day' then now() else s.used_at end
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

create index outbox_mails_age on outbox_mails (created_at);
create index outbox_texts_age on outbox_texts (created_at);
create index sign_in_failures_age on sign_in_failures (last_at);

-- Removes at most `most` rows of one kind that are older than `dead`; answers their number. Null: another process is at it.
create function remove_expired(kind text, dead timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed int;
begin
  if not pg_try_advisory_xact_lock(4201002, hashtext(kind)) then return null; end if;
  case kind
    when 'idempotency_keys' then
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < dead order by created_at limit most for update skip locked));
    when 'streams' then
      -- Numbers of events that are still kept would be given twice.
      delete from streams where ctid = any (array(
        select ctid from streams s where used_at < dead
          and not exists (select from events e where e.stream = s.stream and e."offset" is not null)
        order by used_at limit most for update skip locked));
    when 'sessions' then
      -- A session ends no later than the one below it.
      with recursive stack as (
        (select id from sessions where parent_id is null and least(expires_at, coalesce(ended_at, expires_at)) < dead
          limit most)
        union all
        select s.id from sessions s join stack on s.parent_id = stack.id
      )
      delete from sessions where id in (select id from stack);
    when 'replaced_tokens' then
      delete from replaced_tokens where ctid = any (array(
        select ctid from replaced_tokens where replaced_at < dead limit most for update skip locked));
    when 'sign_in_challenges' then
      delete from sign_in_challenges where ctid = any (array(
        select ctid from sign_in_challenges where expires_at < dead limit most for update skip locked));
    when 'password_resets' then
      delete from password_resets where ctid = any (array(
        select ctid from password_resets where expires_at < dead limit most for update skip locked));
    when 'sso_attempts' then
      delete from sso_attempts where ctid = any (array(
        select ctid from sso_attempts where expires_at < dead limit most for update skip locked));
    when 'sign_in_failures' then
      -- Failures in a row of an existing user count until a success.
      delete from sign_in_failures where ctid = any (array(
        select ctid from sign_in_failures f where f.last_at < dead and not (f.failures > 0 and (
            exists (select from users u where f.subject like 'user:%' and lower(u.username) = substr(f.subject, 6))
            or exists (select from users u where f.subject like 'code:%' and u.id = substr(f.subject, 6)::bigint)))
        limit most for update skip locked));
    when 'chat_sessions' then
      delete from chat_sessions where ctid = any (array(
        select ctid from chat_sessions where spoken_at < dead limit most for update skip locked));
    when 'chat_usage' then
      delete from chat_usage where ctid = any (array(
        select ctid from chat_usage where day < dead::date limit most for update skip locked));
    when 'outbox_mails' then
      delete from outbox_mails where ctid = any (array(
        select ctid from outbox_mails where created_at < dead limit most for update skip locked));
    when 'outbox_texts' then
      delete from outbox_texts where ctid = any (array(
        select ctid from outbox_texts where created_at < dead limit most for update skip locked));
    when 'webpage_leads' then
      delete from webpage_leads where ctid = any (array(
        select ctid from webpage_leads where contact_id is null and received_at < dead limit most for update skip locked));
    when 'vendor_leads' then
      delete from vendor_leads where ctid = any (array(
        select ctid from vendor_leads where received_at < dead limit most for update skip locked));
    when 'help_tickets' then
      delete from help_tickets where ctid = any (array(
        select ctid from help_tickets where created_at < dead limit most for update skip locked));
    when 'api_requests' then
      delete from api_requests where ctid = any (array(
        select ctid from api_requests where at < dead limit most for update skip locked));
    when 'import_throughput' then
      delete from import_throughput where ctid = any (array(
        select ctid from import_throughput where slot < dead limit most for update skip locked));
    when 'import_rows' then
      -- Rows that updated a contact are its history; only their cells go.
      update import_rows set cells = null, unread = null where ctid = any (array(
        select r.ctid from imports i join import_rows r on r.import_id = i.id
        where i.finished_at < dead and r.outcome = 'updated' and r.unread is not null
        limit most for update of r skip locked));
      delete from import_rows where ctid = any (array(
        select r.ctid from imports i join import_rows r on r.import_id = i.id
        where i.finished_at < dead and r.outcome in ('problem', 'retry', 'skipped', 'created')
        limit most for update of r skip locked));
    when 'import_check_rows' then
      delete from import_check_rows where ctid = any (array(
        select r.ctid from imports i join import_check_rows r on r.import_id = i.id
        where i.finished_at < dead or (i.status in ('draft', 'checked') and i.created_at < dead)
        limit most for update of r skip locked));
    when 'import_fixes' then
      delete from import_fixes where ctid = any (array(
        select r.ctid from imports i join import_fixes r on r.import_id = i.id
        where i.finished_at < dead or (i.status in ('draft', 'checked') and i.created_at < dead)
        limit most for update of r skip locked));
    when 'import_kept_rows' then
      delete from import_kept_rows where ctid = any (array(
        select r.ctid from imports i join import_kept_rows r on r.import_id = i.id
        where i.finished_at < dead limit most for update of r skip locked));
    when 'authorizations' then
      delete from authorizations where ctid = any (array(
        select ctid from authorizations where status = 'disconnected' and ended_at < dead limit most for update skip locked));
    when 'authorization_states' then
      delete from authorization_states where ctid = any (array(
        select ctid from authorization_states where expires_at < dead limit most for update skip locked));
    when 'calendar_conflicts' then
      delete from calendar_conflicts where ctid = any (array(
        select ctid from calendar_conflicts where at < dead limit most for update skip locked));
    when 'calendar_event_changes' then
      delete from calendar_event_changes where ctid = any (array(
        select ctid from calendar_event_changes where at < dead limit most for update skip locked));
    when 'bookings' then
      delete from bookings where ctid = any (array(
        select ctid from bookings where ends_at < dead limit most for update skip locked));
    when 'notifications' then
      delete from notifications where ctid = any (array(
        select ctid from notifications where created_at < dead limit most for update skip locked));
    when 'webhook_deliveries' then
      delete from webhook_deliveries where ctid = any (array(
        select ctid from webhook_deliveries where at < dead limit most for update skip locked));
    when 'deleted_trainings' then
      -- Their bytes go as those that no row names.
      delete from training_progress where training_id in (select id from deleted_trainings where deleted_at < dead);
      delete from deleted_trainings where ctid = any (array(
        select ctid from deleted_trainings where deleted_at < dead limit most for update skip locked));
    when 'reports' then
      delete from reports where ctid = any (array(
        select ctid from reports where deleted_at < dead limit most for update skip locked));
  end case;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function remove_expired(text, timestamptz, int) owner to bellwether_definer;
revoke all on function remove_expired(text, timestamptz, int) from public;
grant execute on function remove_expired(text, timestamptz, int) to bellwether_app;

-- Tables whose rows come and go all day: vacuum them by a part of their rows, not by a fifth, and without its pauses. Pages
-- with free space keep a changed row where it is, so that no index follows it.
alter table events set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
alter table streams set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
-- One row, updated by every numbering: a page of its versions is all that each of them reads.
alter table event_head set (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200,
  autovacuum_vacuum_cost_delay = 0);
alter table idempotency_keys set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);
alter table sessions set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table sign_in_failures set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table import_rows set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table import_check_rows set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
alter table bulk_rows set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
