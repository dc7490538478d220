-- Card payments whose money the cardholder's bank wants back, as the provider tells of them.
create table disputes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whose card paid.
  user_id bigint not null references users,
  -- Its name at the provider.
  ref text not null,
  -- The payment, as in billing_entries.
  charge_ref text not null,
  description text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What the wallet no longer had when the bank took the money.
  not_covered_cents bigint not null default 0 check (not_covered_cents >= 0),
  reason text not null,
  status text not null check (status in ('inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  -- When a change of it was written down last.
  changed_at timestamptz not null
);
create unique index disputes_ref on disputes (account_id, ref);
create index disputes_user on disputes (user_id);
call isolate_by_account('disputes');
