-- Values that a change of one contact replaced, for its timeline. The audit log names the fields and holds no values, so
-- that it can stay when a contact is purged; these go with their contact.
create table contact_changes (
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts on delete cascade,
  -- Version that the change left; its entry of the audit log has the same.
  version int not null,
  field text not null,
  -- As text; of a choice, its name at that time. Empty: none.
  before text not null,
  after text not null,
  primary key (contact_id, version, field)
);
call isolate_by_account('contact_changes');

-- in, out; null: not said, as for everything logged before.
alter table contact_activities add column direction text;
