-- A letter that somebody keeps, with merge fields.
create table letter_templates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  name text not null,
  -- The block of whoever writes, line by line, and the text; both with merge fields.
  sender text not null default '',
  body text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index letter_templates_name on letter_templates (user_id, lower(name)) where deleted_at is null;
call isolate_by_account('letter_templates');

-- One PDF of letters or labels. Its contacts are frozen as rows when it is asked for.
create table print_jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- What whoever asks by it knows of it; random.
  jid text not null unique,
  -- Whom the asker acted as, and who signed in: both must still be allowed to when it is printed.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- letters or labels.
  kind text not null,
  options jsonb not null,
  selection jsonb not null,
  sentence text not null default '',
  -- queued, working, cancelling, cancelled, complete, failed.
  status text not null default 'queued',
  failure text,
  total int not null,
  done int not null default 0,
  printed int not null default 0,
  skipped int not null default 0,
  -- Of the file; null unless complete.
  pages int,
  bytes bigint,
  -- In the storage; null unless complete, and again once the file is removed.
  file_key text,
  version int not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index print_jobs_user on print_jobs (user_id, id desc);
create index print_jobs_unfinished on print_jobs (id) where status in ('queued', 'working', 'cancelling');
create index print_jobs_filed on print_jobs (finished_at) where file_key is not null;
call isolate_by_account('print_jobs');

-- The contacts of a print in their order, and what became of each.
create table print_rows (
  account_id bigint not null references accounts,
  job_id bigint not null references print_jobs on delete cascade,
  position int not null,
  contact_id bigint not null,
  -- printed, skipped; null until the print is complete.
  outcome text,
  -- Why it was skipped.
  reason text,
  primary key (job_id, position)
);
create index print_rows_contact on print_rows (contact_id) where outcome = 'printed';
call isolate_by_account('print_rows');

-- Prints of all accounts that a worker should be at.
create function find_unfinished_print_jobs() returns table (account_id bigint, job_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from print_jobs where status in ('queued', 'working', 'cancelling')
$$;
alter function find_unfinished_print_jobs() owner to bellwether_definer;
revoke all on function find_unfinished_print_jobs() from public;
grant execute on function find_unfinished_print_jobs() to bellwether_app;

-- Prints of all accounts whose file is older than an instant, oldest first.
create function find_old_print_files(before timestamptz, most int) returns table (account_id bigint, job_id bigint, file_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, file_key from print_jobs where file_key is not null and finished_at < before
  order by finished_at, id limit most
$$;
alter function find_old_print_files(timestamptz, int) owner to bellwether_definer;
revoke all on function find_old_print_files(timestamptz, int) from public;
grant execute on function find_old_print_files(timestamptz, int) to bellwether_app;

-- Those of these names in the storage that a row says are its bytes.
create or replace function find_named_keys(keys text[]) returns table (key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select file_key from files where file_key = any (keys) and removed_at is null and state in ('checking', 'ready')
  union select view_key from files where view_key = any (keys) and removed_at is null
  union select thumb_key from files where thumb_key = any (keys) and removed_at is null
  union select file_key from attachment_imports where file_key = any (keys) and finished_at is null
  union select file_key from imports where file_key = any (keys) and file_removed_at is null
  union select file_key from print_jobs where file_key = any (keys)
$$;

-- Who a print is for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create function find_print_askers(job bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from print_jobs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = job and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_print_askers(bigint) owner to bellwether_definer;
revoke all on function find_print_askers(bigint) from public;
grant execute on function find_print_askers(bigint) to bellwether_app;
