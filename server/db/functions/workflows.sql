-- Workflows that are on for contacts of an owner: a shared one for its business unit or all, any other for its user alone.
create or replace function flow_is_for(f wf_flows, owner bigint, unit bigint) returns boolean language sql immutable as $$
  select case when f.shared then f.business_unit_id is null or f.business_unit_id = unit else f.user_id = owner end
$$;

-- How many workflows led to this one; a chain of them ends.
create or replace function flow_depth() returns int language sql stable as $$
  select coalesce(nullif(current_setting('app.flow_depth', true), '')::int, 0)
$$;

-- New contacts begin the workflows for them, in the transaction that adds them.
create or replace function start_flows_for_added() returns trigger language plpgsql as $$
begin
  insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, depth, due_at, created_at)
  select c.account_id, f.id, f.live_version_id, c.id, c.id, 'contact_added', flow_depth(), clock_now(), clock_now()
  from added c join users u on u.id = c.owner_id join wf_flows f on f.account_id = c.account_id
  where f.status = 'on' and f.live_trigger ->> 'kind' = 'contact_added' and c.deleted_at is null
    and (c.import_id is null or (f.live_trigger ->> 'imported')::boolean) and flow_is_for(f, c.owner_id, u.business_unit_id)
  order by c.id, f.id on conflict do nothing;
  return null;
end $$;

-- A new status or tag begins the workflows for it. What a merge or an undo gives a contact starts none.
create or replace function start_flows_for_changed() returns trigger language plpgsql as $$
begin
  insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, depth, due_at, created_at)
  select new.account_id, f.id, f.live_version_id, new.id, new.id, found.occasion, flow_depth(), clock_now(), clock_now()
  from wf_flows f join users u on u.id = new.owner_id
  cross join lateral (
    select 'status:' || new.status_id || ':' || (clock_now() at time zone 'UTC')::date as occasion
    where f.live_trigger ->> 'kind' = 'status_changed' and new.status_id is distinct from old.status_id
      and new.status_id is not null
      and (f.live_trigger -> 'ids' = '[]' or f.live_trigger -> 'ids' @> to_jsonb(new.status_id))
    union all
    select 'tag:' || tag || ':' || (clock_now() at time zone 'UTC')::date from unnest(new.tag_ids) tag
    where f.live_trigger ->> 'kind' = 'tag_added' and tag <> all(old.tag_ids)
      and (f.live_trigger -> 'ids' = '[]' or f.live_trigger -> 'ids' @> to_jsonb(tag))
  ) found
  where f.account_id = new.account_id and f.status = 'on'
    and f.live_trigger ->> 'kind' in ('status_changed', 'tag_added')
    and current_setting('app.starts_campaigns', true) is distinct from 'off' and flow_depth() < 5
    and flow_is_for(f, new.owner_id, u.business_unit_id)
  order by f.id, found.occasion on conflict do nothing;
  return null;
end $$;

-- What happens to a contact begins the workflows for it, once a day.
create or replace function start_flows_on(contact bigint, what text, of_import boolean) returns void language plpgsql as $$
begin
  insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, depth, due_at, created_at)
  select c.account_id, f.id, f.live_version_id, c.id, c.id, what || ':' || (clock_now() at time zone 'UTC')::date, 0,
    clock_now(), clock_now()
  from contacts c join users u on u.id = c.owner_id join wf_flows f on f.account_id = c.account_id
  where c.id = contact and f.status = 'on' and f.live_trigger ->> 'kind' = what and c.deleted_at is null
    and (not of_import or (f.live_trigger ->> 'imported')::boolean) and flow_is_for(f, c.owner_id, u.business_unit_id)
  order by f.id on conflict do nothing;
end $$;

-- A text from a contact begins the workflows for it, and ends waits for a reply. An opt-out is no reply.
create or replace function start_flows_on_reply() returns trigger language plpgsql as $$
begin
  if new.asks = 'opt_out' then return null; end if;
  update wf_runs set due_at = clock_now() where contact_id = new.contact_id and status = 'waiting' and hears;
  perform start_flows_on(new.contact_id, 'reply', false);
  return null;
