-- The account of the current transaction; null outside of one, which hides every row.
create or replace function app_account_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::bigint;

create or replace function find_session(hash bytea, address inet)
returns table (
  session_id bigint, account_id bigint, user_id bigint, business_unit_id bigint, actor_id bigint, depth int,
  -- Of this session's user.
  roles text[],
  -- Of everybody below in the stack: each level may take rights away, none may add any.
  lower_roles jsonb,
  last_seen_at timestamptz, expires_at timestamptz, ended_at timestamptz,
  -- Everybody in the stack is active, and no session of it has ended.
  whole boolean,
  sudo_until timestamptz,
  -- The proof of who signed in, at the bottom of the stack.
  signer_sudo_until timestamptz,
  -- The person who signed in may come from this address.
  address_allowed boolean,
  -- Of this session's user.
  debts jsonb
)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive stack as (
    select s.id, s.parent_id, s.user_id, s.ended_at, s.expires_at, s.sudo_until, 0 as down
    from sessions s where s.token_hash = hash
    union all
    select p.id, p.parent_id, p.user_id, p.ended_at, p.expires_at, p.sudo_until, stack.down + 1
    from stack join sessions p on p.id = stack.parent_id
  ), levels as (
    select stack.*, u.roles, u.active from stack join users u on u.id = stack.user_id
  )
  select s.id, s.account_id, s.user_id, u.business_unit_id, bottom.user_id, s.depth, u.roles,
         coalesce((select jsonb_agg(to_jsonb(roles) order by down) from levels where down > 0), '[]'),
         s.last_seen_at, (select min(expires_at) from levels), s.ended_at,
         (select bool_and(active and ended_at is null) from levels),
         s.sudo_until, bottom.sudo_until,
         not exists (select from auth_ips a where a.user_id = bottom.user_id)
           or exists (select from auth_ips a where a.user_id = bottom.user_id and a.network >>= address),
         debt_facts(u.tos_accepted, u.paid_user, u.change_password, u.two_fa_required and not exists (
           select from two_factors t where t.user_id = u.id and t.enabled_at is not null))
  from sessions s join users u on u.id = s.user_id
  join levels bottom on bottom.parent_id is null
  where s.token_hash = hash
$$;
alter function find_session(bytea,inet) owner to bellwether_definer;
revoke all on function find_session(bytea,inet) from public;
grant execute on function find_session(bytea,inet) to bellwether_app;

create or replace function find_sign_in(name text, address inet)
returns table (
  user_id bigint, account_id bigint, password_hash text, roles text[], active boolean, two_factor boolean,
  address_allowed boolean, password_changed_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.account_id, u.password_hash, u.roles, u.active,
         exists (select from two_factors t where t.user_id = u.id and t.enabled_at is not null),
         not exists (select from auth_ips a where a.user_id = u.id)
           or exists (select from auth_ips a where a.user_id = u.id and a.network >>= address),
         u.password_changed_at
  from users u where lower(u.username) = lower(name)
$$;
alter function find_sign_in(text,inet) owner to bellwether_definer;
revoke all on function find_sign_in(text,inet) from public;
grant execute on function find_sign_in(text,inet) to bellwether_app;

-- Text as people search and sort it: no accents, no capitals. "Treviño" and "trevino" are the same.
-- Plain ASCII takes the short way, a third of the time of the other.
create or replace function fold(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C") else fold_accents(value) end;

create or replace function fold_accents(value text) returns text language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Isolates a table by account: the restricted role sees its own account, the definer role everything.
create or replace procedure isolate_by_account(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy account_isolation on %s to bellwether_app using (account_id = app_account_id()) with check (account_id = app_account_id())', target);
  execute format('create policy definer_access on %s to bellwether_definer using (true) with check (true)', target);
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
alter function place_in_tree() owner to bellwether_definer;
revoke all on function place_in_tree() from public;
grant execute on function place_in_tree() to bellwether_app;

-- Rows that people read carry the time of the demo clock, which the connection is told; elsewhere it is now(). What orders
-- and leases (events, jobs) stays on the clock of the database.
create or replace function clock_now() returns timestamptz language sql stable parallel safe
  return now() + make_interval(secs => coalesce(nullif(current_setting('app.clock_ahead_ms', true), ''), '0')::float8 / 1000);
