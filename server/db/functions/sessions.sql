-- How everybody in a stack, bottom first, stands to a person.
create or replace function acting_reach(top bigint, person bigint)
returns table (
  person_account_id bigint, person_roles text[], person_active boolean, user_id bigint, roles text[],
  -- They must use two-factor and have not set it up.
  owes_two_factor boolean, same_account boolean, same_business_unit boolean, below boolean, assigned boolean
)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.account_id, p.roles, p.active, l.id, l.roles,
         l.two_fa_required and not exists (select from two_factors t where t.user_id = l.id and t.enabled_at is not null),
         p.account_id = l.account_id,
         p.business_unit_id = l.business_unit_id,
         exists (select from user_tree t where t.ancestor_id = l.id and t.descendant_id = p.id and t.depth > 0),
         exists (select from account_assignments a where a.user_id = l.id and a.assigned_account_id = p.account_id)
  from users p cross join identity_stack(top) i join users l on l.id = i.user_id
  where p.id = person order by i.depth
$$;
alter function acting_reach(bigint,bigint) owner to bellwether_definer;
revoke all on function acting_reach(bigint,bigint) from public;
grant execute on function acting_reach(bigint,bigint) to bellwether_app;

-- The bottoms of the stacks that these sessions belong to.
create or replace function bottoms_of(members bigint[]) returns bigint[]
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive down as (
    select s.id, s.parent_id from sessions s where s.id = any(members)
    union
    select p.id, p.parent_id from down join sessions p on p.id = down.parent_id
  )
  select array_agg(id order by id) from down where parent_id is null
$$;
alter function bottoms_of(bigint[]) owner to bellwether_definer;
revoke all on function bottoms_of(bigint[]) from public;
grant execute on function bottoms_of(bigint[]) to bellwether_app;

-- Ends the whole stack that a session belongs to.
create or replace function end_stack(member bigint, at timestamptz) returns int
language sql volatile security definer set search_path = public, pg_temp as $$
  select end_whole_stacks(bottoms_of(array[member]), at)
$$;
alter function end_stack(bigint,timestamp with time zone) owner to bellwether_definer;
revoke all on function end_stack(bigint,timestamp with time zone) from public;
grant execute on function end_stack(bigint,timestamp with time zone) to bellwether_app;

-- Ends every stack in which the person stands at any level. `but`: the bottom of a stack that stays; null: none does.
-- lock_step locks the user acted for, so no stack slips through.
create or replace function end_stacks_of(person bigint, at timestamptz, but bigint) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  bottoms bigint[];
begin
  perform from users where id = person for no key update;
  select bottoms_of(array_agg(id)) into bottoms from sessions where user_id = person and ended_at is null;
  return end_whole_stacks(array_remove(bottoms, but), at);
end $$;
alter function end_stacks_of(bigint,timestamp with time zone,bigint) owner to bellwether_definer;
revoke all on function end_stacks_of(bigint,timestamp with time zone,bigint) from public;
grant execute on function end_stacks_of(bigint,timestamp with time zone,bigint) to bellwether_app;

-- Who is moved to another place, and everybody below them, is out of reach for those who act for them by the old one;
-- who gets another business unit reaches others. Runs after users_place_in_tree, which takes the lock of the tree.
create or replace function end_steps_out_of_reach() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  steps bigint[];
begin
  if new.manager_id is not distinct from old.manager_id and new.business_unit_id = old.business_unit_id then
    return new;
  end if;
  select array_agg(s.id) into steps
  from sessions s
  where s.ended_at is null and (
    s.depth > 0 and s.user_id in (select descendant_id from user_tree where ancestor_id = new.id)
    or new.business_unit_id <> old.business_unit_id
      and exists (select from sessions p where p.id = s.parent_id and p.user_id = new.id));
  perform end_whole_stacks(bottoms_of(steps), now());
  return new;
end $$;
alter function end_steps_out_of_reach() owner to bellwether_definer;
revoke all on function end_steps_out_of_reach() from public;
grant execute on function end_steps_out_of_reach() to bellwether_app;

