-- Contacts of an owner with one of these phones or e-mails, in whichever of the two places.
create or replace function find_known_contacts(owner bigint, phones text[], emails text[])
returns setof contacts language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  -- One index look-up a phone or e-mail, also before the table has statistics: the lateral subqueries leave no other plan.
  return query
    select known.* from unnest(phones) as given(phone)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and c.phone = given.phone offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null
    union all
    select known.* from unnest(phones) as given(phone)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and c.phone_2 = given.phone offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null
    union all
    select known.* from unnest(emails) as given(email)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and lower(c.email) = given.email offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null
    union all
    select known.* from unnest(emails) as given(email)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and lower(c.email_2) = given.email offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null;
end $$;
alter function find_known_contacts(bigint,text[],text[]) owner to bellwether_definer;
revoke all on function find_known_contacts(bigint,text[],text[]) from public;
grant execute on function find_known_contacts(bigint,text[],text[]) to bellwether_app;

-- Imports of all accounts that a job should be working on.
create or replace function find_unfinished_imports()
returns table (account_id bigint, import_id bigint, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.account_id, i.id, i.status from imports i
  where i.status in ('checking', 'queued', 'processing', 'pausing', 'cancelling', 'undoing')
$$;
alter function find_unfinished_imports() owner to bellwether_definer;
revoke all on function find_unfinished_imports() from public;
grant execute on function find_unfinished_imports() to bellwether_app;

-- Imports of all accounts whose file nobody needs any more: they ended, or were left lying, before a time.
create or replace function find_stale_import_files(before timestamptz, most int)
returns table (account_id bigint, import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.account_id, i.id from imports i
  where i.file_removed_at is null
    and (i.finished_at < before or (i.status in ('draft', 'checked') and i.created_at < before))
  order by i.id limit most
$$;
alter function find_stale_import_files(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_stale_import_files(timestamp with time zone,integer) from public;
grant execute on function find_stale_import_files(timestamp with time zone,integer) to bellwether_app;

-- Contacts of a scope with one of these phones or e-mails, or a last name and birth date. As `find_known_contacts`,
-- one index look-up each, whatever the statistics say.
create or replace function find_scrub_contacts(
  scope jsonb, own_import bigint, phones text[], emails text[], last_names text[], dobs date[]
)
returns setof contacts language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  asker bigint := (scope ->> 'user')::bigint;
  shelf bigint := (scope ->> 'pool')::bigint;
  owners bigint[];
begin
  if scope ->> 'scope' = 'mine' then
    owners := array[asker];
  elsif scope ->> 'scope' = 'downline' or scope ->> 'scope' = 'all' and scope ->> 'reach' <> 'account' then
    select array_agg(t.descendant_id) into owners from user_tree t where t.ancestor_id = asker;
  end if;
  return query
    select c.* from contacts c where c.id in (
      select known.id from unnest(phones) as given(phone)
        cross join lateral (
          select * from contacts c where c.account_id = app_account_id() and c.phone = given.phone offset 0
        ) known
      union
      select known.id from unnest(phones) as given(phone)
        cross join lateral (
          select * from contacts c where c.account_id = app_account_id() and c.phone_2 = given.phone offset 0
        ) known
      union
      select known.id from unnest(emails) as given(email)
        cross join lateral (
          select * from contacts c where c.account_id = app_account_id() and lower(c.email) = given.email offset 0
        ) known
      union
      select known.id from unnest(emails) as given(email)
        cross join lateral (
          select * from contacts c where c.account_id = app_account_id() and lower(c.email_2) = given.email offset 0
        ) known
      union
      select known.id from unnest(last_names, dobs) as given(last_name, dob)
        cross join lateral (
          select * from contacts c
          where c.account_id = app_account_id() and c.dob = given.dob and fold(c.last_name) = fold(given.last_name) offset 0
        ) known
    ) and c.deleted_at is null and c.import_id is distinct from own_import
      and (owners is null or c.owner_id = any(owners)) and (shelf is null or c.pool_id = shelf);
end $$;
alter function find_scrub_contacts(jsonb,bigint,text[],text[],text[],date[]) owner to bellwether_definer;
revoke all on function find_scrub_contacts(jsonb,bigint,text[],text[],text[],date[]) from public;
grant execute on function find_scrub_contacts(jsonb,bigint,text[],text[],text[],date[]) to bellwether_app;