end $$;

create or replace function start_flows_on_missed_call() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'missed_call', false);
  return null;
end $$;

-- A request through a public page, or a lead of a vendor.
create or replace function start_flows_on_request() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'request', false);
  return null;
end $$;

create or replace function start_flows_on_completed_soa() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'soa_completed', false);
  return null;
end $$;

create or replace function start_flows_on_active_policy() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'policy_active', tg_op = 'INSERT' and new.import_id is not null);
  return null;
end $$;

-- A changed draft counts up.
create or replace function count_flow_version() returns trigger language plpgsql as $$
begin
  if new.definition is distinct from old.definition then new.version := old.version + 1; end if;
  new.updated_at := clock_now();
  return new;
end $$;

-- Whether the filters of a list hold for a contact, as `contact_conditions` reads them.
create or replace function contact_matches(contact bigint, scope jsonb) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  found boolean;
begin
  execute format('select exists (select from contacts where id = %s and %s)', contact, contact_conditions(scope)) into found;
  return found;
end $$;

-- Contacts in workflows whose next look is due: some of each account, so that one account can't hold up the others.
create or replace function find_due_flow_runs(at timestamptz, most_of_account int, most int)
returns table (account_id bigint, run_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, due.id from accounts a cross join lateral (
    select r.id, r.due_at from wf_runs r join wf_flows f on f.id = r.flow_id
    where r.account_id = a.id and r.status in ('ready', 'waiting', 'held') and not r.paused and r.due_at <= at
      and f.status = 'on'
    order by r.due_at, r.id limit most_of_account) due
  order by due.due_at, due.id limit most
$$;
alter function find_due_flow_runs(timestamp with time zone,integer,integer) owner to bellwether_definer;
revoke all on function find_due_flow_runs(timestamp with time zone,integer,integer) from public;
grant execute on function find_due_flow_runs(timestamp with time zone,integer,integer) to bellwether_app;

-- Workflows that begin on a day of the contact.
create or replace function find_dated_flows() returns table (account_id bigint, flow_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.account_id, f.id from wf_flows f
  where f.status = 'on'
    and f.live_trigger ->> 'kind' in ('birthday', 'policy_anniversary', 'policy_expiring', 'no_contact')
  order by f.id
$$;
alter function find_dated_flows() owner to bellwether_definer;
revoke all on function find_dated_flows() from public;
grant execute on function find_dated_flows() to bellwether_app;

-- Dry runs of all accounts that a worker should be at.
create or replace function find_unfinished_dry_runs() returns table (account_id bigint, dry_run_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from wf_dry_runs where status in ('queued', 'working')
$$;
alter function find_unfinished_dry_runs() owner to bellwether_definer;
revoke all on function find_unfinished_dry_runs() from public;
grant execute on function find_unfinished_dry_runs() to bellwether_app;

-- Workflows that begin on a schedule.
create or replace function find_scheduled_flows() returns table (account_id bigint, flow_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.account_id, f.id from wf_flows f where f.status = 'on' and f.live_trigger ->> 'kind' = 'schedule' order by f.id
$$;
alter function find_scheduled_flows() owner to bellwether_definer;
revoke all on function find_scheduled_flows() from public;
grant execute on function find_scheduled_flows() to bellwether_app;

-- Contacts that a workflow is for and for whom the filters of a list hold, by id, after one of them.
create or replace function find_flow_audience(flow bigint, scope jsonb, after bigint, most int) returns table (contact_id bigint)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query execute format(
    'select found.id from (select id, owner_id from contacts where id > $1 and deleted_at is null and %s) found
       join users u on u.id = found.owner_id join wf_flows f on f.id = $2 and flow_is_for(f, found.owner_id, u.business_unit_id)
     order by found.id limit $3', contact_conditions(scope)) using after, flow, most;
end $$;
