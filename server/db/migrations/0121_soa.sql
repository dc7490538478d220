-- Scopes of appointment: what a person agreed to talk about before a sales meeting, and the sealed evidence of it.

create table soa_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- The agent whom the person meets.
  user_id bigint not null references users,
  contact_id bigint not null references contacts,
  -- As src/rules/soa has it. That a link has expired follows from expires_at.
  status text not null default 'drafted'
    check (status in ('drafted', 'sent', 'viewed', 'signed', 'completed', 'rejected', 'superseded')),
  -- link, paper, call
  method text not null,
  language text not null,
  -- What the agent proposes; the person may choose others.
  products text[] not null,
  appointment_at timestamptz,
  zone text not null,
  -- The agent's public page at that time; empty: none.
  domain_name text not null default '',
  supersedes_id bigint references soa_requests,
  sent_by text not null default '',
  sent_at timestamptz,
  viewed_at timestamptz,
  -- The last moment of the link.
  expires_at timestamptz,
  signed_at timestamptz,
  -- What the person entered; null: not signed.
  signer jsonb,
  -- Makes a repeated submission one.
  submission text not null default '',
  -- The rule on the day of the meeting, and whether the agreement came early enough: in_time, short, after.
  rule_id bigint references compliance_rules,
  timing text not null default '',
  initial_contact text not null default '',
  exception text not null default '',
  agent_signature text not null default '',
  completed_at timestamptz,
  reason text not null default '',
  ended_at timestamptz,
  file_id bigint references files on delete set null,
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint soa_requests_signed check ((signed_at is null) = (signer is null))
);
create index soa_requests_contact on soa_requests (contact_id, id desc);
create index soa_requests_user on soa_requests (user_id);
create index soa_requests_account on soa_requests (account_id, id desc);
create index soa_requests_supersedes on soa_requests (supersedes_id) where supersedes_id is not null;
create index soa_requests_file on soa_requests (file_id) where file_id is not null;
call isolate_by_account('soa_requests');

-- What happened to them, in order; never changed.
create table soa_events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  soa_request_id bigint not null references soa_requests,
  contact_id bigint not null references contacts,
  at timestamptz not null,
  kind text not null,
  -- Null: the person itself.
  actor_id bigint references users,
  acting_as_id bigint references users,
  -- Address, browser, language and version of the text, as far as they apply.
  detail jsonb not null default '{}'
);
create index soa_events_request on soa_events (soa_request_id, id);
create index soa_events_contact on soa_events (contact_id, at desc, id desc);
create index soa_events_account on soa_events (account_id);
call isolate_by_account('soa_events');

-- One chain an account: hash = sha256(previous hash, then the line that server/features/soa/seals.ts makes). A purge of the person leaves the
-- hashes, which name no one, so that the chain stays whole.
create table soa_seals (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  seq bigint not null,
  soa_request_id bigint references soa_requests on delete set null,
  -- signed, completed
  kind text not null,
  at timestamptz not null,
  -- Canonical JSON of all that was agreed, and the document that shows it. Null: purged.
  evidence text,
  pdf bytea,
  evidence_hash bytea not null,
  pdf_hash bytea not null,
  previous bytea not null,
  hash bytea not null,
  -- Of the hash, by the key of the installation.
  signature bytea not null
);
create unique index soa_seals_seq on soa_seals (account_id, seq);
create index soa_seals_request on soa_seals (soa_request_id, seq) where soa_request_id is not null;
call isolate_by_account('soa_seals');

revoke update, delete on soa_events, soa_seals from bellwether_app;
revoke delete on soa_requests from bellwether_app;
-- A merge of contacts alone.
grant update (contact_id) on soa_events to bellwether_app;
