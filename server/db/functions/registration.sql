-- Accounts whose registration is to be looked at by now.
create or replace function find_due_registrations(at timestamptz) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from text_registrations where next_check_at <= at order by next_check_at limit 100
$$;
alter function find_due_registrations(timestamptz) owner to bellwether_definer;
revoke all on function find_due_registrations(timestamptz) from public;
grant execute on function find_due_registrations(timestamptz) to bellwether_app;

-- The account of a brand or a campaign.
create or replace function find_registered_account(sid text) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from text_registrations where brand_sid = sid or campaign_sid = sid
$$;
alter function find_registered_account(text) owner to bellwether_definer;
revoke all on function find_registered_account(text) from public;
grant execute on function find_registered_account(text) to bellwether_app;
