-- Who people are beyond their name, the proofs they gave, and the stack of whom they act for.

alter table users
  add column phone text not null default '',
  add column about_me text not null default '',
  -- The first label of the address of the agent's own public page, `jane` in jane.example.com; null: no page.
  add column webpage_domain text,
  add column webpage_title text not null default '',
  add column webpage_active boolean not null default false,
  -- Date of the terms that this person has accepted; null: none yet.
  add column tos_accepted date,
  add column two_fa_required boolean not null default false,
  add column two_fa_method text not null default 'app',
  add column password_changed_at timestamptz not null default now(),
  add column c_1 boolean not null default false,
  add column aris boolean not null default false,
  add column wallet_feature_enabled boolean not null default false,
  add column regional_manager_enabled boolean not null default false,
  -- The max-plus plan that is paid for now; null: none.
  add column max_plus_plan text,
  -- Issuer and subject of the identity provider, once somebody came in through it.
  add column sso_issuer text,
  add column sso_subject text;
create unique index users_webpage_domain on users (lower(webpage_domain)) where webpage_domain is not null;
create unique index users_sso on users (sso_issuer, sso_subject) where sso_subject is not null;
create index users_email on users (lower(email));

-- Sessions: proof of identity, the reason of acting, tokens that a rotation has replaced -----------------------

alter table sessions
  -- A dead token is a row of replaced_tokens instead.
  drop column replaced_at,
  -- Until when sensitive actions need no new proof (promise P5); null: none was given.
  add column sudo_until timestamptz,
  -- How the bottom of a stack came in: password, code, recovery, sso.
  add column method text not null default 'password',
  add column login_type text,
  add column reason text not null default '';
create index sessions_parent on sessions (parent_id) where parent_id is not null;

-- Dead tokens, kept a while so that a late request with one is told of the change instead of being signed out.
create table replaced_tokens (
  token_hash bytea primary key,
  account_id bigint not null references accounts,
  session_id bigint not null references sessions on delete cascade,
  replaced_at timestamptz not null
);
create index replaced_tokens_age on replaced_tokens (replaced_at);
call isolate_by_account('replaced_tokens');

-- User ids of the whole identity stack, who signed in first (promise P6).
alter table audit_log add column stack bigint[] not null default '{}';

-- Addresses that somebody may come from; without a row, from any address.
create table auth_ips (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  network cidr not null,
  label text not null default '',
  created_at timestamptz not null default now(),
  unique (user_id, network)
);
call isolate_by_account('auth_ips');

-- Accounts that a relationship manager or an admin may act in beside their own; account_id is their own.
create table account_assignments (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  assigned_account_id bigint not null references accounts,
  primary key (user_id, assigned_account_id)
);
call isolate_by_account('account_assignments');

-- Second step --------------------------------------------------------------------------------------------------

create table two_factors (
  user_id bigint primary key references users,
  account_id bigint not null references accounts,
  -- Sealed (server/seal.ts); null: not set up.
  seed bytea,
  -- A seed that was shown but not yet proven by a code.
  pending_seed bytea,
  enabled_at timestamptz,
  -- The last accepted step of 30 s: each code works once.
  last_step bigint not null default 0,
  last_otp_at timestamptz
);
call isolate_by_account('two_factors');

create table recovery_codes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);
call isolate_by_account('recovery_codes');

-- What stands between a password and a session: opaque, single use.
create table sign_in_challenges (
  secret_hash bytea primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  failures int not null default 0,
  -- A mailed or texted code, and until when it counts; null: none was sent.
  code_hash bytea,
  code_expires_at timestamptz,
  codes_sent int not null default 0
);
create index sign_in_challenges_age on sign_in_challenges (expires_at);
call isolate_by_account('sign_in_challenges');

