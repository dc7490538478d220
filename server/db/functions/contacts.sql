-- Keeps the counts of owners and pools. A contact that was merged into another one is counted nowhere, nor is one that the
-- undo of its import deleted.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, count(*) from added
      where merged_into_id is null and (deleted_at is null or undone_at is distinct from deleted_at) group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -count(*) from removed
      where merged_into_id is null and (deleted_at is null or undone_at is distinct from deleted_at) group by 1, 2, 3, 4;
  else
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, pool_id, deleted, sum(change) from (
        select account_id, owner_id, coalesce(pool_id, 0) as pool_id, deleted_at is not null as deleted, 1 as change
        from added where merged_into_id is null and (deleted_at is null or undone_at is distinct from deleted_at)
        union all
        select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -1 from removed
        where merged_into_id is null and (deleted_at is null or undone_at is distinct from deleted_at)
      ) moved group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- Renames of all accounts that a job should be working on.
create or replace function find_reference_renames() returns table (account_id bigint, rename_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.account_id, r.id from reference_renames r
$$;
alter function find_reference_renames() owner to bellwether_definer;
revoke all on function find_reference_renames() from public;
grant execute on function find_reference_renames() to bellwether_app;

-- Ids of a scope's contacts in its order, as `contact_conditions` reads it: `first_n` of them, or the last ones. `select_n`
-- ends the scope, and close matches follow exact ones.
create or replace function select_contact_ids(scope jsonb, first_n bigint default null, last_n bigint default null)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  exactness text := case when scope ->> 'match' = 'both' then format('(%s) desc, ', contact_exact(scope)) else '' end;
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  return query execute format(
    'select id from (
       select id, row_number() over (order by %1$s%2$s %3$s, id %3$s) as place from contacts where %4$s
       order by place limit %5$L
     ) chosen order by place %6$s limit %7$L',
    exactness, ordering, direction, contact_conditions(scope), least((scope ->> 'select_n')::bigint,
      case when last_n is null then first_n end),
    case when last_n is null then 'asc' else 'desc' end, coalesce(first_n, last_n));
end $$;
alter function select_contact_ids(jsonb,bigint,bigint) owner to bellwether_definer;
revoke all on function select_contact_ids(jsonb,bigint,bigint) from public;
grant execute on function select_contact_ids(jsonb,bigint,bigint) to bellwether_app;

-- Those that another key than the current one has sealed; the first bytes of what is sealed name its key.
create or replace function find_stale_data_keys(current_key bytea) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from data_keys where substr(sealed, 1, length(current_key)) <> current_key order by id limit 1000
$$;
alter function find_stale_data_keys(bytea) owner to bellwether_definer;
revoke all on function find_stale_data_keys(bytea) from public;
grant execute on function find_stale_data_keys(bytea) to bellwether_app;

-- Nothing is known of an address that is another one now, however it was changed.
create or replace function forget_email_check() returns trigger language plpgsql as $$
begin
  new.email_status := 'unchecked';
  new.email_check := '';
  new.email_checked_at := null;
  return new;
end $$;

-- Versions of a contact after `since` that are no change: changes that were undone, and their undos.
create or replace function undone_since(contact bigint, since int) returns int language sql stable as $$
  select coalesce(sum(u.upto - u.since), 0)::int from undone_versions u where u.contact_id = $1 and u.since >= $2
$$;

-- Accounts with prescriptions whose words are not written.
create or replace function find_wordless_rx() returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a
  where exists (select from rx_details r where r.account_id = a.id and r.words_version is distinct from r.version)
$$;
alter function find_wordless_rx() owner to bellwether_definer;
revoke all on function find_wordless_rx() from public;
grant execute on function find_wordless_rx() to bellwether_app;
