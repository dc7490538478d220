-- Files of contacts. Their bytes lie in the storage under names that say nothing.
create table files (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  -- Who uploaded it, against whose quota it counts.
  user_id bigint not null references users,
  kind text not null check (kind in ('file', 'call')),
  -- With its extension.
  name text not null,
  description text not null default '',
  type text not null,
  bytes bigint not null,
  file_key text not null,
  -- Made of the file at its check; null: it has none.
  view_key text,
  thumb_key text,
  state text not null check (state in ('checking', 'ready', 'infected', 'refused')),
  -- One sentence, with infected and refused.
  failure text not null default '',
  -- Checks that failed, and when the next one may begin; null: at once.
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- When its bytes went; the row stays for the timeline.
  removed_at timestamptz
);
create index files_contact on files (contact_id, kind, id desc) where deleted_at is null;
create index files_user on files (user_id) include (bytes) where removed_at is null;
create index files_deleted on files (deleted_at) where deleted_at is not null and removed_at is null;
create index files_checking on files (id) where state = 'checking';
create index files_key on files (file_key) where removed_at is null;
create index files_view_key on files (view_key) where removed_at is null and view_key is not null;
create index files_thumb_key on files (thumb_key) where removed_at is null and thumb_key is not null;
call isolate_by_account('files');

-- ZIP files whose entries become files of contacts.
create table attachment_imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  actor_id bigint not null references users,
  request_id text not null,
  file_name text not null,
  file_bytes bigint not null,
  file_key text not null,
  -- Whether a file of leads comes first, and the import that it became.
  with_leads boolean not null,
  import_id bigint references imports,
  status text not null check (status in ('queued', 'importing', 'attaching', 'done', 'failed', 'cancelled')),
  -- One sentence, when failed.
  failure text not null default '',
  total int,
  -- Entries done, in the order of the ZIP: the cursor.
  done int not null default 0,
  attached int not null default 0,
  -- Failures since the last entry, and when the next try may begin; null: at once.
  tries int not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index attachment_imports_user on attachment_imports (user_id, id desc);
create index attachment_imports_open on attachment_imports (id) where finished_at is null;
create index attachment_imports_key on attachment_imports (file_key) where finished_at is null;
call isolate_by_account('attachment_imports');

-- Entries that went to nobody.
create table attachment_import_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  attachment_import_id bigint not null references attachment_imports,
  name text not null,
  -- One sentence.
  reason text not null
);
create index attachment_import_entries_of on attachment_import_entries (attachment_import_id, id);
call isolate_by_account('attachment_import_entries');

-- Files whose check nobody has ended, for the job that was lost with its process.
create function find_unchecked_files(at timestamptz) returns table (account_id bigint, file_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from files
  where state = 'checking' and (next_try_at is null or next_try_at <= at) order by id limit 500
$$;
alter function find_unchecked_files(timestamptz) owner to bellwether_definer;
revoke all on function find_unchecked_files(timestamptz) from public;
grant execute on function find_unchecked_files(timestamptz) to bellwether_app;

-- Files that were deleted before a time and still have their bytes.
create function find_deleted_files(before timestamptz, most int) returns table (account_id bigint, file_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from files where deleted_at < before and removed_at is null order by deleted_at limit most
$$;
alter function find_deleted_files(timestamptz, int) owner to bellwether_definer;
revoke all on function find_deleted_files(timestamptz, int) from public;
grant execute on function find_deleted_files(timestamptz, int) to bellwether_app;

-- ZIP files that are not done; those that wait for their import only once it has ended.
create function find_open_attachment_imports(at timestamptz)
returns table (account_id bigint, attachment_import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.id from attachment_imports a left join imports i on i.id = a.import_id
  where a.finished_at is null
    and (a.next_try_at is null or a.next_try_at <= at)
    and (a.status <> 'importing' or i.id is null or i.status in ('done', 'failed', 'cancelled', 'undone'))
  order by a.id limit 500
$$;
alter function find_open_attachment_imports(timestamptz) owner to bellwether_definer;
revoke all on function find_open_attachment_imports(timestamptz) from public;
grant execute on function find_open_attachment_imports(timestamptz) to bellwether_app;

-- Those of these names in the storage that a row says are its bytes.
create index imports_key on imports (file_key) where file_removed_at is null;
create function find_named_keys(keys text[]) returns table (key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select file_key from files where file_key = any (keys) and removed_at is null and state in ('checking', 'ready')
  union select view_key from files where view_key = any (keys) and removed_at is null
  union select thumb_key from files where thumb_key = any (keys) and removed_at is null
  union select file_key from attachment_imports where file_key = any (keys) and finished_at is null
  union select file_key from imports where file_key = any (keys) and file_removed_at is null
$$;
alter function find_named_keys(text[]) owner to bellwether_definer;
revoke all on function find_named_keys(text[]) from public;
grant execute on function find_named_keys(text[]) to bellwether_app;

-- Live contacts of the account with this e-mail. Under row-level security lower(email) would lose its index.
create index contacts_email_2 on contacts (account_id, lower(email_2)) where email_2 is not null;
create function find_contacts_by_email(wanted text) returns setof bigint
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
