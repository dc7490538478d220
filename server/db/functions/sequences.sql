-- A trigger starts on its occasion from the moment on at which it is enabled, approved and automatic.
create or replace function note_live_trigger() returns trigger language plpgsql as $$
begin
  if not (new.enabled and new.compliant and new.auto_trigger) then
    new.live_since := null;
  elsif tg_op = 'INSERT' or new.live_since is null or old.trigger is distinct from new.trigger then
    new.live_since := clock_now();
  end if;
  return new;
end $$;

-- New contacts begin the triggers for them, in the transaction that adds them; those of an import only where a trigger says so.
create or replace function enroll_added_contacts() returns trigger language plpgsql as $$
begin
  insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, created_at)
  select c.account_id, t.id, c.id, c.id, 'contact_added', clock_now(), clock_now()
  from added c join users u on u.id = c.owner_id join campaign_triggers t on t.account_id = c.account_id
  where t.live_since is not null and t.trigger = 'contact_added' and c.deleted_at is null
    and (c.import_id is null or t.start_imported)
    and (t.business_unit_id is null or t.business_unit_id = u.business_unit_id)
  order by c.id, t.id on conflict do nothing;
  return null;
end $$;

-- A new status or tag begins the triggers for it, in the transaction that changes the contact. Labels of a trigger name
-- the statuses or tags that count; without labels, all do. What a merge or an undo gives a contact starts none.
create or replace function enroll_changed_contact() returns trigger language plpgsql as $$
begin
  insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, created_at)
  select new.account_id, t.id, new.id, new.id, found.occasion, clock_now(), clock_now()
  from campaign_triggers t join users u on u.id = new.owner_id
  cross join lateral (
    select 'status:' || s.id || ':' || (clock_now() at time zone 'UTC')::date as occasion from statuses s
    where t.trigger = 'status_changed' and new.status_id is distinct from old.status_id and s.id = new.status_id
      and (t.tags = '{}' or exists (select from unnest(t.tags) label where lower(label) = lower(s.name)))
    union all
    select 'tag:' || g.id || ':' || (clock_now() at time zone 'UTC')::date from tags g
    where t.trigger = 'tag_added' and g.id = any(new.tag_ids) and g.id <> all(old.tag_ids)
      and (t.tags = '{}' or exists (select from unnest(t.tags) label where lower(label) = lower(g.name)))
  ) found
  where t.account_id = new.account_id and t.live_since is not null and t.trigger in ('status_changed', 'tag_added')
    and current_setting('app.starts_campaigns', true) is distinct from 'off'
    and (t.business_unit_id is null or t.business_unit_id = u.business_unit_id)
  order by t.id, found.occasion on conflict do nothing;
  return null;
end $$;

-- An opt-out ends what is still to be sent by its channel, in the transaction that records it.
create or replace function end_sequences_on_opt_out() returns trigger language plpgsql as $$
begin
  with ended as (
    update sequence_enrollments e set status = 'ended', reason = 'opted_out', due_at = null, note = '', version = e.version + 1
    from campaign_triggers t
    where e.contact_id = new.contact_id and e.status in ('waiting', 'held') and t.id = e.trigger_id
      and (new.channel = 'any' or new.kind = 'do_not_call' and t.trigger_type = 'sms'
        or new.channel = case t.trigger_type when 'sms' then 'text' else 'mail' end)
    returning t.name, e.contact_id, e.account_id
  )
  insert into workflow_logs (account_id, contact_id, workflow_name, status, message)
  select account_id, contact_id, name, 'done', 'Ended: the contact opted out.' from ended;
  return null;
end $$;

