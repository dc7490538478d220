-- Runs of all accounts that a worker should be at.
create or replace function find_unfinished_verification_runs() returns table (account_id bigint, run_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from verification_runs where status in ('queued', 'working')
$$;
alter function find_unfinished_verification_runs() owner to bellwether_definer;
revoke all on function find_unfinished_verification_runs() from public;
grant execute on function find_unfinished_verification_runs() to bellwether_app;

-- Who a run is for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create or replace function find_verification_askers(run bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from verification_runs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = run and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_verification_askers(bigint) owner to bellwether_definer;
revoke all on function find_verification_askers(bigint) from public;
grant execute on function find_verification_askers(bigint) to bellwether_app;
