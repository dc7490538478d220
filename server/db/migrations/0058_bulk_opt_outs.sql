-- Entries of the ledger of consents that a bulk job made, for its undo and the history of their contact.
alter table bulk_rows add column consent_ids bigint[];

-- Whom the user who undoes a job acts as, and who signed in: they retract what the job recorded.
alter table bulk_jobs add column undo_user_id bigint references users, add column undo_actor_id bigint references users;
