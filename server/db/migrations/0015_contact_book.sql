-- The lists that a contact chooses from. A row without a business unit is there for the whole account.
create table groups (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null
);
create unique index groups_name on groups (account_id, lower(name));
call isolate_by_account('groups');

create table statuses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  name text not null,
  color text not null default 'grey',
  position int not null default 0
);
create unique index statuses_name on statuses (account_id, coalesce(business_unit_id, 0), lower(name));
call isolate_by_account('statuses');

create table agentflow_status_groups (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  name text not null,
  position int not null default 0
);
create unique index agentflow_status_groups_name
  on agentflow_status_groups (account_id, coalesce(business_unit_id, 0), lower(name));
call isolate_by_account('agentflow_status_groups');

create table agentflow_statuses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  agentflow_status_group_id bigint references agentflow_status_groups,
  name text not null,
  color text not null default 'grey',
  position int not null default 0
);
create unique index agentflow_statuses_name on agentflow_statuses (account_id, coalesce(business_unit_id, 0), lower(name));
create index agentflow_statuses_group on agentflow_statuses (agentflow_status_group_id);
call isolate_by_account('agentflow_statuses');

-- Contacts keep the words themselves: these are the choices offered.
create table sources (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null
);
create unique index sources_name on sources (account_id, lower(name));
call isolate_by_account('sources');

create table categories (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  title text not null,
  description text not null default ''
);
create unique index categories_title on categories (account_id, lower(title));
call isolate_by_account('categories');

-- Who sells leads to an account, or sends them.
create table api_vendors (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  vendor_name text not null,
  vendor_type text not null default ''
);
create unique index api_vendors_name on api_vendors (account_id, lower(vendor_name));
call isolate_by_account('api_vendors');

-- One rewrite of the table for all of it.
alter table contacts
  -- 2: mobile, 9: other. Null: not known.
  add column phone_type text check (phone_type in ('2', '9')),
  add column phone_2 text,
  add column phone_2_type text check (phone_2_type in ('2', '9')),
  add column email_2 text,
  add column company text not null default '',
  add column group_id bigint references groups,
  add column status_id bigint references statuses,
  add column agentflow_status_id bigint references agentflow_statuses,
  add column api_vendor_id bigint references api_vendors,
  add column linked_contact_id bigint references contacts,
  -- A day without a zone.
  add column follow_up_on date,
  add column follow_up_note text not null default '',
  -- unchecked, valid, invalid, unknown (the servers did not answer), forced (somebody vouches for it).
  add column email_status text not null default 'unchecked',
  add column email_checked_at timestamptz,
  -- What the check found, one sentence.
  add column email_check text not null default '',
  -- The same for everybody at one address; null without a street and a ZIP code or city.
  add column household_key text collate "C" generated always as (
    case when address <> '' and (zip_code <> '' or city <> '')
      then fold(address) || chr(1) || case when zip_code <> '' then left(zip_code, 5) else fold(city) end end
  ) stored,
  -- Month and day of birth, 0114 for January 14.
  add column birth_day smallint generated always as (
    (extract(month from dob)::int * 100 + extract(day from dob)::int)::smallint
  ) stored,
  alter column search_text set expression as (
    fold(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || city
      || ' ' || company || ' ' || coalesce(email_2, '') || ' ' || coalesce(phone_2, ''))
  );
create index contacts_household on contacts (account_id, household_key) where household_key is not null;
create index contacts_phone_2 on contacts (account_id, phone_2) where phone_2 is not null;
create index contacts_linked on contacts (linked_contact_id) where linked_contact_id is not null;
create index contacts_group on contacts (account_id, group_id, sort_key, id) where group_id is not null;
create index contacts_status on contacts (account_id, status_id, sort_key, id) where status_id is not null;
create index contacts_agentflow on contacts (account_id, agentflow_status_id, sort_key, id)
  where agentflow_status_id is not null;
create index contacts_follow_up on contacts (account_id, owner_id, follow_up_on)
  where follow_up_on is not null and deleted_at is null;
create index contacts_birthday on contacts (account_id, owner_id, birth_day)
  where birth_day is not null and deleted_at is null;

-- Whose a contact was and became: read by the transfer history, written wherever an owner changes.
create table contact_owner_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  from_owner_id bigint not null references users,
  to_owner_id bigint not null references users,
  -- Who signed in and whom they acted as.
  actor_id bigint not null references users,
  acting_as_id bigint not null references users,
  -- assigned: by hand.
  reason text not null,
  created_at timestamptz not null default now()
);
create index contact_owner_changes_contact on contact_owner_changes (contact_id, id desc);
call isolate_by_account('contact_owner_changes');

-- Ids of a scope's contacts in its order, as `contact_conditions` reads it: `first_n` of them, or the last ones.
create function select_contact_ids(scope jsonb, first_n bigint default null, last_n bigint default null)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  ordering text := contact_order(scope ->> 'order_field');
  descending boolean := (scope ->> 'descending')::boolean <> (last_n is not null);
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  return query execute format('select id from contacts where %1$s order by %2$s %3$s, id %3$s limit %4$L',
    contact_conditions(scope), ordering, case when descending then 'desc' else 'asc' end, coalesce(first_n, last_n));
end $$;
alter function select_contact_ids(jsonb, bigint, bigint) owner to bellwether_definer;
revoke all on function select_contact_ids(jsonb, bigint, bigint) from public;
grant execute on function select_contact_ids(jsonb, bigint, bigint) to bellwether_app;

-- What else is known of a contact, as somebody or a file said it: an ordered list of {label, value}.
create table data_captures (
  contact_id bigint primary key references contacts,
  account_id bigint not null references accounts,
  captures jsonb not null default '[]',
  version int not null default 1,
  -- The import that made this row; undo takes it back.
  import_id bigint,
  updated_at timestamptz not null default now()
);
create index data_captures_import on data_captures (import_id) where import_id is not null;
call isolate_by_account('data_captures');

-- A word of a list that contacts still have to follow; its job takes the row away when it is through.
create table reference_renames (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- The column of contacts: source or category.
  word text not null,
  before text not null,
  after text not null,
  -- Contacts up to this number are done.
  cursor bigint not null default 0
);
call isolate_by_account('reference_renames');

-- Renames of all accounts that a job should be working on.
create function find_reference_renames() returns table (account_id bigint, rename_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.account_id, r.id from reference_renames r
$$;
alter function find_reference_renames() owner to bellwether_definer;
revoke all on function find_reference_renames() from public;
grant execute on function find_reference_renames() to bellwether_app;
