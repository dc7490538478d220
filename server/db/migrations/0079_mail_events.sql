-- What mail servers report of e-mails in the log, once each.
create table mail_events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  email_id bigint not null references contact_emails on delete cascade,
  -- Of the report: a repetition changes nothing.
  provider_id text not null,
  -- In lower case.
  recipient text not null,
  -- hard, soft, complaint, delivered.
  kind text not null,
  at timestamptz not null,
  -- In words of the mail server.
  reason text not null default '',
  -- The part of the report about this recipient.
  raw text not null,
  created_at timestamptz not null default clock_now(),
  unique (account_id, provider_id, recipient)
);
create index mail_events_recipient on mail_events (account_id, recipient, at desc) where kind = 'soft';
create index mail_events_email on mail_events (email_id);
call isolate_by_account('mail_events');
revoke update, delete on mail_events from bellwether_app;

-- What simulated inboxes have taken, by the e-mail, until they are done with it.
create table simulated_mails (
  email_id bigint primary key references contact_emails on delete cascade,
  account_id bigint not null references accounts,
  recipient text not null,
  -- The next step of the inbox, and when it comes.
  step text not null,
  step_at timestamptz not null,
  created_at timestamptz not null
);
create index simulated_mails_step on simulated_mails (step_at);
call isolate_by_account('simulated_mails');
