-- Domains to look at by now.
create or replace function find_due_domains(at timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from custom_domains where next_check_at <= at order by next_check_at limit 200
$$;
alter function find_due_domains(timestamptz) owner to bellwether_definer;
revoke all on function find_due_domains(timestamptz) from public;
grant execute on function find_due_domains(timestamptz) to bellwether_app;

-- Makes the current account the owner of a name. False: another account is.
create or replace function own_domain(name text, at timestamptz) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with owned as (
    insert into domain_owners (custom_domain, account_id) values (name, app_account_id())
    on conflict (custom_domain) do update set account_id = excluded.account_id, held_until = null
    where domain_owners.account_id = excluded.account_id or domain_owners.held_until <= at
    returning 1
  )
  select exists (select from owned)
$$;
alter function own_domain(text, timestamptz) owner to bellwether_definer;
revoke all on function own_domain(text, timestamptz) from public;
grant execute on function own_domain(text, timestamptz) to bellwether_app;

-- Whose pages are served on a host; no row: none.
create or replace function find_served_domain(host text)
returns table (id bigint, account_id bigint, business_unit_id bigint, custom_domain text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.account_id, d.business_unit_id, d.custom_domain
  from custom_domains d join domain_owners o on o.custom_domain = d.custom_domain and o.account_id = d.account_id
  where d.custom_domain = host and d.status in ('verified', 'failing') and o.held_until is null
$$;
alter function find_served_domain(text) owner to bellwether_definer;
revoke all on function find_served_domain(text) from public;
grant execute on function find_served_domain(text) to bellwether_app;
