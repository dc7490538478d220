-- Appointments that visitors book on a public page of an agent.

create extension if not exists btree_gist;

create table booking_types (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- The agent whose calendar it is.
  user_id bigint not null references users,
  -- Last part of the address of its page, unique over all accounts.
  slug text not null unique,
  name text not null,
  minutes int not null default 30,
  buffer_before int not null default 0,
  buffer_after int not null default 0,
  notice_hours int not null default 4,
  -- Null: no limit.
  per_day int,
  days_ahead int not null default 30,
  -- [{"day": 1, "from": "09:00", "to": "17:00"}]; 0 is Sunday.
  hours jsonb not null default
    '[{"day":1,"from":"09:00","to":"17:00"},{"day":2,"from":"09:00","to":"17:00"},{"day":3,"from":"09:00","to":"17:00"},{"day":4,"from":"09:00","to":"17:00"},{"day":5,"from":"09:00","to":"17:00"}]',
  zone text not null default 'America/New_York',
  place text not null default '',
  -- Empty: about no Medicare products.
  soa_products text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index booking_types_name on booking_types (user_id, lower(name));
create index booking_types_account on booking_types (account_id);
call isolate_by_account('booking_types');

create table bookings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- Null: the type was removed.
  type_id bigint references booking_types on delete set null,
  -- Null: not booked yet, or no longer in the calendar.
  event_id bigint references calendar_events on delete set null,
  soa_id bigint references soa_requests on delete set null,
  -- The booking that took its place.
  moved_to_id bigint references bookings on delete set null,
  status text not null check (status in ('held', 'booked', 'moved', 'cancelled', 'expired')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- With the time that stays free around it. Empty: the agent has chosen the time.
  during tstzrange not null,
  held_until timestamptz not null,
  -- IANA zone of the visitor.
  zone text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  phone text not null default '',
  -- The form whose repetition has no other effect.
  submission text not null,
  created_at timestamptz not null,
  -- No two visitors get the same time of an agent.
  constraint bookings_one_at_a_time exclude using gist (user_id with =, during with &&) where (status in ('held', 'booked'))
);
create unique index bookings_submission on bookings (account_id, submission);
create index bookings_type on bookings (type_id, starts_at) where type_id is not null;
create index bookings_event on bookings (event_id) where event_id is not null;
create index bookings_soa on bookings (soa_id) where soa_id is not null;
create index bookings_moved on bookings (moved_to_id) where moved_to_id is not null;
create index bookings_ends on bookings (ends_at);
create index bookings_account on bookings (account_id);
call isolate_by_account('bookings');

-- A booking follows its event: what the agent moves is theirs to choose, what they delete is canceled.
create function follow_booked_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update bookings set status = 'cancelled' where event_id = old.id and status = 'booked';
    return old;
  end if;
  update bookings set starts_at = new.starts_at, ends_at = new.ends_at, during = 'empty'
    where event_id = new.id and status = 'booked';
  return new;
end
$$;
create trigger calendar_events_booked_deleted before delete on calendar_events
  for each row execute function follow_booked_event();
create trigger calendar_events_booked_moved after update of starts_at, ends_at on calendar_events
  for each row when (old.starts_at <> new.starts_at or old.ends_at <> new.ends_at)
  execute function follow_booked_event();
