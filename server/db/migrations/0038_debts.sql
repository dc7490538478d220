-- Facts that decide what a user owes before anything else (src/rules/access/debts.ts); every request reads them with
-- the session or key that it comes with.
-- Without a subquery, so that it costs no call of its own.
create function debt_facts(terms_accepted date, paid boolean, change_password boolean, two_factor_due boolean) returns jsonb
language sql stable as $$
  select jsonb_build_object('terms_accepted', terms_accepted, 'paid', paid, 'change_password', change_password,
                            'two_factor_due', two_factor_due)
$$;
revoke all on function debt_facts(date, boolean, boolean, boolean) from public;
grant execute on function debt_facts(date, boolean, boolean, boolean) to bellwether_definer;

drop function find_session(bytea, inet);
create function find_session(hash bytea, address inet)
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
alter function find_session(bytea, inet) owner to bellwether_definer;
revoke all on function find_session(bytea, inet) from public;
grant execute on function find_session(bytea, inet) to bellwether_app;

drop function live_sessions(bigint[], inet[], timestamptz, int);
create function live_sessions(ids bigint[], addresses inet[], at timestamptz, idle_minutes int)
returns table (place bigint, roles jsonb, debts jsonb)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive stack as (
    select s.id as top, s.parent_id, s.user_id, s.ended_at, s.expires_at, 0 as down from sessions s
    where s.id = any(ids) and s.last_seen_at > at - make_interval(mins => idle_minutes)
    union all
    select stack.top, p.parent_id, p.user_id, p.ended_at, p.expires_at, stack.down + 1
    from stack join sessions p on p.id = stack.parent_id
  ), live as (
    select stack.top, min(u.id) filter (where stack.down = 0) as person, jsonb_agg(to_jsonb(u.roles) order by stack.down) as roles,
           max(u.id) filter (where stack.parent_id is null) as signer
    from stack join users u on u.id = stack.user_id
    group by stack.top
    having bool_and(u.active and stack.ended_at is null and stack.expires_at > at)
      and not exists (select from sessions c where c.parent_id = stack.top and c.ended_at is null)
  )
  select asked.place, live.roles, debt_facts(u.tos_accepted, u.paid_user, u.change_password, u.two_fa_required and not exists (
           select from two_factors t where t.user_id = u.id and t.enabled_at is not null))
  from unnest(ids, addresses) with ordinality as asked(id, address, place) join live on live.top = asked.id
  join users u on u.id = live.person
  where not exists (select from auth_ips a where a.user_id = live.signer)
    or exists (select from auth_ips a where a.user_id = live.signer and a.network >>= asked.address)
$$;
alter function live_sessions(bigint[], inet[], timestamptz, int) owner to bellwether_definer;
revoke all on function live_sessions(bigint[], inet[], timestamptz, int) from public;
grant execute on function live_sessions(bigint[], inet[], timestamptz, int) to bellwether_app;

drop function find_api_key(bytea, inet);
create function find_api_key(hash bytea, address inet)
returns table (
  key_id bigint, account_id bigint, user_id bigint, business_unit_id bigint, roles text[], scopes text[],
  last_used_at timestamptz, address_allowed boolean, debts jsonb
)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.account_id, k.user_id, u.business_unit_id, u.roles, k.scopes, k.last_used_at,
         not exists (select from auth_ips a where a.user_id = u.id)
           or exists (select from auth_ips a where a.user_id = u.id and a.network >>= address),
         debt_facts(u.tos_accepted, u.paid_user, u.change_password, u.two_fa_required and not exists (
           select from two_factors t where t.user_id = u.id and t.enabled_at is not null))
  from api_keys k join users u on u.id = k.user_id
  where k.token_hash = hash and k.revoked_at is null and u.active
$$;
alter function find_api_key(bytea, inet) owner to bellwether_definer;
revoke all on function find_api_key(bytea, inet) from public;
grant execute on function find_api_key(bytea, inet) to bellwether_app;
