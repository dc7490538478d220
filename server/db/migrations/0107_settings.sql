-- Settings of an account: every change of one, which is its history; the last one applies. Settings that were never
-- changed have no row: the code knows their defaults.

create table setting_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- The key of the setting.
  setting text not null,
  version int not null,
  -- Null: the default, whatever the code says it is.
  value jsonb,
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  is_current boolean not null default true,
  changed_by bigint not null references users,
  changed_at timestamptz not null,
  constraint setting_changes_file check ((file_key is null) = (file_name is null))
);
create unique index setting_changes_version on setting_changes (account_id, setting, version);
create unique index setting_changes_current on setting_changes (account_id, setting) where is_current;
create index setting_changes_user on setting_changes (changed_by);
create index setting_changes_file_key on setting_changes (file_key) where file_key is not null;
call isolate_by_account('setting_changes');
