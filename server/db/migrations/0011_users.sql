-- What the list of people sorts by and searches in, so that no row is folded while somebody waits.
alter table users
  add column sort_key text collate "C" not null
    generated always as (fold(last_name) || chr(1) || fold(first_name)) stored,
  add column search_text text not null
    generated always as (fold(first_name || ' ' || last_name || ' ' || username || ' ' || email || ' ' || number)) stored;
create index users_sort on users (account_id, sort_key, id);
create index users_username_sort on users (account_id, (lower(username) collate "C"), id);
create index users_unit on users (business_unit_id, sort_key, id);
create index users_manager on users (manager_id) where manager_id is not null;

-- When somebody signed in, for what happened around them.
create index audit_log_sign_ins on audit_log (account_id, acting_as_id, id desc) where action = 'session.signedIn';

-- Names of people by id: whoever acted in an account may come from another one.
create function names_of_people(people bigint[]) returns table (id bigint, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, btrim(u.first_name || ' ' || u.last_name) from users u where u.id = any(people)
$$;
alter function names_of_people(bigint[]) owner to bellwether_definer;
revoke all on function names_of_people(bigint[]) from public;
grant execute on function names_of_people(bigint[]) to bellwether_app;

-- How many stand below each of these people.
create function downline_counts(people bigint[]) returns table (id bigint, below bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.ancestor_id, count(*) - 1 from user_tree t where t.ancestor_id = any(people) group by t.ancestor_id
$$;
alter function downline_counts(bigint[]) owner to bellwether_definer;
revoke all on function downline_counts(bigint[]) from public;
grant execute on function downline_counts(bigint[]) to bellwether_app;
