-- Prints of all accounts whose file is older than an instant, oldest first.
create or replace function find_old_print_files(before timestamptz, most int) returns table (account_id bigint, job_id bigint, file_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, file_key from print_jobs where file_key is not null and finished_at < before
  order by finished_at, id limit most
$$;
alter function find_old_print_files(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_old_print_files(timestamp with time zone,integer) from public;
grant execute on function find_old_print_files(timestamp with time zone,integer) to bellwether_app;

-- Who a print is for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create or replace function find_print_askers(job bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from print_jobs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = job and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_print_askers(bigint) owner to bellwether_definer;
revoke all on function find_print_askers(bigint) from public;
grant execute on function find_print_askers(bigint) to bellwether_app;

-- Prints of all accounts that a worker should be at.
create or replace function find_unfinished_print_jobs() returns table (account_id bigint, job_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from print_jobs where status in ('queued', 'working', 'cancelling')
$$;
alter function find_unfinished_print_jobs() owner to bellwether_definer;
revoke all on function find_unfinished_print_jobs() from public;
grant execute on function find_unfinished_print_jobs() to bellwether_app;
