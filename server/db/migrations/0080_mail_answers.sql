-- E-mails that came in as answers.
alter table contact_emails
  -- Its Message-ID, with brackets: it comes in once; null: it was written here, or elsewhere.
  add column message_ref text,
  -- The e-mail that it answers.
  add column answers_id bigint references contact_emails on delete set null;
create unique index contact_emails_ref on contact_emails (account_id, message_ref) where message_ref is not null;
create index contact_emails_answers on contact_emails (answers_id) where answers_id is not null;
