-- Money: accounts, transfers and their entries. Amounts are micro-dollars: a text costs less than a cent.

-- owner_id: whose it is; 0: the agency's. Revenue, card and platform are kept for each wallet, so that no row is shared
-- by the spends of two people.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('wallet', 'held', 'revenue', 'card', 'platform')),
  owner_id bigint not null,
  user_id bigint generated always as (nullif(owner_id, 0)) stored references users,
  -- What the revenue is for; empty for every other kind.
  usage text not null default '',
  balance bigint not null default 0,
  -- Of a person's wallet: what the agency gave and has not been spent. Only that can be reclaimed.
  granted bigint not null default 0 check (granted >= 0),
  -- Entries so far.
  version bigint not null default 0,
  constraint ledger_accounts_not_negative check (balance >= 0 or kind not in ('wallet', 'held'))
) with (fillfactor = 50);
create unique index ledger_accounts_place on ledger_accounts (account_id, owner_id, kind, usage);
create index ledger_accounts_user on ledger_accounts (user_id) where user_id is not null;
call isolate_by_account('ledger_accounts');

create table ledger_transfers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- top_up, refill, spend, hold, capture, release, allocate, reclaim, refund.
  kind text not null,
  -- The same key is the same transfer.
  key text not null,
  -- What moved: the sum of its positive entries.
  amount bigint not null check (amount > 0),
  usage text not null default '',
  -- Texts, minutes, look-ups; null: not counted.
  quantity int,
  description text not null default '',
  -- Who asked; null: the clock.
  user_id bigint references users,
  hold_id bigint,
  -- When it happened, which may be before it was written.
  event_at timestamptz not null,
  created_at timestamptz not null
);
create unique index ledger_transfers_key on ledger_transfers (account_id, key);
create index ledger_transfers_user on ledger_transfers (user_id) where user_id is not null;
create index ledger_transfers_hold on ledger_transfers (hold_id) where hold_id is not null;
call isolate_by_account('ledger_transfers');

create table ledger_entries (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  transfer_id bigint not null references ledger_transfers,
  ledger_account_id bigint not null references ledger_accounts,
  amount bigint not null check (amount <> 0),
  -- After it.
  balance bigint not null,
  -- Its number on the ledger account, from 1 without gaps.
  version bigint not null,
  -- The kind of its transfer, for filtering a statement.
  kind text not null
);
create unique index ledger_entries_version on ledger_entries (ledger_account_id, version);
create index ledger_entries_kind on ledger_entries (ledger_account_id, kind, version);
create index ledger_entries_transfer on ledger_entries (transfer_id);
call isolate_by_account('ledger_entries');

-- Money that running work may use.
create table ledger_holds (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  owner_id bigint not null,
  user_id bigint generated always as (nullif(owner_id, 0)) stored references users,
  key text not null,
  -- 'broadcast', and its id.
  subject_type text not null,
  subject_id bigint not null,
  description text not null default '',
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  closed_at timestamptz,
  created_at timestamptz not null,
  constraint ledger_holds_not_exceeded check (captured + released <= amount),
  constraint ledger_holds_closed check (closed_at is null or captured + released = amount)
);
create unique index ledger_holds_key on ledger_holds (account_id, key);
create index ledger_holds_open on ledger_holds (account_id, owner_id) where closed_at is null;
create index ledger_holds_user on ledger_holds (user_id) where user_id is not null;
call isolate_by_account('ledger_holds');
alter table ledger_transfers add foreign key (hold_id) references ledger_holds;

-- Entries are written by the functions alone, and never changed: a correction is a transfer of its own.
revoke insert, update, delete, truncate on ledger_accounts, ledger_transfers, ledger_entries, ledger_holds from bellwether_app;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each statement execute function refuse_ledger_change();
create trigger ledger_transfers_stay before update or delete on ledger_transfers
  for each statement execute function refuse_ledger_change();

-- All entries of a transfer are written by one statement, and every statement of entries sums to zero.
create function require_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transfer_id having sum(amount) <> 0) then
    raise exception 'The entries of a transfer must sum to zero.'
      using errcode = 'check_violation', constraint = 'ledger_entries_sum_to_zero', table = 'ledger_entries';
  end if;
  return null;
end $$;
create trigger ledger_entries_sum_to_zero after insert on ledger_entries referencing new table as written
  for each statement execute function require_zero_sum();
