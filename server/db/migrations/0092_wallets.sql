-- Auto-refill and invoices of wallets.

create table wallet_settings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- 0: the agency's wallet.
  owner_id bigint not null,
  user_id bigint generated always as (nullif(owner_id, 0)) stored references users,
  enabled boolean not null default false,
  -- Micro-dollars.
  threshold bigint not null check (threshold > 0),
  amount bigint not null check (amount > 0),
  -- Whose card a refill charges.
  payer_id bigint not null references users,
  -- Why it waits, in a sentence; null: it doesn't.
  paused text,
  updated_at timestamptz not null
);
create unique index wallet_settings_owner on wallet_settings (account_id, owner_id);
create index wallet_settings_user on wallet_settings (user_id) where user_id is not null;
create index wallet_settings_payer on wallet_settings (payer_id);
call isolate_by_account('wallet_settings');

-- What a card was charged, as it was then: an invoice is never drawn from later data.
create table wallet_invoices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  owner_id bigint not null,
  user_id bigint generated always as (nullif(owner_id, 0)) stored references users,
  transfer_id bigint not null references ledger_transfers,
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  agency text not null,
  payer text not null,
  card text not null,
  charge_ref text not null,
  at timestamptz not null
);
create unique index wallet_invoices_transfer on wallet_invoices (transfer_id);
create index wallet_invoices_owner on wallet_invoices (account_id, owner_id, id);
create index wallet_invoices_user on wallet_invoices (user_id) where user_id is not null;
call isolate_by_account('wallet_invoices');
