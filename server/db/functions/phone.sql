-- Calls that a voice process has left open (its own are not meant), and calls asked for before `asked_before` that no
-- device has dialled.
create or replace function find_abandoned_calls(alive text[], asked_before timestamptz)
returns table (account_id bigint, call_id bigint, dialled boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  (select account_id, id, true from calls
    where status <> 'ended' and gateway is not null and gateway <> all (alive) order by id limit 1000)
  union all
  (select account_id, id, false from calls
    where status <> 'ended' and gateway is null and sid is null and created_at < asked_before order by id limit 1000)
$$;
alter function find_abandoned_calls(text[],timestamp with time zone) owner to bellwether_definer;
revoke all on function find_abandoned_calls(text[],timestamp with time zone) from public;
grant execute on function find_abandoned_calls(text[],timestamp with time zone) to bellwether_app;

-- The same by its id: of a call of its own, a voice process knows that.
create or replace function find_account_of_call(wanted bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from calls where id = wanted
$$;
alter function find_account_of_call(bigint) owner to bellwether_definer;
revoke all on function find_account_of_call(bigint) from public;
grant execute on function find_account_of_call(bigint) to bellwether_app;

-- Whose a call of the line is: who tells of it knows its sid alone.
create or replace function find_call_by_sid(wanted text) returns table (account_id bigint, call_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from calls where sid = wanted or agent_leg = wanted
$$;
alter function find_call_by_sid(text) owner to bellwether_definer;
revoke all on function find_call_by_sid(text) from public;
grant execute on function find_call_by_sid(text) to bellwether_app;

-- Calls that a carrier has and that began before: the word of their end may have been lost.
create or replace function find_carried_calls(begun_before timestamptz) returns table (call_id bigint, sid text, answered boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, coalesce(agent_leg, calls.sid), answered_at is not null from calls
  where status <> 'ended' and gateway is null and calls.sid is not null and line = 'twilio' and created_at < begun_before
    and away_since is null
  order by id limit 1000
$$;
alter function find_carried_calls(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_carried_calls(timestamp with time zone) from public;
grant execute on function find_carried_calls(timestamp with time zone) to bellwether_app;

-- Calls whose other party has waited for their agent since before.
create or replace function find_away_calls(away_before timestamptz) returns table (account_id bigint, call_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from calls
  where status <> 'ended' and away_since <= away_before
  order by id limit 1000
$$;
alter function find_away_calls(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_away_calls(timestamp with time zone) from public;
grant execute on function find_away_calls(timestamp with time zone) to bellwether_app;

-- Whose a dialled number is, in any account: calls go between agencies.
create or replace function find_phone_number(wanted text)
returns table (account_id bigint, phone_number_id bigint, kind text, label text, user_ids bigint[])
language sql stable security definer set search_path = public, pg_temp as $$
  select p.account_id, p.id, p.kind, p.label,
    case when p.kind = 'agent' then array[p.user_id]
      else array(select m.user_id from phone_number_members m where m.phone_number_id = p.id order by m.user_id) end
  from phone_numbers p where p.number = wanted
$$;
alter function find_phone_number(text) owner to bellwether_definer;
revoke all on function find_phone_number(text) from public;
grant execute on function find_phone_number(text) to bellwether_app;

create or replace function counts_as_call(k calls) returns boolean language sql stable
  return k.answered_at is not null or k.direction = 'outbound'
    and exists (select from call_events e where e.call_id = k.id and e.kind = 'ringing');

-- Of a call or of an activity.
create or replace function follow_call() returns trigger language plpgsql as $$
begin
  -- The lower id first: calls that change places do not wait for each other.
  if tg_op = 'UPDATE' and old.contact_id is distinct from new.contact_id then
    perform note_last_call(least(old.contact_id, new.contact_id));
  end if;
  perform note_last_call(case tg_op when 'INSERT' then new.contact_id else greatest(old.contact_id, new.contact_id) end);
  return null;
end $$;

create or replace function follow_ringing() returns trigger language plpgsql as $$
begin
  perform note_last_call(k.contact_id) from calls k where k.id = new.call_id and k.contact_id is not null;
  return null;
end $$;

create or replace function note_last_call(contact bigint) returns void language sql as $$
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

-- Locks a call together with all sides of its conversation: first the contacts of them all and those of `more`, then the
-- calls, each in the order of ids. Facts of one side change the others, and every change of a call may change its
-- contact, which a merge locks first. A contact that changed while this waited releases the locks and starts over.
create or replace function lock_call(call bigint, more bigint[] default '{}') returns setof calls language plpgsql as $$
declare
  sides bigint[];
  people bigint[];
begin
  loop
    select array_agg(k.id), array_agg(k.contact_id) filter (where k.contact_id is not null) || more into sides, people
    from calls k where k.conversation = (select asked.conversation from calls asked where asked.id = call);
    if sides is null then
      return;
    end if;
    begin
      perform from contacts c where c.id = any(people) order by c.id for no key update;
      perform from calls k where k.id = any(sides) order by k.id for update;
      if exists (select from calls k where k.id = any(sides) and k.contact_id is not null
        and k.contact_id <> all(people)) then
        raise exception using errcode = 'BW001';
      end if;
      return query select k.* from calls k where k.id = call;
      return;
    exception when sqlstate 'BW001' then
      -- The block's locks are released.
    end;
  end loop;
end $$;
