-- The last call with a contact: one of ours that rang there, answered or not, one of theirs that was answered, or one
-- that somebody wrote down. It follows from these alone, whatever moves them: a fact, a link, a merge and its undo.
alter table contacts add column last_call_at timestamptz;

create function counts_as_call(k calls) returns boolean language sql stable
  return k.answered_at is not null or k.direction = 'outbound'
    and exists (select from call_events e where e.call_id = k.id and e.kind = 'ringing');

create function note_last_call(contact bigint) returns void language sql as $$
  -- Who waits for another call of this contact looks afterwards, and so sees it.
  select from contacts c where c.id = contact for no key update;
  update contacts c set last_call_at = last.at
  from (
    select greatest(
      (select k.created_at from calls k where k.contact_id = contact and counts_as_call(k) order by k.created_at desc limit 1),
      (select a.at from contact_activities a where a.contact_id = contact and a.type = 'call' and a.deleted_at is null
        order by a.at desc limit 1)) as at
  ) last
  where c.id = contact and c.last_call_at is distinct from last.at
$$;

-- Of a call or of an activity.
create function follow_call() returns trigger language plpgsql as $$
begin
  -- The lower id first: calls that change places do not wait for each other.
  if tg_op = 'UPDATE' and old.contact_id is distinct from new.contact_id then
    perform note_last_call(least(old.contact_id, new.contact_id));
  end if;
  perform note_last_call(case tg_op when 'INSERT' then new.contact_id else greatest(old.contact_id, new.contact_id) end);
  return null;
end $$;
create trigger calls_insert_last_call after insert on calls
  for each row when (new.contact_id is not null and new.answered_at is not null) execute function follow_call();
create trigger calls_update_last_call after update of contact_id, answered_at on calls
  for each row when ((old.contact_id, old.answered_at) is distinct from (new.contact_id, new.answered_at))
  execute function follow_call();
create trigger contact_activities_insert_last_call after insert on contact_activities
  for each row when (new.type = 'call') execute function follow_call();
create trigger contact_activities_update_last_call after update of contact_id, deleted_at on contact_activities
  for each row when (new.type = 'call') execute function follow_call();

create function follow_ringing() returns trigger language plpgsql as $$
begin
  perform note_last_call(k.contact_id) from calls k where k.id = new.call_id and k.contact_id is not null;
  return null;
end $$;
create trigger call_events_last_call after insert on call_events
  for each row when (new.kind = 'ringing') execute function follow_ringing();

update contacts c set last_call_at = last.at from (
  select contact_id, max(at) as at from (
    select k.contact_id, k.created_at as at from calls k where k.contact_id is not null and counts_as_call(k)
    union all
    select contact_id, at from contact_activities where type = 'call' and deleted_at is null
  ) made group by contact_id
) last where c.id = last.contact_id;

-- Calls that nobody here took: whose they were is known by their number alone.
create index calls_unknown on calls (account_id, from_number, created_at desc)
  where direction = 'inbound' and contact_id is null;

-- As in 0020, and: the last call, `not_since`, which is never or before that day, and of what has an hour the days of a
-- zone: `2026-11-21 America/Chicago`.
create or replace function contact_filter(field text, op text, value text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  safe text := like_text(value);
  -- Follows from the condition itself and brings the trigram index in.
  hint text := case when char_length(safe) >= 3 then format(' and search_text like %L', '%' || safe || '%') else '' end;
  zone text;
  -- The first moment of the day and the one behind its last.
  begins text;
  ends text;
begin
  if field in ('created_at', 'last_touch_at', 'last_call_at') and op <> 'empty' then
    zone := coalesce(nullif(split_part(value, ' ', 2), ''), 'UTC');
    begins := format('%L::timestamptz', left(value, 10)::timestamp at time zone zone);
    ends := format('%L::timestamptz', (left(value, 10)::date + 1)::timestamp at time zone zone);
  end if;
  case
    when op = 'empty' then return contact_empty(field);
    when field = 'last_name' and op = 'is' then return format('sort_key like %L', safe || chr(1) || '%');
    when field = 'last_name' and op = 'starts_with' then return format('sort_key like %L', safe || '%');
    when field in ('first_name', 'last_name', 'city', 'email', 'state', 'zip_code', 'category', 'source', 'company') then
      if field in ('state', 'zip_code', 'category', 'source') then hint := ''; end if;
      case op
        when 'is' then return format('fold(coalesce(%I, '''')) = %L', field, fold(value)) || hint;
        when 'contains' then return format('fold(%I) like %L', field, '%' || safe || '%') || hint;
        when 'starts_with' then return format('fold(%I) like %L', field, safe || '%') || hint;
      end case;
    when field = 'phone' then
      case op
        when 'is' then return format('phone = %L', value);
        when 'contains' then return format('phone like %L', '%' || safe || '%') || hint;
        when 'starts_with' then return format('(phone like %L or phone like %L)', '+1' || safe || '%', '+' || safe || '%');
      end case;
    when field = 'tag' and op = 'is' then
      return format('tag_ids @> array[%s::bigint] and tag_ids <> ''{}''', value::bigint);
    when field in ('type', 'gender', 'language', 'email_status') and op = 'is' then return format('%I = %L', field, value);
    when field = 'representer_type' and op = 'is' then
      return format('owner_id = any(array(select u.id from users u where u.account_id = %L::bigint and u.job_title = %L))',
        app_account_id(), value);
    when contact_choice(field) is not null and op = 'is' then
      return format('%I = %s', contact_choice(field), value::bigint);
    when field = 'birth_month' and op = 'is' then
      return format('dob is not null and extract(month from dob) * 100 + extract(day from dob) between %s and %s',
        value::int * 100, value::int * 100 + 31);
    when field in ('dob', 'follow_up_on') then
      case op
        when 'is' then return format('%I = %L', field, value::date);
        when 'before' then return format('%I < %L', field, value::date);
        when 'after' then return format('%I > %L', field, value::date);
      end case;
    when field in ('created_at', 'last_touch_at', 'last_call_at') then
      case op
        when 'not_since' then return format('(%1$I is null or %1$I < %2$s)', field, begins);
        when 'is' then return format('%1$I >= %2$s and %1$I < %3$s', field, begins, ends);
        when 'before' then return format('%I < %s', field, begins);
        when 'after' then return format('%I >= %s', field, ends);
      end case;
  end case;
end $$;
