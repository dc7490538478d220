-- Applications for insurance that were started for contacts.

create table applications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts on delete cascade,
  -- Names the application at the application desk, and once here: a repeated request starts no second one.
  reference uuid not null,
  product text not null,
  -- Where it is filled in: FireLight, or a fact sheet.
  desk text not null check (desk in ('firelight', 'sheet')),
  started_by bigint not null references users,
  started_at timestamptz not null
);
create unique index applications_reference on applications (account_id, reference);
create index applications_contact on applications (contact_id, id desc);
call isolate_by_account('applications');
