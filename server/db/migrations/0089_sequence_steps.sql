-- Sequences: inactivity as an occasion, a delay of each step, and whether imported contacts count as added.

alter table campaign_triggers
  -- Days without contact after which a trigger for inactivity starts.
  add column inactive_days int not null default 90,
  -- ISO 8601 durations before each step, such as P3D; empty: the pace of the recurrence.
  add column step_delays text[] not null default '{}',
  add column start_imported boolean not null default false;

-- Recipients follow the texts of a chunk in one statement instead of one a text. A trigger with the old and new rows names no
-- columns.
create or replace trigger text_messages_note_broadcast after update on text_messages
  referencing new table as changed old table as former for each statement execute function note_broadcast_text();
