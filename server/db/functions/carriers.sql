-- Adds the carriers that only a policy names to the list. A name whose policies are being renamed isn't added.
create or replace function list_carriers() returns trigger
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
