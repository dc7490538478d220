-- Campaign triggers that send: contacts in a trigger's sequence, the pinned texts, and what each step did.

-- Null: it doesn't start on its own.
alter table campaign_triggers add column live_since timestamptz;
create index campaign_triggers_live on campaign_triggers (account_id, trigger) where live_since is not null;

-- What a trigger sent at a time: a contact keeps the version it began with.
create table trigger_versions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  trigger_id bigint not null references campaign_triggers on delete cascade,
  -- From 1, for each trigger.
  number int not null,
  -- Name, recurrence and the texts or e-mails in their order.
  content jsonb not null,
  created_at timestamptz not null default clock_now()
);
create unique index trigger_versions_number on trigger_versions (trigger_id, number);
call isolate_by_account('trigger_versions');

-- A contact in the sequence of a trigger.
create table sequence_enrollments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  trigger_id bigint not null references campaign_triggers on delete cascade,
  -- Null: no step was due yet.
  version_id bigint references trigger_versions,
  contact_id bigint not null references contacts on delete cascade,
  -- The contact when it began; a merge moves the row to the contact that is kept.
  enrolled_contact_id bigint not null,
  -- birthday:2026-11-28, status:7:2026-11-28, manual:…: what it began for, once.
  occasion text not null,
  -- Who started it by hand; null: its occasion did.
  user_id bigint references users,
  -- waiting, held, done, ended.
  status text not null default 'waiting',
  -- The next step, from 0.
  step int not null default 0,
  -- Null: nothing follows.
  due_at timestamptz,
  -- opted_out, not_allowed, stopped, deleted, missed, merged, empty: why it ended; empty otherwise.
  reason text not null default '',
  -- One sentence on why it is held or has ended.
  note text not null default '',
  -- When the next step was due at first; null: it isn't held.
  held_since timestamptz,
  version int not null default 1,
  created_at timestamptz not null
);
create unique index sequence_enrollments_occasion on sequence_enrollments (trigger_id, enrolled_contact_id, occasion);
create unique index sequence_enrollments_running on sequence_enrollments (trigger_id, enrolled_contact_id)
  where status in ('waiting', 'held');
create index sequence_enrollments_due on sequence_enrollments (account_id, due_at, id) where status in ('waiting', 'held');
create index sequence_enrollments_trigger on sequence_enrollments (trigger_id, id desc);
create index sequence_enrollments_contact on sequence_enrollments (contact_id);
create index sequence_enrollments_version on sequence_enrollments (version_id) where version_id is not null;
call isolate_by_account('sequence_enrollments');

-- What a step sent, once.
create table sequence_sends (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  enrollment_id bigint not null references sequence_enrollments on delete cascade,
  step int not null,
  text_id bigint references text_messages on delete set null,
  email_id bigint references contact_emails on delete set null,
  -- Whether it might be sent, with the row that decided.
  decision jsonb not null,
  at timestamptz not null
);
create unique index sequence_sends_step on sequence_sends (enrollment_id, step);
create index sequence_sends_text on sequence_sends (text_id) where text_id is not null;
create index sequence_sends_email on sequence_sends (email_id) where email_id is not null;
call isolate_by_account('sequence_sends');

create index policies_effective_day on policies
  (account_id, (extract(month from effective_on)::int * 100 + extract(day from effective_on)::int))
  where effective_on is not null and deleted_at is null;

-- A trigger starts on its occasion from the moment on at which it is enabled, approved and automatic.
create function note_live_trigger() returns trigger language plpgsql as $$
begin
  if not (new.enabled and new.compliant and new.auto_trigger) then
    new.live_since := null;
  elsif tg_op = 'INSERT' or new.live_since is null or old.trigger is distinct from new.trigger then
    new.live_since := clock_now();
  end if;
  return new;
end $$;

-- New contacts begin the triggers for them, in the transaction that adds them; those of an import only where a trigger says so.
create function enroll_added_contacts() returns trigger language plpgsql as $$
begin
  insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, created_at)
  select c.account_id, t.id, c.id, c.id, 'contact_added', clock_now(), clock_now()
  from added c join users u on u.id = c.owner_id join campaign_triggers t on t.account_id = c.account_id
  where t.live_since is not null and t.trigger = 'contact_added' and c.deleted_at is null
    and (c.import_id is null or t.start_imported)
    and (t.business_unit_id is null or t.business_unit_id = u.business_unit_id)
  order by c.id, t.id on conflict do nothing;
  return null;
end $$;

-- A new status or tag begins the triggers for it, in the transaction that changes the contact. Labels of a trigger name
-- the statuses or tags that count; without labels, all do. What a merge or an undo gives a contact starts none.
create function enroll_changed_contact() returns trigger language plpgsql as $$
begin
  insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, created_at)
  select new.account_id, t.id, new.id, new.id, found.occasion, clock_now(), clock_now()
  from campaign_triggers t join users u on u.id = new.owner_id
  cross join lateral (
    select 'status:' || s.id || ':' || (clock_now() at time zone 'UTC')::date as occasion from statuses s
    where t.trigger = 'status_changed' and new.status_id is distinct from old.status_id and s.id = new.status_id
      and (t.tags = '{}' or exists (select from unnest(t.tags) label where lower(label) = lower(s.name)))
    union all
    select 'tag:' || g.id || ':' || (clock_now() at time zone 'UTC')::date from tags g
    where t.trigger = 'tag_added' and g.id = any(new.tag_ids) and g.id <> all(old.tag_ids)
      and (t.tags = '{}' or exists (select from unnest(t.tags) label where lower(label) = lower(g.name)))
  ) found
  where t.account_id = new.account_id and t.live_since is not null and t.trigger in ('status_changed', 'tag_added')
    and current_setting('app.starts_campaigns', true) is distinct from 'off'
    and (t.business_unit_id is null or t.business_unit_id = u.business_unit_id)
  order by t.id, found.occasion on conflict do nothing;
  return null;
end $$;

-- An opt-out ends what is still to be sent by its channel, in the transaction that records it.
create function end_sequences_on_opt_out() returns trigger language plpgsql as $$
begin
  with ended as (
    update sequence_enrollments e set status = 'ended', reason = 'opted_out', due_at = null, note = '', version = e.version + 1
    from campaign_triggers t
    where e.contact_id = new.contact_id and e.status in ('waiting', 'held') and t.id = e.trigger_id
      and (new.channel = 'any' or new.kind = 'do_not_call' and t.trigger_type = 'sms'
        or new.channel = case t.trigger_type when 'sms' then 'text' else 'mail' end)
    returning t.name, e.contact_id, e.account_id
  )
  insert into workflow_logs (account_id, contact_id, workflow_name, status, message)
  select account_id, contact_id, name, 'done', 'Ended: the contact opted out.' from ended;
  return null;
end $$;

create trigger campaign_triggers_live before insert or update on campaign_triggers for each row
  execute function note_live_trigger();
create trigger contact_consents_end_sequences after insert on contact_consents for each row
  when (new.kind in ('withdrawn', 'do_not_call')) execute function end_sequences_on_opt_out();
create trigger contacts_enroll_added after insert on contacts referencing new table as added for each statement
  execute function enroll_added_contacts();
create trigger contacts_enroll_changed after update of status_id, tag_ids on contacts for each row
  when (new.deleted_at is null and (old.status_id is distinct from new.status_id or old.tag_ids is distinct from new.tag_ids))
  execute function enroll_changed_contact();
