-- Days from the first to the last that no account has had checked yet, of accounts that were there by then.
create or replace function find_unreconciled(first_day date, last_day date) returns table (account_id bigint, day date)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, d::date from generate_series(first_day, last_day, interval '1 day') d cross join accounts a
  where not exists (select from reconciliations r where r.account_id = a.id and r.day = d::date)
  order by d, a.id
$$;
alter function find_unreconciled(date,date) owner to bellwether_definer;
revoke all on function find_unreconciled(date,date) from public;
grant execute on function find_unreconciled(date,date) to bellwether_app;
