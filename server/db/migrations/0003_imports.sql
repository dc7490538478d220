create table imports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- Who signed in, when the import was started while acting as user_id.
  actor_id bigint not null references users,
  owner_id bigint not null references users,
  pool_id bigint references pools,
  tag_ids bigint[] not null default '{}',
  when_known text not null default 'update',
  file_name text not null,
  file_bytes bigint not null,
  -- Key in the storage port.
  file_key text not null,
  delimiter text not null default ',',
  header_row int not null default 1,
  -- ImportColumn[] of the contract.
  columns jsonb not null default '[]',
  -- Column index → field.
  fields jsonb not null default '{}',
  status text not null default 'draft',
  failure text,
  total_rows int,
  -- ImportCheck of the contract.
  "check" jsonb,
  -- Rows done: the cursor. It moves in the transaction of the chunk that did them.
  done_rows int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  problems int not null default 0,
  -- Contact numbers of this import are number_base + row number, so that a repeated chunk gives the same ones.
  number_base bigint,
  active_ms bigint not null default 0,
  rate real not null default 0,
  -- The last 20 rows, newest first, as ImportRow of the contract.
  last_rows jsonb not null default '[]',
  -- What undo did so far: {removed, put_back, kept}.
  undo jsonb,
  undo_cursor int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz
);
create index imports_account on imports (account_id, id desc);
create index imports_user on imports (user_id, id desc);
create index imports_running on imports (account_id, status) where finished_at is null;
call isolate_by_account('imports');

-- Rows that need a record of their own. A created contact carries its import and row itself.
create table import_rows (
  account_id bigint not null references accounts,
  import_id bigint not null references imports,
  row_number int not null,
  outcome text not null,
  reason text not null,
  field text,
  message text not null default '',
  contact_id bigint,
  -- Original cells of a problem row.
  cells text[],
  -- Values before an update, and the contact's version after it: undo puts back only what is still as it left it.
  before jsonb,
  version_after int,
  primary key (import_id, row_number)
);
create index import_rows_outcome on import_rows (import_id, outcome, reason, row_number);
call isolate_by_account('import_rows');

-- Problem rows found by the check, before anything is imported; at most the first 10,000 are kept.
create table import_check_rows (
  account_id bigint not null references accounts,
  import_id bigint not null references imports,
  row_number int not null,
  reason text not null,
  field text,
  message text not null,
  cells text[] not null,
  primary key (import_id, row_number)
);
create index import_check_rows_reason on import_check_rows (import_id, reason, row_number);
call isolate_by_account('import_check_rows');

-- Contacts that an undo left alone.
create table import_kept_rows (
  account_id bigint not null references accounts,
  import_id bigint not null references imports,
  row_number int not null,
  contact_id bigint not null references contacts,
  reason text not null,
  primary key (import_id, row_number)
);
call isolate_by_account('import_kept_rows');

-- Rows written per account member and 15 seconds, for the supervisor's throughput line.
create table import_throughput (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  slot timestamptz not null,
  rows int not null,
  primary key (user_id, slot)
);
create index import_throughput_slot on import_throughput (slot);
call isolate_by_account('import_throughput');
