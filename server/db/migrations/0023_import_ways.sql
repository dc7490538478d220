-- What somebody decided for one kind of file, to decide it once.
create table import_settings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  name text not null,
  -- Whether everybody of the account may use it.
  shared boolean not null default false,
  -- Headers of the whole file, lower case: the file is known again by them.
  headers text[] not null,
  -- Header → field.
  fields jsonb not null,
  header_row int not null default 1,
  -- ImportOptions of the contract.
  options jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index import_settings_name on import_settings (user_id, lower(name)) where deleted_at is null;
create index import_settings_account on import_settings (account_id, id);
call isolate_by_account('import_settings');

alter table imports
  -- Whom its rows are scrubbed against: {scope, pool, reach, user}. Null: nobody.
  add column scrub_against jsonb,
  -- Tags for people whom a scrub found.
  add column updated_tag_ids bigint[] not null default '{}',
  add column api_vendor_id bigint references api_vendors,
  -- Whether columns without a field become data captures.
  add column keep_other_columns boolean not null default false,
  -- What a row becomes that does not say so itself.
  add column contact_type text not null default 'lead',
  -- The tag of the leads that it creates, until their owner opens them. Null: they are not fresh.
  add column new_tag_id bigint,
  add column import_setting_id bigint references import_settings,
  -- The import whose downloaded problem rows this file is.
  add column fixes_import_id bigint references imports;

-- Cells that somebody corrected, and what the row is with them. Every read of the file takes them.
create table import_fixes (
  account_id bigint not null references accounts,
  import_id bigint not null references imports,
  row_number int not null,
  -- Column index → text.
  cells jsonb not null,
  -- Null: the row can be imported now.
  reason text,
  field text,
  message text not null default '',
  primary key (import_id, row_number)
);
call isolate_by_account('import_fixes');

-- For a scrub by name and birth date.
create index contacts_dob on contacts (account_id, dob, fold(last_name)) where dob is not null;

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

-- Contacts of a scope with one of these phones or e-mails, or a last name and birth date. As `find_known_contacts`,
-- one index look-up each, whatever the statistics say.
create function find_scrub_contacts(
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
alter function find_scrub_contacts(jsonb, bigint, text[], text[], text[], date[]) owner to bellwether_definer;
revoke all on function find_scrub_contacts(jsonb, bigint, text[], text[], text[], date[]) from public;
grant execute on function find_scrub_contacts(jsonb, bigint, text[], text[], text[], date[]) to bellwether_app;
