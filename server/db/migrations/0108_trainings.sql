-- Trainings: files by section for account types, and how far each person is with them.

create table trainings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  section text not null,
  title text not null,
  -- A row of corporations, which aren't deleted while a training names them.
  corporation_id bigint,
  -- Empty: for all.
  for_account_types text[] not null default '{}',
  -- Sections are in the order of their first training.
  position int not null default 0,
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  created_at timestamptz not null default now(),
  constraint trainings_file check ((file_key is null) = (file_name is null))
);
create unique index trainings_title on trainings (account_id, lower(title));
create index trainings_position on trainings (account_id, position, id);
create index trainings_corporation on trainings (corporation_id) where corporation_id is not null;
create index trainings_file_key on trainings (file_key) where file_key is not null;
call isolate_by_account('trainings');

-- Rows of trainings until they are restored or expire.
create table deleted_trainings (
  id bigint primary key,
  account_id bigint not null references accounts,
  section text not null,
  title text not null,
  corporation_id bigint,
  for_account_types text[] not null,
  position int not null,
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  created_at timestamptz not null,
  deleted_at timestamptz not null
);
create index deleted_trainings_deleted on deleted_trainings (deleted_at);
create index deleted_trainings_account on deleted_trainings (account_id);
create index deleted_trainings_file_key on deleted_trainings (file_key) where file_key is not null;
call isolate_by_account('deleted_trainings');

-- Names a row of either table.
create table training_progress (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  training_id bigint not null,
  opened_at timestamptz not null,
  done_at timestamptz,
  primary key (user_id, training_id)
);
create index training_progress_training on training_progress (training_id);
call isolate_by_account('training_progress');
