-- How many contacts a scope means, as `contact_conditions` reads it, without those left out.
create or replace function count_contact_ids(scope jsonb, without bigint[]) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total bigint;
begin
  execute format('select count(*) from contacts where %s and id <> all($1)', contact_conditions(scope)) into total using without;
  return total;
end $$;
alter function count_contact_ids(jsonb,bigint[]) owner to bellwether_definer;
revoke all on function count_contact_ids(jsonb,bigint[]) from public;
grant execute on function count_contact_ids(jsonb,bigint[]) to bellwether_app;

-- Who a job is done for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create or replace function find_bulk_askers(job bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from bulk_jobs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = job and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_bulk_askers(bigint) owner to bellwether_definer;
revoke all on function find_bulk_askers(bigint) from public;
grant execute on function find_bulk_askers(bigint) to bellwether_app;

-- Those contacts, in no order.
create or replace function find_contact_ids(scope jsonb, without bigint[]) returns table (id bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('select id from contacts where %s and id <> all($1)', contact_conditions(scope)) using without;
end $$;
alter function find_contact_ids(jsonb,bigint[]) owner to bellwether_definer;
revoke all on function find_contact_ids(jsonb,bigint[]) from public;
grant execute on function find_contact_ids(jsonb,bigint[]) to bellwether_app;

-- Bulk jobs of all accounts that a worker should be at.
create or replace function find_unfinished_bulk_jobs() returns table (account_id bigint, job_id bigint, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, status from bulk_jobs where status in ('queued', 'processing', 'cancelling', 'undoing')
$$;
alter function find_unfinished_bulk_jobs() owner to bellwether_definer;
revoke all on function find_unfinished_bulk_jobs() from public;
grant execute on function find_unfinished_bulk_jobs() to bellwether_app;

-- Bulk jobs of all accounts that have ended before an instant and whose rows nobody has trimmed, oldest first.
create or replace function find_untrimmed_bulk_jobs(before timestamptz, most int) returns table (account_id bigint, job_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from bulk_jobs
  where not trimmed and finished_at < before and status in ('done', 'cancelled', 'failed', 'undone')
  order by finished_at, id limit most
$$;
alter function find_untrimmed_bulk_jobs(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_untrimmed_bulk_jobs(timestamp with time zone,integer) from public;
grant execute on function find_untrimmed_bulk_jobs(timestamp with time zone,integer) to bellwether_app;

-- For whom a transfer, or its revert, is done, as they stand now: whom they acted as, then who signed in, also of another
-- account.
create or replace function find_transfer_askers(transfer bigint, of_revert boolean)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active
  from (select account_id, case when of_revert then reverter_id else user_id end as asker_id,
          case when of_revert then reverter_actor_id else actor_id end as signer_id
        from transfer_attempts where id = transfer) a
  join users u on u.id in (a.asker_id, a.signer_id)
  where a.account_id = app_account_id() order by (u.id = a.asker_id) desc
$$;
alter function find_transfer_askers(bigint,boolean) owner to bellwether_definer;
revoke all on function find_transfer_askers(bigint,boolean) from public;
grant execute on function find_transfer_askers(bigint,boolean) to bellwether_app;

-- Transfers of all accounts that a worker should be at.
create or replace function find_unfinished_transfers() returns table (account_id bigint, transfer_id bigint, reverting boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, reverting from transfer_attempts where status in ('queued', 'processing', 'cancelling') or reverting
$$;
alter function find_unfinished_transfers() owner to bellwether_definer;
revoke all on function find_unfinished_transfers() from public;
grant execute on function find_unfinished_transfers() to bellwether_app;
