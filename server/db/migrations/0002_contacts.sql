create table pools (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  unique (account_id, name)
);
call isolate_by_account('pools');

create table pool_holders (
  account_id bigint not null references accounts,
  pool_id bigint not null references pools,
  user_id bigint not null references users,
  primary key (user_id, pool_id)
);
call isolate_by_account('pool_holders');

create table tags (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  color text not null default 'grey'
);
create unique index tags_name on tags (account_id, lower(name));
call isolate_by_account('tags');

create table contacts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  number bigint not null,
  business_unit_id bigint not null references business_units,
  owner_id bigint not null references users,
  pool_id bigint references pools,
  first_name text not null default '',
  last_name text not null default '',
  -- E.164.
  phone text,
  -- As written; compared without capitals.
  email text,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  dob date,
  gender text,
  language text,
  type text not null default 'lead',
  category text not null default '',
  source text not null default '',
  -- Ids of tags of the same account (docs/decisions/004).
  tag_ids bigint[] not null default '{}',
  -- The import that made this contact and the row of its file.
  import_id bigint,
  import_row int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_touch_at timestamptz,
  deleted_at timestamptz,
  sort_key text collate "C" not null generated always as (fold(last_name) || chr(1) || fold(first_name)) stored,
  search_text text not null generated always as (
    fold(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || city)
  ) stored
);
create unique index contacts_number on contacts (account_id, number);
create index contacts_owner_name on contacts (account_id, owner_id, sort_key, id) where deleted_at is null;
create index contacts_name on contacts (account_id, sort_key, id) where deleted_at is null;
create index contacts_deleted on contacts (account_id, sort_key, id) where deleted_at is not null;
create index contacts_pool on contacts (account_id, pool_id, sort_key, id) where pool_id is not null;
create index contacts_phone on contacts (account_id, phone) where phone is not null;
create index contacts_email on contacts (account_id, lower(email)) where email is not null;
create index contacts_import on contacts (import_id, import_row) where import_id is not null;
create index contacts_search on contacts using gin (account_id, search_text gin_trgm_ops) with (fastupdate = on);
create index contacts_tags on contacts using gin (tag_ids) where tag_ids <> '{}';
call isolate_by_account('contacts');

-- Totals of groups are sums of signed entries, so that no writer waits for another: every statement on
-- contacts adds what it changed, and a job folds the entries of an account into one row a key.
create table contact_counts (
  account_id bigint not null references accounts,
  owner_id bigint not null,
  -- 0: in nobody's pool.
  pool_id bigint not null,
  deleted boolean not null,
  entries bigint not null
);
create index contact_counts_key on contact_counts (account_id, owner_id, pool_id, deleted) include (entries);
call isolate_by_account('contact_counts');

create function count_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, count(*) from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -count(*) from removed group by 1, 2, 3, 4;
  else
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, pool_id, deleted, sum(change) from (
        select account_id, owner_id, coalesce(pool_id, 0) as pool_id, deleted_at is not null as deleted, 1 as change from added
        union all
        select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -1 from removed
      ) moved group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger contacts_count_insert after insert on contacts
  referencing new table as added for each statement execute function count_contacts();
create trigger contacts_count_delete after delete on contacts
  referencing old table as removed for each statement execute function count_contacts();
create trigger contacts_count_update after update on contacts
  referencing old table as removed new table as added for each statement execute function count_contacts();

create table notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  author_id bigint not null references users,
  body text not null,
  -- The import whose column filled it; undo removes it again.
  import_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notes_contact on notes (contact_id, id desc);
create index notes_import on notes (import_id) where import_id is not null;
call isolate_by_account('notes');