-- The same of somebody who is assigned to an account no more.
create or replace function end_steps_unassigned() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform end_whole_stacks(bottoms_of(array_agg(s.id)), now())
  from sessions s
  where s.depth > 0 and s.ended_at is null and s.account_id = old.assigned_account_id
    and exists (select from identity_stack(s.id) i where i.user_id = old.user_id);
  return old;
end $$;
alter function end_steps_unassigned() owner to bellwether_definer;
revoke all on function end_steps_unassigned() from public;
grant execute on function end_steps_unassigned() to bellwether_app;

-- Ends what belongs to these bottoms of stacks; the heartbeat of the cable finds their sockets.
create or replace function end_whole_stacks(bottoms bigint[], at timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended int;
begin
  perform from sessions where id = any(bottoms) order by id for update;
  with recursive stack as (
    select id from sessions where id = any(bottoms)
    union all select s.id from sessions s join stack on s.parent_id = stack.id
  )
  update sessions set ended_at = at where id in (select id from stack) and ended_at is null;
  get diagnostics ended = row_count;
  return ended;
end $$;
alter function end_whole_stacks(bigint[],timestamp with time zone) owner to bellwether_definer;
revoke all on function end_whole_stacks(bigint[],timestamp with time zone) from public;
grant execute on function end_whole_stacks(bigint[],timestamp with time zone) to bellwether_app;

create or replace function find_replaced_token(hash bytea) returns timestamptz
language sql stable security definer set search_path = public, pg_temp as $$
  select replaced_at from replaced_tokens where token_hash = hash
$$;
alter function find_replaced_token(bytea) owner to bellwether_definer;
revoke all on function find_replaced_token(bytea) from public;
grant execute on function find_replaced_token(bytea) to bellwether_app;

-- Removes what no request asks for any more: stacks that ended before `dead`, and proofs that are over since `late`.
create or replace function forget_sessions(dead timestamptz, late timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  delete from replaced_tokens where replaced_at < late;
  delete from sign_in_challenges where expires_at < late;
  delete from password_resets where expires_at < late;
  delete from sso_attempts where expires_at < late;
  -- A session ends no later than the one below it.
  with recursive stack as (
    select id from sessions where parent_id is null and least(expires_at, coalesce(ended_at, expires_at)) < dead
    union all
    select s.id from sessions s join stack on s.parent_id = stack.id
  )
  delete from sessions where id in (select id from stack);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
alter function forget_sessions(timestamp with time zone,timestamp with time zone) owner to bellwether_definer;
revoke all on function forget_sessions(timestamp with time zone,timestamp with time zone) from public;
grant execute on function forget_sessions(timestamp with time zone,timestamp with time zone) to bellwether_app;

-- The stack below and with a session, bottom first; it may cross accounts.
create or replace function identity_stack(top bigint)
returns table (
  session_id bigint, account_id bigint, user_id bigint, name text, roles text[], marker text, login_type text,
  reason text, depth int, since timestamptz, expires_at timestamptz, ended_at timestamptz, active boolean
)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive stack as (
    select s.* from sessions s where s.id = top
    union all
    select p.* from stack join sessions p on p.id = stack.parent_id
  )
  select s.id, s.account_id, s.user_id, btrim(u.first_name || ' ' || u.last_name), u.roles, s.marker, s.login_type,
         s.reason, s.depth, s.created_at, s.expires_at, s.ended_at, u.active
  from stack s join users u on u.id = s.user_id order by s.depth
$$;
alter function identity_stack(bigint) owner to bellwether_definer;
revoke all on function identity_stack(bigint) from public;
grant execute on function identity_stack(bigint) to bellwether_app;

-- Holds the stack of a session until the end of the transaction; its bottom is the lock of the whole. Everybody takes
-- users before stacks. `top`: the session is its live top; `changed`: another one is by now; `over`: it has ended.
create or replace function lock_stack(member bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  bottom bigint := (bottoms_of(array[member]))[1];
begin
  perform from sessions where id = bottom for update;
  if not exists (select from sessions where id = bottom and ended_at is null) then return 'over'; end if;
  if exists (select from sessions where id = member and ended_at is not null)
    or exists (select from sessions where parent_id = member and ended_at is null) then return 'changed'; end if;
  if exists (select from identity_stack(member) i where i.ended_at is not null or i.expires_at <= at or not i.active)
    then return 'over'; end if;
  return 'top';
end $$;
alter function lock_stack(bigint,timestamp with time zone) owner to bellwether_definer;
revoke all on function lock_stack(bigint,timestamp with time zone) from public;
grant execute on function lock_stack(bigint,timestamp with time zone) to bellwether_app;

-- As lock_stack, and holds everything that decides whether a step onto the person may be taken: roles, places in the
-- tree and assignments of all of them.
create or replace function lock_step(top bigint, person bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  levels bigint[] := (select array_agg(user_id) from identity_stack(top));
begin
  perform from users where id = person or id = any(levels) order by id for share;
  perform pg_advisory_xact_lock_shared(hashtextextended('user_tree', account_id)) from users where id = person;
  perform from account_assignments where user_id = any(levels) order by user_id, assigned_account_id for share;
  return lock_stack(top, at);
end $$;
alter function lock_step(bigint,bigint,timestamp with time zone) owner to bellwether_definer;
revoke all on function lock_step(bigint,bigint,timestamp with time zone) from public;
grant execute on function lock_step(bigint,bigint,timestamp with time zone) to bellwether_app;

-- Ends the top and gives the session below it a new token. No row: it is not the live top, or nothing is below it.
create or replace function pop_session(top bigint, hash bytea, at timestamptz)
returns table (session_id bigint, account_id bigint, user_id bigint, expires_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  leaving sessions;
begin
  if lock_stack(top, at) <> 'top' then return; end if;
  select * into leaving from sessions s where s.id = top;
  if leaving.parent_id is null then return; end if;
  update sessions s set ended_at = at where s.id = top;
  insert into replaced_tokens (token_hash, account_id, session_id, replaced_at)
    values (leaving.token_hash, leaving.account_id, leaving.id, at);
  return query
    update sessions s set token_hash = hash, last_seen_at = at where s.id = leaving.parent_id
    returning s.id, s.account_id, s.user_id, s.expires_at;
end $$;
alter function pop_session(bigint,bytea,timestamp with time zone) owner to bellwether_definer;
revoke all on function pop_session(bigint,bytea,timestamp with time zone) from public;
grant execute on function pop_session(bigint,bytea,timestamp with time zone) to bellwether_app;

-- Pushes a new top onto a stack; a stack may cross accounts, so no single account sees it whole. Null: it is not the
-- live top any more.
create or replace function push_session(
  below bigint, person bigint, hash bytea, dead_hash bytea, at timestamptz, until timestamptz,
  step text, kind text, why text
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent sessions;
  fresh bigint;
begin
  if lock_stack(below, at) <> 'top' then return null; end if;
  select * into parent from sessions where id = below;
  insert into replaced_tokens (token_hash, account_id, session_id, replaced_at)
    values (parent.token_hash, parent.account_id, parent.id, at);
  update sessions set token_hash = dead_hash, last_seen_at = at where id = below;
  insert into sessions (account_id, user_id, token_hash, parent_id, marker, login_type, reason, depth, created_at,
                        last_seen_at, expires_at, user_agent, ip, method)
    select u.account_id, u.id, hash, below, step, kind, why, parent.depth + 1, at, at, least(until, parent.expires_at),
           parent.user_agent, parent.ip, parent.method
    from users u where u.id = person
    returning id into fresh;
  return fresh;
end $$;
alter function push_session(bigint,bigint,bytea,bytea,timestamp with time zone,timestamp with time zone,text,text,text) owner to bellwether_definer;
revoke all on function push_session(bigint,bigint,bytea,bytea,timestamp with time zone,timestamp with time zone,text,text,text) from public;
grant execute on function push_session(bigint,bigint,bytea,bytea,timestamp with time zone,timestamp with time zone,text,text,text) to bellwether_app;
