-- Digits dialed after the answer of a phone. Null: none.
alter table contacts
  add column phone_ext text check (phone_ext ~ '^\d{1,7}$'),
  add column phone_2_ext text check (phone_2_ext ~ '^\d{1,7}$');

-- An extension belongs to its number: another number has none until one is written with it.
create function drop_old_extensions() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone and new.phone_ext = old.phone_ext then new.phone_ext := null; end if;
  if new.phone_2 is distinct from old.phone_2 and new.phone_2_ext = old.phone_2_ext then new.phone_2_ext := null; end if;
  return new;
end $$;
create trigger drop_old_extensions before update on contacts for each row
  when (old.phone_ext is not null or old.phone_2_ext is not null) execute function drop_old_extensions();
