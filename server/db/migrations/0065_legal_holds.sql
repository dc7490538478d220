-- Until it is lifted, a contact under legal hold is neither deleted nor purged, and its files keep their bytes.
-- Null: no hold.
alter table contacts
  add column held_at timestamptz,
  add column held_by_id bigint,
  add column hold_reason text not null default '';
