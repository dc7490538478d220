-- Contacts that may be one person -----------------------------------------------------------------------------------

-- Contacts to look at: whatever changes what they are told apart by writes them here, in its own transaction. No unique
-- contact, so that no writer waits for another: the same one may stand here twice.
create table duplicate_checks (
  account_id bigint not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  primary key (account_id, id)
);
call isolate_by_account('duplicate_checks');

-- Two contacts that are or may be one person, as they were when one of them was looked at last. Households are not kept.
create table duplicate_pairs (
  account_id bigint not null references accounts,
  low_id bigint not null references contacts,
  high_id bigint not null references contacts,
  -- same, likely.
  verdict text not null,
  reasons text[] not null,
  found_at timestamptz not null,
  primary key (account_id, low_id, high_id),
  check (low_id < high_id)
);
create index duplicate_pairs_high on duplicate_pairs (account_id, high_id);
call isolate_by_account('duplicate_pairs');

-- Somebody said that these are different people.
create table duplicate_dismissals (
  account_id bigint not null references accounts,
  low_id bigint not null references contacts,
  high_id bigint not null references contacts,
  -- Whom they acted as, and who signed in.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  at timestamptz not null,
  primary key (account_id, low_id, high_id),
  check (low_id < high_id)
);
call isolate_by_account('duplicate_dismissals');

create function queue_new_contacts() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (account_id, contact_id) select account_id, id from added where deleted_at is null;
  return null;
end $$;
create trigger contacts_duplicates_insert after insert on contacts
  referencing new table as added for each statement execute function queue_new_contacts();

create function queue_changed_contact() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (account_id, contact_id) values (new.account_id, new.id);
  return null;
end $$;
create trigger contacts_duplicates_update
  after update of first_name, last_name, phone, phone_2, email, email_2, dob, address, city, zip_code, deleted_at on contacts
  for each row when (
    new.deleted_at is null and (
      old.first_name <> new.first_name or old.last_name <> new.last_name
      or old.phone is distinct from new.phone or old.phone_2 is distinct from new.phone_2
      or old.email is distinct from new.email or old.email_2 is distinct from new.email_2
      or old.dob is distinct from new.dob or old.household_key is distinct from new.household_key
      or old.deleted_at is not null
    )
  ) execute function queue_changed_contact();

insert into duplicate_checks (account_id, contact_id) select account_id, id from contacts where deleted_at is null;

-- Accounts with contacts to look at.
create function find_duplicate_checks() returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id from accounts a where exists (select from duplicate_checks q where q.account_id = a.id)
$$;
alter function find_duplicate_checks() owner to bellwether_definer;
revoke all on function find_duplicate_checks() from public;
grant execute on function find_duplicate_checks() to bellwether_app;

-- Live contacts of the account that have a value, at most `most` a place where it may stand. Kinds: phone, email, name
-- (last and first), birth (day and last name), home (address, then ZIP code or city); parts stand around chr(1).
create function find_lookalikes(places int[], kinds text[], keys text[], most int)
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
alter function find_lookalikes(int[], text[], text[], int) owner to bellwether_definer;
revoke all on function find_lookalikes(int[], text[], text[], int) from public;
grant execute on function find_lookalikes(int[], text[], text[], int) to bellwether_app;

-- Contacts that became one -------------------------------------------------------------------------------------------

-- Set together with deleted_at: which contact it is a part of now. Null: it stands for itself.
alter table contacts add column merged_into_id bigint references contacts;
create index contacts_merged on contacts (merged_into_id) where merged_into_id is not null;

create table merges (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  survivor_id bigint not null references contacts,
  merged_ids bigint[] not null,
  -- Whom they acted as, and who signed in.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- Column of the survivor → {before, after}.
  fields jsonb not null,
  at timestamptz not null,
  -- Null: stands.
  undone_at timestamptz,
  -- What the undo could not give back, one sentence each.
  kept text[] not null default '{}'
);
create index merges_account on merges (account_id, id desc);
create index merges_survivor on merges (survivor_id, id desc);
create index merges_merged on merges using gin (merged_ids);
call isolate_by_account('merges');

