-- A change and its undo leave a contact as it was. The undo of something older has to know which versions cancel each
-- other out; otherwise the contact counts as changed.
create table undone_versions (
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts on delete cascade,
  -- The contact is the same at both versions. Spans of a contact never overlap.
  since int not null,
  upto int not null,
  at timestamptz not null,
  primary key (contact_id, upto),
  check (since < upto)
);
create index undone_versions_at on undone_versions (at);
call isolate_by_account('undone_versions');