-- Enrollments whose next step is due: some of each account, so that one account can't hold up the others.
create or replace function find_due_enrollments(at timestamptz, most_of_account int, most int)
returns table (account_id bigint, enrollment_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, due.id from accounts a cross join lateral (
    select e.id, e.due_at from sequence_enrollments e join campaign_triggers t on t.id = e.trigger_id
    where e.account_id = a.id and e.status in ('waiting', 'held') and e.due_at <= at and t.enabled and t.compliant
    order by e.due_at, e.id limit most_of_account) due
  order by due.due_at, due.id limit most
$$;
alter function find_due_enrollments(timestamp with time zone,integer,integer) owner to bellwether_definer;
revoke all on function find_due_enrollments(timestamp with time zone,integer,integer) from public;
grant execute on function find_due_enrollments(timestamp with time zone,integer,integer) to bellwether_app;

-- Triggers that begin on a day of the contact.
create or replace function find_dated_triggers() returns table (account_id bigint, trigger_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.account_id, t.id from campaign_triggers t
  where t.live_since is not null and t.trigger in ('birthday', 'policy_anniversary', 'policy_expiring', 'no_contact')
  order by t.id
$$;
alter function find_dated_triggers() owner to bellwether_definer;
revoke all on function find_dated_triggers() from public;
grant execute on function find_dated_triggers() to bellwether_app;

-- Days of contacts of the account on which a trigger may begin, after one place: births and effective dates by month and
-- day, such as 229, expiry dates by day. Under row-level security the expressions would lose their indexes.
create or replace function find_contact_days(kind text, unit bigint, keys int[], days date[], after_contact bigint, after_record bigint, most int)
returns table (contact_id bigint, record_id bigint, day date, state text, city text, zip_code text, phone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, f.id, f.day, c.state, c.city, c.zip_code, c.phone
  from (
    (select b.id as contact_id, b.id, b.dob as day from contacts b
      where kind = 'birthday' and b.account_id = app_account_id() and b.birth_day = any(keys) and b.deleted_at is null)
    union all
    (select p.contact_id, p.id, p.effective_on from policies p
      where kind = 'policy_anniversary' and p.account_id = app_account_id() and p.deleted_at is null and p.status = 'active'
        and (extract(month from p.effective_on)::int * 100 + extract(day from p.effective_on)::int) = any(keys))
    union all
    (select p.contact_id, p.id, p.expires_on from policies p
      where kind = 'policy_expiring' and p.account_id = app_account_id() and p.deleted_at is null and p.status = 'active'
        and p.expires_on = any(days))
  ) f join contacts c on c.id = f.contact_id and c.account_id = app_account_id() and c.deleted_at is null
    join users u on u.id = c.owner_id
  where (unit is null or u.business_unit_id = unit) and (c.id, f.id) > (after_contact, after_record)
  order by c.id, f.id limit most
$$;
alter function find_contact_days(text,bigint,integer[],date[],bigint,bigint,integer) owner to bellwether_definer;
revoke all on function find_contact_days(text,bigint,integer[],date[],bigint,bigint,integer) from public;
grant execute on function find_contact_days(text,bigint,integer[],date[],bigint,bigint,integer) to bellwether_app;

-- Contacts of the account whose last contact falls between two instants, after one place. One who was never contacted counts
-- from the moment they were added. Under row-level security the expression would lose its index.
create or replace function find_inactive_contacts(unit bigint, since timestamptz, until timestamptz, after_contact bigint, most int)
returns table (contact_id bigint, last_contact_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, coalesce(c.last_touch_at, c.created_at) from contacts c join users u on u.id = c.owner_id
  where c.account_id = app_account_id() and c.deleted_at is null and c.id > after_contact
    and coalesce(c.last_touch_at, c.created_at) between since and until
    and (unit is null or u.business_unit_id = unit)
  order by c.id limit most
$$;
alter function find_inactive_contacts(bigint,timestamp with time zone,timestamp with time zone,bigint,integer) owner to bellwether_definer;
revoke all on function find_inactive_contacts(bigint,timestamp with time zone,timestamp with time zone,bigint,integer) from public;
grant execute on function find_inactive_contacts(bigint,timestamp with time zone,timestamp with time zone,bigint,integer) to bellwether_app;
