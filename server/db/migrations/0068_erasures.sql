-- Erasures of people, the keys whose deletion makes what they encrypted unreadable, and whom no one may contact anymore
-- (decision 114).

-- A data key per subject, encrypted with the master key: a contact, an export, an import, a bulk job, or an erasure. It
-- encrypts texts about people in rows that are never changed, and what an erasure has to keep.
create table subject_keys (
  account_id bigint not null references accounts,
  subject_type text not null,
  subject_id bigint not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_now(),
  primary key (subject_type, subject_id)
);
call isolate_by_account('subject_keys');

create table erasures (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- No reference: the contact goes.
  contact_id bigint not null,
  contact_number bigint not null,
  user_id bigint not null references users,
  actor_id bigint not null references users,
  request_id text not null default '',
  -- Encrypted with the key of the erasure, since it may name the person.
  reason bytea,
  -- running, done, refused.
  status text not null default 'running',
  -- The next step: read, files, contact, traces.
  step text not null default 'read',
  -- Places of the step traces that are done.
  cursor int not null default 0,
  -- Why it was refused.
  failure text not null default '',
  -- Values to look for, encrypted with the key of the erasure; null: not read yet, or done.
  identifiers bytea,
  -- Rows and files that went, by kind.
  erased jsonb not null default '{}',
  -- Records that the law keeps, encrypted with the key of the erasure; null: none, or no longer.
  evidence bytea,
  -- Their number by kind.
  kept jsonb not null default '{}',
  -- The last day of the evidence.
  kept_until date,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index erasures_contact on erasures (contact_id) where status <> 'refused';
create index erasures_account on erasures (account_id, id desc);
create index erasures_running on erasures (id) where status = 'running';
create index erasures_kept on erasures (kept_until) where kept_until is not null;
call isolate_by_account('erasures');

-- Numbers and addresses of erased people as keyed hashes, each with what it stops.
create table suppressed_reach (
  account_id bigint not null references accounts,
  hash bytea not null,
  -- phone, email.
  "by" text not null,
  channel text not null,
  kind text not null,
  purpose text not null,
  since timestamptz not null,
  erasure_id bigint not null references erasures
);
create unique index suppressed_reach_hash on suppressed_reach (account_id, hash, channel, kind, purpose);
call isolate_by_account('suppressed_reach');

-- Recordings that the law keeps after their contact was erased.
alter table call_recordings add column erasure_id bigint;
