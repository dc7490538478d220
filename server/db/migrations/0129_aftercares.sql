-- Aftercare: an agency stays in touch with the family of a contact who has died.

alter table contacts add column died_on date;

create table aftercares (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts on delete cascade,
  -- The family member who hears from the agency.
  family_contact_id bigint not null references contacts on delete cascade,
  relationship text not null check (relationship in ('spouse', 'child', 'parent', 'sibling', 'friend', 'other')),
  enrolled_by bigint not null references users,
  enrolled_at timestamptz not null,
  -- The day on which a step was done, by the step of src/rules/aftercares/steps.ts.
  done jsonb not null default '{}',
  -- Null: running.
  ended_at timestamptz,
  constraint aftercares_two check (contact_id <> family_contact_id)
);
create index aftercares_contact on aftercares (contact_id);
create index aftercares_family on aftercares (family_contact_id);
create index aftercares_account on aftercares (account_id);
call isolate_by_account('aftercares');
