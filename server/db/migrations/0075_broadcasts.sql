-- Texts and e-mails to many contacts. The audience is frozen as rows, each with what became of it.
create table broadcasts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whom the asker acted as, and who signed in: both must still be allowed to when it is sent.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- text, mail.
  channel text not null,
  name text not null,
  -- draft, scheduled, sending, paused, done, stopped, failed.
  status text not null default 'draft',
  failure text,
  selection jsonb not null,
  sentence text not null default '',
  subject text not null default '',
  body text not null default '',
  format text not null default 'text',
  -- The SMS trigger, or the e-mail template, that the content came from, and the e-mail trigger that named it.
  template_id bigint,
  email_trigger_id bigint,
  schedule jsonb,
  -- The SMS trigger that says how often it is repeated.
  recurrence_trigger_id bigint,
  recurrence text not null default 'none',
  -- The run before this one.
  follows_id bigint references broadcasts on delete set null,
  -- Of the audience; null until it is frozen.
  matched int,
  recipients int,
  left_out jsonb not null default '[]',
  frozen_at timestamptz,
  -- Recipients by outcome, as they were last counted: Progress of the contract.
  progress jsonb not null default '{}',
  rate real not null default 0,
  told_at timestamptz,
  -- When it was scheduled; when anything goes first; when the next chunk may go, null: at once.
  scheduled_at timestamptz,
  starts_at timestamptz,
  next_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index broadcasts_user on broadcasts (user_id, id desc);
create index broadcasts_due on broadcasts (coalesce(next_at, starts_at)) where status in ('scheduled', 'sending');
create index broadcasts_unfrozen on broadcasts (id) where frozen_at is null and status = 'draft';
create index broadcasts_finished on broadcasts (finished_at) where finished_at is not null;
create unique index broadcasts_follows on broadcasts (follows_id) where follows_id is not null;
call isolate_by_account('broadcasts');

create table broadcast_recipients (
  account_id bigint not null references accounts,
  broadcast_id bigint not null references broadcasts on delete cascade,
  position int not null,
  -- Without a foreign key, whose checks would lock every contact of an audience; a purge removes the rows.
  contact_id bigint not null,
  -- The number (E.164) or e-mail address; empty: none.
  address text not null default '',
  -- left_out, waiting, later (waiting until `not_before`), sending, sent, delivered, failed, held_back, stopped.
  state text not null,
  reason text,
  -- Label of the empty merge field; a sentence of the carrier.
  field text not null default '',
  detail text not null default '',
  not_before timestamptz,
  segments int not null default 0,
  text_id bigint references text_messages on delete set null,
  email_id bigint references contact_emails on delete set null,
  -- Of e-mail, and of those held back; a text keeps its own.
  decision jsonb,
  replied_at timestamptz,
  opted_out_at timestamptz,
  -- When the state was reached.
  at timestamptz,
  primary key (broadcast_id, position)
);
create index broadcast_recipients_state on broadcast_recipients (broadcast_id, state, position);
create index broadcast_recipients_later on broadcast_recipients (broadcast_id, not_before) where state = 'later';
create index broadcast_recipients_contact on broadcast_recipients (contact_id);
create index broadcast_recipients_text on broadcast_recipients (text_id) where text_id is not null;
create index broadcast_recipients_email on broadcast_recipients (email_id) where email_id is not null;
create index broadcast_recipients_answered on broadcast_recipients (broadcast_id) where replied_at is not null or opted_out_at is not null;
call isolate_by_account('broadcast_recipients');

-- What a text or an e-mail is part of; null: a person wrote it to one person.
alter table text_messages add column broadcast_id bigint references broadcasts on delete set null;
create index text_messages_broadcast on text_messages (broadcast_id, status) where broadcast_id is not null;
alter table contact_emails add column broadcast_id bigint references broadcasts on delete set null;
create index contact_emails_broadcast on contact_emails (broadcast_id, status) where broadcast_id is not null;

-- How many texts a lane has taken in its window: campaign a minute, brand a day, number a second.
create table text_lanes (
  account_id bigint not null references accounts,
  lane text not null,
  window_at timestamptz not null,
  taken int not null,
  primary key (account_id, lane)
);
call isolate_by_account('text_lanes');

-- What became of a text or an e-mail is what became of its recipient.
create function note_broadcast_text() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Few texts among many recipients: each is looked up by its text, whatever the statistics say.
  update broadcast_recipients r set
    state = case n.status
      when 'sent' then 'sent' when 'delivered' then 'delivered' when 'failed' then 'failed'
      when 'canceled' then case when (select b.status from broadcasts b where b.id = r.broadcast_id) = 'stopped' then 'stopped' else 'held_back' end
      else 'sending' end,
    reason = case
      when n.status = 'canceled' and (select b.status from broadcasts b where b.id = r.broadcast_id) <> 'stopped' then
        case when n.decision ->> 'allowed' = 'false' then n.decision ->> 'reason' else 'canceled' end
      end,
    detail = n.reason,
    not_before = case when n.status = 'held' then n.held_until end,
    at = case when n.status in ('sent', 'delivered', 'failed', 'canceled') then clock_now() end
  from changed n join former o on o.id = n.id
  where n.broadcast_id is not null and n.status is distinct from o.status and r.text_id = n.id;
  return null;
end $$;
create trigger text_messages_note_broadcast after update on text_messages
  referencing new table as changed old table as former for each statement execute function note_broadcast_text();

create function note_broadcast_email() returns trigger language plpgsql as $$
begin
  update broadcast_recipients set
    state = case new.status when 'sent' then 'sent' when 'failed' then 'failed' else 'sending' end,
    detail = new.reason, at = case when new.status <> 'queued' then clock_now() end
  where email_id = new.id and state in ('sending', 'sent', 'failed');
  return null;
end $$;
create trigger contact_emails_note_broadcast after update of status on contact_emails for each row
  when (new.broadcast_id is not null and old.status is distinct from new.status)
  execute function note_broadcast_email();

-- A text that comes in within a week answers the last broadcast that its contact got.
create function note_broadcast_reply() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set
    replied_at = coalesce(r.replied_at, new.created_at),
    opted_out_at = case when new.asks = 'opt_out' then coalesce(r.opted_out_at, new.created_at) else r.opted_out_at end
  where (r.broadcast_id, r.position) = (
    select l.broadcast_id, l.position from broadcast_recipients l join text_messages t on t.id = l.text_id
    where l.contact_id = new.contact_id and l.state in ('sending', 'sent', 'delivered') and t.claimed_at <= new.created_at
      and t.claimed_at > new.created_at - interval '7 days'
    order by t.claimed_at desc limit 1);
  return null;
end $$;
create trigger text_messages_note_reply after insert on text_messages for each row
  when (new.direction = 'in' and new.contact_id is not null)
  execute function note_broadcast_reply();
