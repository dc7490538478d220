-- Endpoints of other programs, and what they are told.

create table webhook_endpoints (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  url text not null,
  events text[] not null,
  status text not null default 'active' check (status in ('active', 'paused', 'stopped')),
  stopped_reason text not null default '',
  -- Sealed, as all secrets; null: nothing can be signed, nor sent. The earlier one signs, too, for a while.
  secret bytea,
  secret_at timestamptz,
  earlier_secret bytea,
  earlier_until timestamptz,
  -- Null: the last delivery arrived.
  failing_since timestamptz,
  -- It gets nothing until then.
  rests_until timestamptz,
  created_at timestamptz not null default clock_now()
);
create unique index webhook_endpoints_name on webhook_endpoints (account_id, lower(name));
call isolate_by_account('webhook_endpoints');

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  -- One for each event, in all its deliveries.
  event_id text not null,
  kind text not null,
  at timestamptz not null,
  -- Ids and names of fields; no person's words.
  data jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  -- Null: no attempt is left.
  due_at timestamptz,
  -- All attempts, and those since it was last replayed.
  attempts int not null default 0,
  round int not null default 0,
  last_status int,
  last_fault text not null default '',
  check ((status = 'waiting') = (due_at is not null))
);
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, event_id);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where status = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (account_id, id desc);
create index webhook_deliveries_status on webhook_deliveries (endpoint_id, status, id desc);
create index webhook_deliveries_at on webhook_deliveries (at);
call isolate_by_account('webhook_deliveries');

create table webhook_attempts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  at timestamptz not null,
  took int not null,
  status int,
  fault text not null default '',
  answer text not null default ''
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id desc);
create index webhook_attempts_account on webhook_attempts (account_id);
call isolate_by_account('webhook_attempts');

create function tell_webhooks_of_added() returns trigger language plpgsql as $$
begin
  -- Imports add many; almost no account has an endpoint.
  if exists (select from webhook_endpoints e where 'contact.created' = any(e.events)
             and e.account_id in (select a.account_id from added a)) then
    perform tell_webhooks(a.account_id, 'contact.created', webhook_contact(c))
    from added a join contacts c on c.id = a.id order by a.id;
  end if;
  return null;
end $$;

create function tell_webhooks_of_changed() returns trigger language plpgsql as $$
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

create function tell_webhooks_of_booking() returns trigger language plpgsql as $$
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

create function tell_webhooks_of_soa() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'soa.completed', jsonb_build_object('soa_id', new.id, 'contact_id', new.contact_id,
    'user_id', new.user_id, 'method', new.method, 'products', new.products, 'signed_at', new.signed_at));
  return null;
end $$;

create function tell_webhooks_of_call() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'call.ended', jsonb_build_object('call_id', new.id, 'contact_id', new.contact_id,
    'user_id', new.user_id, 'direction', new.direction, 'outcome', new.outcome, 'seconds', new.seconds,
    'disposition', new.disposition));
  return null;
end $$;

create function tell_webhooks_of_order() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(new.account_id, 'order.paid', jsonb_build_object('order_id', new.id, 'user_id', new.user_id,
    'total_cents', new.total_cents, 'paid_cents', new.paid_cents, 'contacts', new.contacts));
  return null;
end $$;


create trigger contacts_tell_webhooks_added after insert on contacts referencing new table as added for each statement
  execute function tell_webhooks_of_added();
create trigger contacts_tell_webhooks_changed after update on contacts
  referencing old table as removed new table as added for each statement execute function tell_webhooks_of_changed();
create trigger bookings_tell_webhooks after insert or update of status on bookings for each row
  execute function tell_webhooks_of_booking();
create trigger soa_requests_tell_webhooks after update of completed_at on soa_requests for each row
  when (old.completed_at is null and new.completed_at is not null) execute function tell_webhooks_of_soa();
create trigger calls_tell_webhooks after update of ended_at on calls for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_webhooks_of_call();
create trigger store_orders_tell_webhooks after update of paid_at on store_orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function tell_webhooks_of_order();
