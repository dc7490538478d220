-- Photo and logo of a user, and photo and flyer of their public page.
create table user_files (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  kind text not null check (kind in ('personal_photo', 'logo', 'photo', 'flyer')),
  file_key text not null,
  file_name text not null,
  file_type text not null,
  file_bytes bigint not null,
  created_at timestamptz not null default now(),
  constraint user_files_kind unique (user_id, kind)
);
create index user_files_file_key on user_files (file_key);
call isolate_by_account('user_files');
