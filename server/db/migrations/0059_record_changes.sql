-- Values that a change of a policy or security replaced, by the version of that record. Empty: of the contact itself.
alter table contact_changes add column record text not null default '';
alter table contact_changes drop constraint contact_changes_pkey;
alter table contact_changes add primary key (contact_id, record, version, field);
