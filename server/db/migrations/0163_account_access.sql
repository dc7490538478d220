-- An account says itself who of other accounts may act in it (decision 201).
alter table account_assignments add column granted_at timestamptz not null default now();
alter table account_assignments add column granted_by bigint references users;
create index account_assignments_assigned on account_assignments (assigned_account_id);
grant select, insert, delete on account_assignments to bellwether_definer;
