-- Campaign triggers of an agency: content and settings of campaigns. A row without a business unit is global.
create table campaign_triggers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint references business_units,
  name text not null,
  description text not null default '',
  tags text[] not null default '{}',
  -- Text of an SMS trigger, with merge fields.
  body text not null default '',
  trigger_type text not null check (trigger_type in ('email', 'sms')),
  category text not null default '',
  trigger text not null default 'manual',
  enabled boolean not null default false,
  -- Approved for marketing by an administrator.
  compliant boolean not null default false,
  auto_trigger boolean not null default false,
  show_on_bulk boolean not null default false,
  show_on_conversation boolean not null default false,
  show_on_event boolean not null default false,
  recurrence text not null default 'none',
  -- Ids of e-mail templates and of SMS triggers, which are not removed while they are here.
  all_email_ids bigint[] not null default '{}',
  all_sms_trigger_ids bigint[] not null default '{}',
  -- Bytes in the storage; null: no file.
  file_key text,
  file_name text,
  file_type text,
  file_bytes bigint,
  created_at timestamptz not null default now(),
  check ((file_key is null) = (file_name is null) and (file_key is null) = (file_type is null))
);
create unique index campaign_triggers_name
  on campaign_triggers (account_id, coalesce(business_unit_id, 0), lower(name));
create index campaign_triggers_file on campaign_triggers (file_key) where file_key is not null;
call isolate_by_account('campaign_triggers');
