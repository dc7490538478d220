-- Events whose reminders are to be looked at by now.
create or replace function find_due_reminders(at timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from calendar_events where remind_at <= at order by remind_at limit 500
$$;
alter function find_due_reminders(timestamptz) owner to bellwether_definer;
revoke all on function find_due_reminders(timestamptz) from public;
grant execute on function find_due_reminders(timestamptz) to bellwether_app;

-- Whose calendar an address shows; no row: none.
create or replace function find_calendar_feed(hash bytea) returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.user_id from calendar_settings s join users u on u.id = s.user_id and u.active where s.feed_hash = hash
$$;
alter function find_calendar_feed(bytea) owner to bellwether_definer;
revoke all on function find_calendar_feed(bytea) from public;
grant execute on function find_calendar_feed(bytea) to bellwether_app;

-- The type of appointment behind the address of a page; no row: none that takes bookings.
create or replace function find_booking_page(page text) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.account_id, t.id from booking_types t join users u on u.id = t.user_id and u.active where t.slug = page and t.active
$$;
alter function find_booking_page(text) owner to bellwether_definer;
revoke all on function find_booking_page(text) from public;
grant execute on function find_booking_page(text) to bellwether_app;

-- A booking follows its event: what the agent moves is theirs to choose, what they delete is canceled.
create or replace function follow_booked_event() returns trigger language plpgsql as $$
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
