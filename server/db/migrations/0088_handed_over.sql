-- Since when a message is in the hands of a mail server whose answer isn't known yet. Set and committed before the
-- attempt: a message that is found with it may have left already.
alter table outgoing_messages add column handed_at timestamptz;

-- Raw mail that came in, until a job has read it; its bytes are in the storage.
create table received_mails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Of recipient and bytes: an e-mail that is handed over again is the same one.
  digest bytea not null,
  -- As the mail server said it.
  recipient text not null,
  file_key text not null,
  bytes bigint not null,
  received_at timestamptz not null,
  unique (account_id, digest)
);
create index received_mails_age on received_mails (received_at);
call isolate_by_account('received_mails');
