-- Tells the endpoints of an account of a fact in its transaction: one row each, under one id of the event. Paused endpoints
-- get it once they are resumed.
create or replace function tell_webhooks(account bigint, kind text, data jsonb) returns void language plpgsql as $$
declare
  event text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
begin
  insert into webhook_deliveries (account_id, endpoint_id, event_id, kind, at, data, due_at)
  select account, e.id, event, tell_webhooks.kind, clock_now(), tell_webhooks.data, clock_now()
  from webhook_endpoints e where e.account_id = account and tell_webhooks.kind = any(e.events)
  -- One that is removed right now is left out.
  order by e.id for key share of e;
end $$;

-- Ids of a contact, in every event about one.
create or replace function webhook_contact(c contacts) returns jsonb language sql stable as $$
  select jsonb_build_object('contact_id', c.id, 'contact_number', c.number, 'owner_id', c.owner_id,
    'business_unit_id', c.business_unit_id, 'status_id', c.status_id, 'source_import_id', c.import_id)
$$;

create or replace function tell_webhooks_of_added() returns trigger language plpgsql as $$
begin
  -- Imports add many; almost no account has an endpoint.
  if exists (select from webhook_endpoints e where 'contact.created' = any(e.events)
             and e.account_id in (select a.account_id from added a)) then
    perform tell_webhooks(a.account_id, 'contact.created', webhook_contact(c))
    from added a join contacts c on c.id = a.id order by a.id;
  end if;
  return null;
end $$;

-- Fields that a person or a program can change, by the names of the API.
create or replace function webhook_fields(c jsonb) returns jsonb language sql immutable as $$
  select c - '{id,account_id,number,business_unit_id,import_id,import_row,version,created_at,updated_at,last_touch_at,
    deleted_at,sort_key,search_text,email_status,email_checked_at,email_check,household_key,birth_day,merged_into_id,undone_at,
    last_call_at,held_at,held_by_id,hold_reason}'::text[]
$$;

-- A contact as it is, its values before and after a change.
create or replace function tell_webhooks_of_change(c contacts, before jsonb, after jsonb) returns void language plpgsql as $$
declare
  changed jsonb;
begin
  if c.deleted_at is not null then
    if before ->> 'deleted_at' is null then
      perform tell_webhooks(c.account_id, 'contact.deleted',
        webhook_contact(c) || jsonb_build_object('merged_into_id', c.merged_into_id));
    end if;
    return;
  end if;
  if before ->> 'deleted_at' is not null then
    perform tell_webhooks(c.account_id, 'contact.restored', webhook_contact(c));
  end if;
  select jsonb_agg(n.key order by n.key) into changed
  from jsonb_each(webhook_fields(after)) n join jsonb_each(webhook_fields(before)) o using (key)
  where n.value is distinct from o.value;
  if changed is null then return; end if;
  perform tell_webhooks(c.account_id, 'contact.updated', webhook_contact(c) || jsonb_build_object('changed', changed));
  if before -> 'status_id' is distinct from after -> 'status_id' then
    perform tell_webhooks(c.account_id, 'contact.status_changed',
      webhook_contact(c) || jsonb_build_object('previous_status_id', before -> 'status_id'));
  end if;
end $$;

create or replace function tell_webhooks_of_changed() returns trigger language plpgsql as $$
begin
  -- Bulk changes touch many; almost no account has an endpoint.
  if exists (select from webhook_endpoints e
             where e.events && '{contact.updated,contact.status_changed,contact.deleted,contact.restored}'::text[]
             and e.account_id in (select a.account_id from added a)) then
    perform tell_webhooks_of_change(c, to_jsonb(r), to_jsonb(a))
    from removed r join added a on a.id = r.id join contacts c on c.id = a.id order by a.id;
  end if;
  return null;
end $$;

create or replace function tell_webhooks_of_booking() returns trigger language plpgsql as $$
declare
  data jsonb := jsonb_build_object('booking_id', new.id, 'user_id', new.user_id, 'event_id', new.event_id,
    'soa_id', new.soa_id, 'starts_at', new.starts_at, 'ends_at', new.ends_at);
begin
  if tg_op = 'UPDATE' then
    if old.status = new.status then return null; end if;
    if old.status = 'booked' and new.status = 'cancelled' then
      perform tell_webhooks(new.account_id, 'appointment.canceled', data);
    end if;
  end if;
  if new.status = 'booked' then perform tell_webhooks(new.account_id, 'appointment.booked', data); end if;
  return null;
end $$;

create or replace function tell_webhooks_of_soa() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'soa.completed', jsonb_build_object('soa_id', new.id, 'contact_id', new.contact_id,
    'user_id', new.user_id, 'method', new.method, 'products', new.products, 'signed_at', new.signed_at));
  return null;
end $$;

create or replace function tell_webhooks_of_call() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'call.ended', jsonb_build_object('call_id', new.id, 'contact_id', new.contact_id,
    'user_id', new.user_id, 'direction', new.direction, 'outcome', new.outcome, 'seconds', new.seconds,
    'disposition', new.disposition));
  return null;
end $$;

create or replace function tell_webhooks_of_order() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'order.paid', jsonb_build_object('order_id', new.id, 'user_id', new.user_id,
    'total_cents', new.total_cents, 'paid_cents', new.paid_cents, 'contacts', new.contacts));
  return null;
end $$;

-- Active endpoints with a delivery that is due.
create or replace function find_due_webhooks(due timestamptz, most int) returns table (account_id bigint, endpoint_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.account_id, e.id from webhook_endpoints e
  where e.status = 'active' and e.secret is not null and (e.rests_until is null or e.rests_until <= due)
    and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at <= due)
  order by e.id limit most
$$;
alter function find_due_webhooks(timestamptz, int) owner to bellwether_definer;
revoke all on function find_due_webhooks(timestamptz, int) from public;
grant execute on function find_due_webhooks(timestamptz, int) to bellwether_app;
