-- People of other accounts who may act in the account of the request.
create or replace function account_delegates()
returns table (
  id bigint, name text, username text, agency text, agency_number text, roles text[], active boolean,
  granted_at timestamptz, granted_by text
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, btrim(u.first_name || ' ' || u.last_name), u.username, a.name, a.number, u.roles, u.active, s.granted_at,
         btrim(g.first_name || ' ' || g.last_name)
  from account_assignments s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
  left join users g on g.id = s.granted_by
  where s.assigned_account_id = app_account_id()
  order by lower(a.name), u.sort_key, u.id
$$;
alter function account_delegates() owner to bellwether_definer;
revoke all on function account_delegates() from public;
grant execute on function account_delegates() to bellwether_app;

-- Grants the account of the request to somebody of another one, and answers their id. Null: there is no such person.
create or replace function grant_account_access(login text, agency text, giver bigint, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person users;
begin
  select u.* into person from users u join accounts a on a.id = u.account_id
  where lower(u.username) = lower(login) and lower(a.number) = lower(agency) and u.active and u.account_id <> app_account_id()
    and u.roles && array['relationship_manager', 'admin', 'sub_admin']
  for share of u;
  if not found then return null; end if;
  insert into account_assignments (account_id, user_id, assigned_account_id, granted_at, granted_by)
    values (person.account_id, person.id, app_account_id(), at, giver) on conflict do nothing;
  return person.id;
end $$;
alter function grant_account_access(text, text, bigint, timestamptz) owner to bellwether_definer;
revoke all on function grant_account_access(text, text, bigint, timestamptz) from public;
grant execute on function grant_account_access(text, text, bigint, timestamptz) to bellwether_app;

-- Takes it away again; sessions in which they act in the account end by its trigger.
create or replace function remove_account_access(person bigint) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with removed as (
    delete from account_assignments where user_id = person and assigned_account_id = app_account_id() returning 1
  )
  select exists (select from removed)
$$;
alter function remove_account_access(bigint) owner to bellwether_definer;
revoke all on function remove_account_access(bigint) from public;
grant execute on function remove_account_access(bigint) to bellwether_app;
