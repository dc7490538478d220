-- The condition of `duplicate` in a scope, {first_name, last_name, address}: contacts that may be one person with another
-- one that is seen as well; what is true must be the same in both.
create or replace function contact_duplicates(duplicate jsonb, owners bigint[], pools bigint[]) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  seen text := case when owners is null then 'true'
    else format('(%%1$s.owner_id = any(%1$L::bigint[]) or %%1$s.pool_id = any(%2$L::bigint[]))', owners::text, pools::text) end;
begin
  return format('id in (
    select unnest(array[low.id, high.id]) from duplicate_pairs pair
    join contacts low on low.id = pair.low_id and low.deleted_at is null and %1$s
    join contacts high on high.id = pair.high_id and high.deleted_at is null and %2$s
    where pair.account_id = %3$L::bigint
      and not exists (select from duplicate_dismissals apart where apart.account_id = pair.account_id
        and apart.low_id = pair.low_id and apart.high_id = pair.high_id)%4$s%5$s%6$s)',
    format(seen, 'low'), format(seen, 'high'), app_account_id(),
    case when (duplicate ->> 'first_name')::boolean then ' and fold(low.first_name) = fold(high.first_name)' end,
    case when (duplicate ->> 'last_name')::boolean then ' and fold(low.last_name) = fold(high.last_name)' end,
    case when (duplicate ->> 'address')::boolean then ' and low.household_key = high.household_key' end);
end $$;

-- Returns true while an import of the account runs, for at most ten minutes: its chunks and its readers need the machine
-- more than the search for duplicates, which comes to the new contacts later anyway.
create or replace function import_goes_first(account bigint) returns boolean language sql stable as $$
  select exists (select from imports i where i.account_id = account and i.finished_at is null and i.status = 'processing'
    and i.started_at > clock_now() - interval '10 minutes')
$$;

-- Accounts with contacts to look at now.
create or replace function find_duplicate_checks() returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a
  where exists (select from duplicate_checks q where q.account_id = a.id) and not import_goes_first(a.id)
$$;
alter function find_duplicate_checks() owner to bellwether_definer;
revoke all on function find_duplicate_checks() from public;
grant execute on function find_duplicate_checks() to bellwether_app;

-- Live contacts of the account that have a value, at most `most` a place where it may stand. Kinds: phone, email, name
-- (last and first), birth (day and last name), home (address, then ZIP code or city); parts stand around chr(1).
create or replace function find_lookalikes(places int[], kinds text[], keys text[], most int)
returns table (place int, contact_id bigint)
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  -- One index look-up a value, also before the table has statistics: the lateral subqueries leave no other plan.
  return query
    with given as materialized (select * from unnest(places, kinds, keys) as g(at, kind, key))
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c where c.account_id = app_account_id() and c.phone = g.key offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'phone'
    union all
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c where c.account_id = app_account_id() and c.phone_2 = g.key offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'phone'
    union all
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c where c.account_id = app_account_id() and lower(c.email) = g.key offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'email'
    union all
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c where c.account_id = app_account_id() and lower(c.email_2) = g.key offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'email'
    union all
    select g.at, found.id from given g cross join lateral (
        select c.id from contacts c
        where c.account_id = app_account_id() and c.sort_key = fold(g.key) and c.deleted_at is null limit most
      ) found where g.kind = 'name'
    union all
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c
          where c.account_id = app_account_id() and c.dob = split_part(g.key, chr(1), 1)::date
            and fold(c.last_name) = fold(split_part(g.key, chr(1), 2)) offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'birth'
    union all
    select g.at, found.id from given g cross join lateral (
        select known.id from (
          select c.id, c.deleted_at from contacts c where c.account_id = app_account_id() and c.household_key = fold(g.key) offset 0
        ) known where known.deleted_at is null limit most
      ) found where g.kind = 'home';
end $$;
alter function find_lookalikes(integer[],text[],text[],integer) owner to bellwether_definer;
revoke all on function find_lookalikes(integer[],text[],text[],integer) from public;
grant execute on function find_lookalikes(integer[],text[],text[],integer) to bellwether_app;

create or replace function queue_changed_contact() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (account_id, contact_id) values (new.account_id, new.id);
  return null;
end $$;

create or replace function queue_new_contacts() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (account_id, contact_id) select account_id, id from added where deleted_at is null;
  return null;
end $$;
