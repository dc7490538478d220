-- Files that campaigns send: those of triggers, as they were when they were pinned, and those of broadcasts.
create table campaign_files (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  file_key text not null unique,
  -- With its extension.
  name text not null,
  type text not null,
  bytes int not null,
  created_at timestamptz not null default clock_now()
);
create index campaign_files_account on campaign_files (account_id);
call isolate_by_account('campaign_files');

insert into campaign_files (account_id, file_key, name, type, bytes)
select account_id, file_key, file_name, file_type, file_bytes from campaign_triggers where file_key is not null;

-- Of campaign_files; read beside a lock on them, since a list has no foreign keys.
alter table trigger_versions add column file_ids bigint[] not null default '{}';
create index trigger_versions_files on trigger_versions using gin (file_ids) where file_ids <> '{}';

-- Null: a file of the contact, or not loaded.
alter table text_attachments add column campaign_file_id bigint references campaign_files;
create index text_attachments_campaign_file on text_attachments (campaign_file_id) where campaign_file_id is not null;

-- What an e-mail of a campaign carries; null: nothing.
alter table contact_emails add column campaign_file_id bigint references campaign_files;
create index contact_emails_campaign_file on contact_emails (campaign_file_id) where campaign_file_id is not null;

alter table broadcasts add column campaign_file_id bigint references campaign_files;
create index broadcasts_campaign_file on broadcasts (campaign_file_id) where campaign_file_id is not null;

-- Name of the attachment, as the outbox shows it; empty: none.
alter table outbox_mails add column attachment text not null default '';
