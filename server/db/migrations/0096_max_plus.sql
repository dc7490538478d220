-- Max Plus: who has it, who pays, and until when. `users.max_plus_plan` is what is in effect, also when an administrator
-- gave it free of charge.

create table max_plus_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- Whose card is charged: their own, or a manager's.
  payer_id bigint not null references users,
  plan text not null check (plan in ('standard', 'premium')),
  -- From the next month; null: the same.
  next_plan text check (next_plan in ('standard', 'premium')),
  -- pending: the first payment is on its way.
  status text not null check (status in ('pending', 'active', 'cancelled', 'ended')),
  started_at timestamptz not null,
  period_ends_at timestamptz not null,
  -- When it renews, is tried again, or ends.
  due_at timestamptz not null,
  failures int not null default 0,
  cancelled_at timestamptz,
  -- Key of the payment that is on its way for it; null: none.
  claim text
);
create unique index max_plus_subscriptions_open on max_plus_subscriptions (user_id) where status <> 'ended';
create index max_plus_subscriptions_user on max_plus_subscriptions (user_id);
create index max_plus_subscriptions_payer on max_plus_subscriptions (payer_id);
create index max_plus_subscriptions_claim on max_plus_subscriptions (account_id, claim) where claim is not null;
create index max_plus_subscriptions_due on max_plus_subscriptions (due_at) where status in ('active', 'cancelled');
call isolate_by_account('max_plus_subscriptions');
