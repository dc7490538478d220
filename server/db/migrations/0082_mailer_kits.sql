-- Mailer kits: letters or labels for a purpose, and the contacts that get them.

create table mailer_kits (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: of the whole account.
  business_unit_id bigint references business_units,
  name text not null,
  purpose text not null default '',
  kind text not null check (kind in ('letters', 'labels')),
  -- Of letters, with merge fields.
  sender text not null default '',
  body text not null default '',
  -- Of labels: one for all contacts at one address.
  per_household boolean not null default false,
  -- Only active ones are offered.
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index mailer_kits_name on mailer_kits (account_id, coalesce(business_unit_id, 0), lower(name));
call isolate_by_account('mailer_kits');

create table mailer_assignments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kit_id bigint not null references mailer_kits,
  -- Who assigned, and who had signed in.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  selection jsonb not null,
  sentence text not null default '',
  total int not null default 0,
  created_at timestamptz not null
);
create index mailer_assignments_user on mailer_assignments (user_id, id desc);
create index mailer_assignments_kit on mailer_assignments (kit_id);
call isolate_by_account('mailer_assignments');

-- A contact gets a kit once.
create table mailer_assignment_rows (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  assignment_id bigint not null references mailer_assignments on delete cascade,
  kit_id bigint not null references mailer_kits,
  user_id bigint not null references users,
  contact_id bigint not null references contacts on delete cascade,
  -- The last print that it was part of; null: none yet.
  print_job_id bigint references print_jobs on delete set null,
  unique (kit_id, contact_id)
);
create index mailer_assignment_rows_user on mailer_assignment_rows (user_id, kit_id, id);
create index mailer_assignment_rows_assignment on mailer_assignment_rows (assignment_id);
create index mailer_assignment_rows_contact on mailer_assignment_rows (contact_id);
create index mailer_assignment_rows_print on mailer_assignment_rows (print_job_id) where print_job_id is not null;
call isolate_by_account('mailer_assignment_rows');
