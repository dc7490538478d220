-- What happened with one contact, newest first.
create index audit_log_contact on audit_log (account_id, subject_id, at desc, id desc) where subject_type = 'contact';
create index import_rows_contact on import_rows (contact_id) where outcome = 'updated';

alter table notes
  -- Who signed in; null: the author, or an import.
  add column actor_id bigint references users,
  -- The one that stands above the others.
  add column pinned boolean not null default false,
  -- Null: there. A note that was removed can be brought back.
  add column deleted_at timestamptz;
create unique index notes_pinned on notes (contact_id) where pinned and deleted_at is null;
create index notes_timeline on notes (contact_id, created_at desc, id desc) where deleted_at is null;

-- What somebody says that they did: calls, texts, meetings.
create table contact_activities (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  user_id bigint not null references users,
  -- Who signed in; differs from user_id while acting for another.
  actor_id bigint not null references users,
  type text not null,
  body text not null default '',
  at timestamptz not null default clock_now(),
  -- Last touch of the contact before it, which undo gives back.
  touch_before timestamptz,
  deleted_at timestamptz
);
create index contact_activities_timeline on contact_activities (contact_id, at desc, id desc) where deleted_at is null;
call isolate_by_account('contact_activities');

-- E-mail with a contact: sent from here, or exchanged elsewhere and written down.
create table contact_emails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- out, in.
  direction text not null,
  -- Of the contact, at that time.
  address text not null,
  cc text[] not null default '{}',
  subject text not null,
  body text not null,
  -- Simple HTML that was made from what was written; null: the body is all there is.
  html text,
  -- queued, sent, failed; recorded: exchanged elsewhere.
  status text not null,
  -- Why it failed, or why it still waits.
  reason text not null default '',
  -- In outgoing_messages, while it waits.
  message_id bigint,
  at timestamptz not null default clock_now(),
  settled_at timestamptz
);
create index contact_emails_timeline on contact_emails (contact_id, at desc, id desc);
create index contact_emails_message on contact_emails (message_id) where message_id is not null;
call isolate_by_account('contact_emails');

alter table outbox_mails
  add column cc text[] not null default '{}',
  add column reply_to text not null default '';

-- What workflows did with a contact.
create table workflow_logs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  contact_id bigint not null references contacts,
  workflow_name text not null,
  step text not null default '',
  -- done, waiting, skipped, failed.
  status text not null,
  message text not null default '',
  at timestamptz not null default clock_now()
);
create index workflow_logs_contact on workflow_logs (contact_id, at desc, id desc);
call isolate_by_account('workflow_logs');

create index contact_owner_changes_timeline on contact_owner_changes (contact_id, created_at desc, id desc);

-- Nothing is known of an address that is another one now, however it was changed.
create function forget_email_check() returns trigger language plpgsql as $$
begin
  new.email_status := 'unchecked';
  new.email_check := '';
  new.email_checked_at := null;
  return new;
end $$;
create trigger contacts_email_changed before update of email on contacts
  for each row when (old.email is distinct from new.email) execute function forget_email_check();

-- A mail that no server took in time has failed.
create or replace function drop_stale_messages(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with dropped as (
    delete from outgoing_messages where created_at < before returning id
  )
  update contact_emails e
  set status = 'failed', message_id = null, settled_at = clock_now(),
      reason = case when e.reason = '' then 'No mail server took it within a day.' else e.reason end
  from dropped where e.message_id = dropped.id
$$;
alter function drop_stale_messages(timestamptz) owner to bellwether_definer;
revoke all on function drop_stale_messages(timestamptz) from public;
grant execute on function drop_stale_messages(timestamptz) to bellwether_app;