-- Rows that hung on a merged contact, or pointed to it, and what became of each.
create table merge_rows (
  account_id bigint not null references accounts,
  merge_id bigint not null references merges on delete cascade,
  position int not null,
  -- A kind of `server/features/duplicates/moved-kinds.ts`.
  kind text not null,
  -- The columns that name the row where it is now.
  row_key jsonb not null,
  -- The contact it belonged to.
  contact_id bigint not null,
  -- Columns that changed, as they were and as the merge left them. Null: the row only moved.
  before jsonb,
  after jsonb,
  primary key (merge_id, position)
);
call isolate_by_account('merge_rows');

-- As before; a contact that became a part of another one is counted nowhere.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, count(*) from added
      where merged_into_id is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -count(*) from removed
      where merged_into_id is null group by 1, 2, 3, 4;
  else
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, pool_id, deleted, sum(change) from (
        select account_id, owner_id, coalesce(pool_id, 0) as pool_id, deleted_at is not null as deleted, 1 as change
        from added where merged_into_id is null
        union all
        select account_id, owner_id, coalesce(pool_id, 0), deleted_at is not null, -1 from removed where merged_into_id is null
      ) moved group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;

-- The condition of `duplicate` in a scope, {first_name, last_name, address}: contacts that may be one person with another
-- one that is seen as well; what is true must be the same in both.
create function contact_duplicates(duplicate jsonb, owners bigint[], pools bigint[]) returns text
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

-- As before, and: duplicates, and no group has contacts that became a part of another one.
create or replace function contact_conditions(scope jsonb) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  owners bigint[] := case when jsonb_typeof(scope -> 'owners') = 'array'
    then array(select jsonb_array_elements_text(scope -> 'owners')::bigint) end;
  pools bigint[] := array(select jsonb_array_elements_text(scope -> 'pools')::bigint);
  parts text[] := array[format('account_id = %L::bigint', app_account_id())];
  part record;
  any_of text;
begin
  parts := parts || case when (scope ->> 'deleted')::boolean then 'deleted_at is not null and merged_into_id is null'
    else 'deleted_at is null' end;
  if owners is not null then
    parts := parts || case
      when cardinality(pools) > 0 then
        format('(owner_id = any(%L::bigint[]) or pool_id = any(%L::bigint[]))', owners::text, pools::text)
      when cardinality(owners) = 1 then format('owner_id = %s', owners[1])
      else format('owner_id = any(%L::bigint[])', owners::text)
    end;
  end if;
  if scope ->> 'pool' is not null then
    parts := parts || format('pool_id = %s', (scope ->> 'pool')::bigint);
  end if;
  if (scope ->> 'workflow')::boolean then
    -- What a workflow did last is to wait for its next step.
    parts := parts || format('id in (select w.contact_id from workflow_logs w
      where w.account_id = %L::bigint and w.status = ''waiting'' and not exists (
        select from workflow_logs later where later.contact_id = w.contact_id and later.workflow_name = w.workflow_name
          and (later.at, later.id) > (w.at, w.id)))', app_account_id());
  end if;
  if jsonb_typeof(scope -> 'duplicate') = 'object' then
    parts := parts || contact_duplicates(scope -> 'duplicate', owners, pools);
  end if;
  case coalesce(scope ->> 'match', 'exact')
    when 'exact' then
      parts := parts || case when jsonb_array_length(scope -> 'words') > 0 then contact_exact(scope) end;
    when 'close' then parts := parts || (contact_near(scope) || ' and not (' || contact_exact(scope) || ')');
    when 'both' then parts := parts || contact_near(scope);
  end case;
  for part in
    select each ->> 'field' as field, each ->> 'op' as op,
           array(select jsonb_array_elements_text(each -> 'values')) as choices
    from jsonb_array_elements(scope -> 'filters') each
  loop
    select string_agg('(' || contact_filter(part.field,
        case part.op when 'not' then 'is' when 'not_empty' then 'empty' else part.op end, choice) || ')', ' or ')
      into any_of from unnest(part.choices) choice;
    parts := parts || format(case when part.op in ('not', 'not_empty') then 'not coalesce(%s, false)' else '(%s)' end,
      '(' || any_of || ')');
  end loop;
  return array_to_string(parts, ' and ');
end $$;
