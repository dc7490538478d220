/** Columns that move with every request of a person, whatever it asks. */
export const RESTLESS = `'{last_seen_at,last_used_at,last_used_ip}'::text[]`;

/** Notes who changed, so that a write restores those alone: comparing everybody took longer than the write itself. */
export const NOTE_CHANGED_PEOPLE = `
  create schema notes;
  create table notes.changed_people (user_id bigint not null);
  create function notes.note_changed_person() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    insert into notes.changed_people values (new.id);
    return null;
  end $$;
  create trigger note_changed_person after update on users for each row
    when (to_jsonb(old) - ${RESTLESS} is distinct from to_jsonb(new) - ${RESTLESS})
    execute function notes.note_changed_person();`;
