-- The agent whose public page has this name; no row: none, or it isn't shown.
create or replace function find_webpage(name text) returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from users where lower(webpage_domain) = lower(name) and webpage_active and active
$$;
alter function find_webpage(text) owner to bellwether_definer;
revoke all on function find_webpage(text) from public;
grant execute on function find_webpage(text) to bellwether_app;

-- A file that the public page of a user shows; no row: none, or the page isn't shown.
create or replace function find_page_file(wanted text) returns table (key text, name text, type text, bytes bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.file_key, f.file_name, f.file_type, f.file_bytes from user_files f join users u on u.id = f.user_id
  where f.file_key = wanted and u.webpage_active and u.active
    and (f.kind <> 'personal_photo' or not exists (select from user_files p where p.user_id = u.id and p.kind = 'photo'))
$$;
alter function find_page_file(text) owner to bellwether_definer;
revoke all on function find_page_file(text) from public;
grant execute on function find_page_file(text) to bellwether_app;
