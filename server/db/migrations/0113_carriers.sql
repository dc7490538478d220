-- The carriers of an agency. Policies keep the name itself.
create table carriers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  -- Lines of business.
  lines text[] not null default '{}',
  -- E.164, for agents.
  agent_line text not null default '',
  website text not null default '',
  -- Offered for new policies.
  active boolean not null default true,
  -- Added because a policy names it: a word of one contact, which only those who see all contacts see until it is active.
  found boolean not null default false,
  created_at timestamptz not null default clock_now()
);
create unique index carriers_name on carriers (account_id, fold(name));
call isolate_by_account('carriers');

-- Adds the carriers that only a policy names to the list. A name whose policies are being renamed isn't added.
create function list_carriers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into carriers (account_id, name, active, found)
      select w.account_id, min(w.carrier), false, true from written w where w.carrier <> '' and w.deleted_at is null
      and not exists (select from reference_renames r where r.account_id = w.account_id
        and r.word = 'carrier' and fold(r.before) = fold(w.carrier))
      group by w.account_id, fold(w.carrier) order by w.account_id, fold(w.carrier)
      on conflict do nothing;
  else
    insert into carriers (account_id, name, active, found)
      select w.account_id, min(w.carrier), false, true from written w join former f using (id)
      where w.carrier <> '' and w.deleted_at is null and (w.carrier <> f.carrier or f.deleted_at is not null)
      and not exists (select from reference_renames r where r.account_id = w.account_id
        and r.word = 'carrier' and fold(r.before) = fold(w.carrier))
      group by w.account_id, fold(w.carrier) order by w.account_id, fold(w.carrier)
      on conflict do nothing;
  end if;
  return null;
end $$;

create trigger policies_carriers_insert after insert on policies
  referencing new table as written for each statement execute function list_carriers();
create trigger policies_carriers_update after update on policies
  referencing old table as former new table as written for each statement execute function list_carriers();
