create or replace function find_contacts_by_email(wanted text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from contacts
  where account_id = app_account_id() and lower(email) = lower(wanted) and deleted_at is null
  union
  select id from contacts
  where account_id = app_account_id() and lower(email_2) = lower(wanted) and deleted_at is null
$$;
alter function find_contacts_by_email(text) owner to bellwether_definer;
revoke all on function find_contacts_by_email(text) from public;
grant execute on function find_contacts_by_email(text) to bellwether_app;

-- Files that were deleted before a time and still have their bytes.
create or replace function find_deleted_files(before timestamptz, most int) returns table (account_id bigint, file_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from files f where deleted_at < before and removed_at is null
    and not exists (select from contacts c where c.id = f.contact_id and c.held_at is not null)
  order by deleted_at limit most
$$;
alter function find_deleted_files(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_deleted_files(timestamp with time zone,integer) from public;
grant execute on function find_deleted_files(timestamp with time zone,integer) to bellwether_app;

-- Those of these names in the storage that a row says are its bytes.
create or replace function find_named_keys(keys text[]) returns table (key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select file_key from files where file_key = any (keys) and removed_at is null and state in ('checking', 'ready')
  union select view_key from files where view_key = any (keys) and removed_at is null
  union select thumb_key from files where thumb_key = any (keys) and removed_at is null
  union select file_key from attachment_imports where file_key = any (keys) and finished_at is null
  union select file_key from imports where file_key = any (keys) and file_removed_at is null
  union select file_key from campaign_triggers where file_key = any (keys)
  union select file_key from campaign_files where file_key = any (keys)
  union select file_key from email_images where file_key = any (keys)
  union select file_key from products where file_key = any (keys)
  union select file_key from corporations where file_key = any (keys)
  union select file_key from corporation_files where file_key = any (keys)
  union select preview_key from corporation_files where preview_key = any (keys)
  union select file_key from trainings where file_key = any (keys)
  union select file_key from deleted_trainings where file_key = any (keys)
  union select file_key from setting_changes where file_key = any (keys)
  union select file_key from user_files where file_key = any (keys)
  union select file_key from received_mails where file_key = any (keys)
  union select file_key from print_jobs where file_key = any (keys)
  union select recording_key from call_recordings where recording_key = any (keys)
$$;
alter function find_named_keys(text[]) owner to bellwether_definer;
revoke all on function find_named_keys(text[]) from public;
grant execute on function find_named_keys(text[]) to bellwether_app;

-- ZIP files that are not done; those that wait for their import only once it has ended.
create or replace function find_open_attachment_imports(at timestamptz)
returns table (account_id bigint, attachment_import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.id from attachment_imports a left join imports i on i.id = a.import_id
  where a.finished_at is null
    and (a.next_try_at is null or a.next_try_at <= at)
    and (a.status <> 'importing' or i.id is null or i.status in ('done', 'failed', 'cancelled', 'undone'))
  order by a.id limit 500
$$;
alter function find_open_attachment_imports(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_open_attachment_imports(timestamp with time zone) from public;
grant execute on function find_open_attachment_imports(timestamp with time zone) to bellwether_app;

-- Files whose check nobody has ended, for the job that was lost with its process.
create or replace function find_unchecked_files(at timestamptz) returns table (account_id bigint, file_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from files
  where state = 'checking' and (next_try_at is null or next_try_at <= at) order by id limit 500
$$;
alter function find_unchecked_files(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_unchecked_files(timestamp with time zone) from public;
grant execute on function find_unchecked_files(timestamp with time zone) to bellwether_app;

-- A phone number stays as it is: it starts with a plus, and has digits only.
create or replace function export_phone(cell text) returns text language sql immutable parallel safe return
  case when ltrim(cell, '+0123456789') = '' then nullif(cell, '') else export_text(cell) end;

-- The contacts of a whole scope in its order, as text that goes after "from", since COPY takes no parameters. It says
-- what `contact_conditions` says; the caller sees what their own row-level security shows.
create or replace function export_source(scope jsonb, without bigint[]) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  exactness text := case when scope ->> 'match' = 'both' then format('(%s) desc, ', contact_exact(scope)) else '' end;
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  return format('contacts where %1$s%2$s order by %3$s%4$s %5$s, id %5$s', contact_conditions(scope),
    case when cardinality(without) > 0 then format(' and id <> all(%L::bigint[])', without) else '' end,
    exactness, ordering, direction);
end $$;

-- Text as a spreadsheet shows and never runs it, as `markFormula` of the rules does: full-width signs count. Empty is
-- null, which CSV writes as nothing.
create or replace function export_text(cell text) returns text language sql immutable parallel safe return case
  when ascii(cell) between 65 and 65280 then cell
  when ascii(cell) = 0 then null
  when ascii(cell) in (9, 10, 13, 39, 43, 45, 61, 64, 65291, 65293, 65309, 65312) then '''' || cell
  else cell end;
