-- A browser that a user signed in with stays known until the password changes without it
-- (server/features/session/known-device.ts).
drop function find_sign_in(text, inet);
create function find_sign_in(name text, address inet)
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
alter function find_sign_in(text, inet) owner to bellwether_definer;
revoke all on function find_sign_in(text, inet) from public;
grant execute on function find_sign_in(text, inet) to bellwether_app;
