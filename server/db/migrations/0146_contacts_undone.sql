-- When the undo of its import deleted a contact. While it equals `deleted_at`, no user has deleted the contact.
alter table contacts add column undone_at timestamptz;