create table password_resets (
  token_hash bytea primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_age on password_resets (expires_at);
call isolate_by_account('password_resets');

-- A sign-in under way at the identity provider, before anybody is known.
create table sso_attempts (
  state_hash bytea primary key,
  -- Binds the attempt to the browser that began it.
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);
create index sso_attempts_age on sso_attempts (expires_at);
grant select, insert, update, delete on sso_attempts to bellwether_app;

-- Texts that the embedded adapter keeps inside.
create table outbox_texts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  recipient text not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index outbox_texts_account on outbox_texts (account_id, id desc);
call isolate_by_account('outbox_texts');

-- Keys for programs ----------------------------------------------------------------------------------------------

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- `token`: the one of the person; `key`: one of many, with a name and scopes.
  kind text not null,
  name text not null default '',
  -- The first characters, to know it by.
  prefix text not null,
  token_hash bytea not null unique,
  -- Permissions it has at most; null: all of its person.
  scopes text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip inet,
  revoked_at timestamptz
);
create unique index api_keys_token on api_keys (user_id) where kind = 'token' and revoked_at is null;
create index api_keys_user on api_keys (user_id) where revoked_at is null;
call isolate_by_account('api_keys');

-- Features, plans, money -------------------------------------------------------------------------------------------

create table feature_flags (
  account_id bigint not null references accounts,
  feature text not null,
  enabled boolean not null,
  changed_by bigint not null references users,
  changed_at timestamptz not null,
  primary key (account_id, feature)
);
call isolate_by_account('feature_flags');

-- The same for every account.
create table plans (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  description text not null,
  price_cents int not null,
  includes text[] not null,
  active boolean not null default true,
  position int not null
);
grant select on plans to bellwether_app;
insert into plans (key, name, description, price_cents, includes, position) values
  ('solo', 'Solo', 'One agent and their own book.', 2900,
   '{"Contacts, imports and tags without a limit","Calendar, reports and public page"}', 1),
  ('team', 'Team', 'For agents who work below a manager.', 4900,
   '{"Everything in Solo","Shared pools and transfers","Live page for the manager"}', 2),
  ('agency', 'Agency', 'For agencies with several business units.', 8900,
   '{"Everything in Team","Business units and their admins","Workflows and campaigns"}', 3);

create table payment_infos (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  provider text not null,
  -- The provider's names of the payer and the card; a card number is nowhere stored.
  customer_ref text not null,
  method_ref text not null,
  brand text not null,
  -- As it is shown: the first four digits of a test card, the last four of a real one.
  masked text not null,
  exp_month int not null,
  exp_year int not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create index payment_infos_user on payment_infos (user_id) where removed_at is null;
call isolate_by_account('payment_infos');

create table memberships (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  plan_id bigint not null references plans,
  provider text not null,
  provider_ref text not null,
  status text not null,
  started_at timestamptz not null,
  -- Paid until then; a cancelled membership lasts as long.
  period_ends_at timestamptz not null,
  cancelled_at timestamptz,
  -- Of a change to a cheaper plan; taken off the next months.
  credit_cents int not null default 0 check (credit_cents >= 0),
  -- When it is looked at next: at the end of the month, or when a payment that failed is tried again.
  due_at timestamptz not null,
  -- Payments of the month that is due which failed.
  failures int not null default 0
);
create unique index memberships_open on memberships (user_id) where status in ('active', 'cancelled');
create index memberships_due on memberships (due_at) where status in ('active', 'cancelled');
call isolate_by_account('memberships');

-- What the payment provider is asked for, written before it is asked: a process that dies leaves a question, never a
-- payment that nobody knows of.
create table billing_operations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  kind text not null,
  -- For the provider: the same key is the same effect.
  key text not null unique,
  request jsonb not null,
  started_at timestamptz not null,
  settled_at timestamptz,
  -- done, declined, dropped; null: not known yet.
  outcome text,
  -- The sentence of a decline.
  reason text not null default ''
);
create unique index billing_operations_open on billing_operations (user_id) where settled_at is null;
call isolate_by_account('billing_operations');

create table billing_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  at timestamptz not null,
  description text not null,
  -- Negative: money back.
  amount_cents int not null,
  status text not null,
  -- The provider's name of the payment; each is told once.
  provider_ref text not null,
  unique (account_id, provider_ref)
);
create index billing_entries_user on billing_entries (user_id, id desc);
call isolate_by_account('billing_entries');
