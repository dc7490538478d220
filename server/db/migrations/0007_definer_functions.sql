-- Functions that look across accounts are for the application alone, and find their tables in public whatever a
-- caller has made: a search_path without pg_temp looks there first.
do $$
declare
  found regprocedure;
begin
  for found in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = public, pg_temp', found);
    execute format('revoke all on function %s from public', found);
    execute format('grant execute on function %s to bellwether_app', found);
  end loop;
end $$;

-- Two people who move at once, each below the other, would make a circle: moves of an account wait for each other.
create or replace function place_in_tree() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if new.manager_id is not distinct from old.manager_id then return new; end if;
    perform pg_advisory_xact_lock(hashtextextended('user_tree', new.account_id));
    if exists (select from user_tree where ancestor_id = new.id and descendant_id = new.manager_id) then
      raise exception 'A user cannot stand below someone of their own downline.' using errcode = 'check_violation';
    end if;
    delete from user_tree t using user_tree below, user_tree above
      where below.ancestor_id = new.id and above.descendant_id = new.id and above.depth > 0
        and t.descendant_id = below.descendant_id and t.ancestor_id = above.ancestor_id;
    insert into user_tree (account_id, ancestor_id, descendant_id, depth)
      select new.account_id, above.ancestor_id, below.descendant_id, above.depth + below.depth + 1
      from user_tree above, user_tree below
      where above.descendant_id = new.manager_id and below.ancestor_id = new.id;
    return new;
  end if;
  -- Whom a new user stands below may be moving right now.
  perform pg_advisory_xact_lock(hashtextextended('user_tree', new.account_id));
  insert into user_tree (account_id, ancestor_id, descendant_id, depth)
    select new.account_id, ancestor_id, new.id, depth + 1 from user_tree where descendant_id = new.manager_id
    union all select new.account_id, new.id, new.id, 0;
  return new;
end $$;
