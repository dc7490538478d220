-- no-transaction
reset role;
drop index concurrently if exists policies_carrier_name;
create index concurrently policies_carrier_name on policies (account_id, fold(carrier), id) where carrier <> '';
set role bellwether_definer;
insert into carriers (account_id, name, active, found)
  select account_id, min(carrier), false, true from policies where carrier <> '' and deleted_at is null
  group by account_id, fold(carrier) on conflict do nothing;
reset role;
