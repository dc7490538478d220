-- Rows of an import that filled a contact which an earlier row of it had created or changed.
create index import_rows_filled on import_rows (import_id, contact_id) where reason = 'fields_filled';

-- When the uploaded file was removed; null while it lies in the storage.
alter table imports add column file_removed_at timestamptz;
create index imports_with_file on imports (id) where file_removed_at is null;

-- Imports of all accounts whose file nobody needs any more: they ended, or were left lying, before a time.
create function find_stale_import_files(before timestamptz, most int)
returns table (account_id bigint, import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.account_id, i.id from imports i
  where i.file_removed_at is null
    and (i.finished_at < before or (i.status in ('draft', 'checked') and i.created_at < before))
  order by i.id limit most
$$;
alter function find_stale_import_files(timestamptz, int) owner to bellwether_definer;
revoke all on function find_stale_import_files(timestamptz, int) from public;
grant execute on function find_stale_import_files(timestamptz, int) to bellwether_app;
