-- Workflows: categories, templates, flows with their versions, contacts in them, and what each step did.

create table wf_categories (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  position int not null default 0,
  created_at timestamptz not null default now()
);
create unique index wf_categories_name on wf_categories (account_id, lower(name));
call isolate_by_account('wf_categories');

create table wf_templates (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who made it, and owns it unless it is shared.
  user_id bigint not null references users,
  shared boolean not null default false,
  -- Null: the whole account, where it is shared.
  business_unit_id bigint references business_units,
  category_id bigint references wf_categories,
  name text not null,
  description text not null default '',
  definition jsonb not null,
  active boolean not null default false,
  created_at timestamptz not null default now()
);
create index wf_templates_account on wf_templates (account_id, lower(name));
create index wf_templates_category on wf_templates (category_id) where category_id is not null;
create index wf_templates_user on wf_templates (user_id);
call isolate_by_account('wf_templates');

create table wf_flows (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  shared boolean not null default false,
  business_unit_id bigint references business_units,
  category_id bigint references wf_categories,
  name text not null,
  description text not null default '',
  -- The draft.
  definition jsonb not null,
  -- Counts up with each change of the draft.
  version int not null default 1,
  -- draft, on, paused.
  status text not null default 'draft',
  -- Of wf_versions; null: it was never on.
  live_version_id bigint,
  live_trigger jsonb,
  live_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index wf_flows_account on wf_flows (account_id, lower(name));
create index wf_flows_on on wf_flows (account_id) where status = 'on';
create index wf_flows_category on wf_flows (category_id) where category_id is not null;
create index wf_flows_user on wf_flows (user_id);
call isolate_by_account('wf_flows');

-- What a workflow was when it was turned on; it never changes.
create table wf_versions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  flow_id bigint not null references wf_flows on delete cascade,
  -- From 1, for each workflow.
  number int not null,
  definition jsonb not null,
  created_at timestamptz not null
);
create unique index wf_versions_number on wf_versions (flow_id, number);
call isolate_by_account('wf_versions');

-- A contact in a workflow.
create table wf_runs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  flow_id bigint not null references wf_flows on delete cascade,
  version_id bigint not null references wf_versions on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  -- The contact when it began; a merge moves the row to the contact that is kept.
  entered_contact_id bigint not null,
  -- birthday:2026-11-28, tag:7:2026-11-28, manual:…: what it began for, once.
  occasion text not null,
  -- Who started it by hand; null: its occasion did.
  user_id bigint references users,
  -- Workflows that led to it, one after another.
  depth int not null default 0,
  -- ready, waiting, held, done, ended.
  status text not null default 'ready',
  paused boolean not null default false,
  -- Empty: it has not begun.
  step text not null default '',
  -- A reply ends its wait.
  hears boolean not null default false,
  -- Null: nothing follows.
  due_at timestamptz,
  -- When a wait began, or a held step was due at first.
  since timestamptz,
  reason text not null default '',
  note text not null default '',
  revision int not null default 0,
  created_at timestamptz not null
);
create unique index wf_runs_occasion on wf_runs (flow_id, entered_contact_id, occasion);
create unique index wf_runs_running on wf_runs (flow_id, entered_contact_id) where status in ('ready', 'waiting', 'held');
create index wf_runs_due on wf_runs (account_id, due_at, id) where status in ('ready', 'waiting', 'held') and not paused;
create index wf_runs_flow on wf_runs (flow_id, id desc);
create index wf_runs_contact on wf_runs (contact_id);
create index wf_runs_version on wf_runs (version_id);
call isolate_by_account('wf_runs');

-- What a look at a step came to.
create table wf_steps (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  run_id bigint not null references wf_runs on delete cascade,
  revision int not null,
  step text not null,
  -- done, waiting, held, skipped, ended.
  outcome text not null,
  message text not null,
  -- Whether it might be sent, with the row that decided; null: no one was asked.
  decision jsonb,
  text_id bigint references text_messages on delete set null,
  email_id bigint references contact_emails on delete set null,
  at timestamptz not null
);
create unique index wf_steps_revision on wf_steps (run_id, revision);
create index wf_steps_text on wf_steps (text_id) where text_id is not null;
create index wf_steps_email on wf_steps (email_id) where email_id is not null;
call isolate_by_account('wf_steps');

-- Workflows that are on for contacts of an owner: a shared one for its business unit or all, any other for its user alone.
create function flow_is_for(f wf_flows, owner bigint, unit bigint) returns boolean language sql immutable as $$
  select case when f.shared then f.business_unit_id is null or f.business_unit_id = unit else f.user_id = owner end
$$;

-- How many workflows led to this one; a chain of them ends.
create function flow_depth() returns int language sql stable as $$
  select coalesce(nullif(current_setting('app.flow_depth', true), '')::int, 0)
$$;

-- New contacts begin the workflows for them, in the transaction that adds them.
create function start_flows_for_added() returns trigger language plpgsql as $$
begin
  insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, depth, due_at, created_at)
  select c.account_id, f.id, f.live_version_id, c.id, c.id, 'contact_added', flow_depth(), clock_now(), clock_now()
  from added c join users u on u.id = c.owner_id join wf_flows f on f.account_id = c.account_id
  where f.status = 'on' and f.live_trigger ->> 'kind' = 'contact_added' and c.deleted_at is null
    and (c.import_id is null or (f.live_trigger ->> 'imported')::boolean) and flow_is_for(f, c.owner_id, u.business_unit_id)
  order by c.id, f.id on conflict do nothing;
  return null;
end $$;

-- A new status or tag begins the workflows for it. What a merge or an undo gives a contact starts none.
create function start_flows_for_changed() returns trigger language plpgsql as $$
begin
  insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, depth, due_at, created_at)
  select new.account_id, f.id, f.live_version_id, new.id, new.id, found.occasion, flow_depth(), clock_now(), clock_now()
  from wf_flows f join users u on u.id = new.owner_id
  cross join lateral (
    select 'status:' || new.status_id || ':' || (clock_now() at time zone 'UTC')::date as occasion
    where f.live_trigger ->> 'kind' = 'status_changed' and new.status_id is distinct from old.status_id
      and new.status_id is not null
      and (f.live_trigger -> 'ids' = '[]' or f.live_trigger -> 'ids' @> to_jsonb(new.status_id))
    union all
    select 'tag:' || tag || ':' || (clock_now() at time zone 'UTC')::date from unnest(new.tag_ids) tag
    where f.live_trigger ->> 'kind' = 'tag_added' and tag <> all(old.tag_ids)
      and (f.live_trigger -> 'ids' = '[]' or f.live_trigger -> 'ids' @> to_jsonb(tag))
  ) found
  where f.account_id = new.account_id and f.status = 'on'
    and f.live_trigger ->> 'kind' in ('status_changed', 'tag_added')
    and current_setting('app.starts_campaigns', true) is distinct from 'off' and flow_depth() < 5
    and flow_is_for(f, new.owner_id, u.business_unit_id)
  order by f.id, found.occasion on conflict do nothing;
  return null;
end $$;

-- A text from a contact begins the workflows for it, and ends waits for a reply. An opt-out is no reply.
create function start_flows_on_reply() returns trigger language plpgsql as $$
begin
  if new.asks = 'opt_out' then return null; end if;
  update wf_runs set due_at = clock_now() where contact_id = new.contact_id and status = 'waiting' and hears;
  perform start_flows_on(new.contact_id, 'reply', false);
  return null;
end $$;

create function start_flows_on_missed_call() returns trigger language plpgsql as $$
begin
  perform start_flows_on(new.contact_id, 'missed_call', false);
  return null;
end $$;

-- A changed draft counts up.
create function count_flow_version() returns trigger language plpgsql as $$
begin
  if new.definition is distinct from old.definition then new.version := old.version + 1; end if;
  new.updated_at := clock_now();
  return new;
end $$;

create trigger contacts_start_flows_added after insert on contacts referencing new table as added for each statement
  execute function start_flows_for_added();
create trigger contacts_start_flows_changed after update of status_id, tag_ids on contacts for each row
  when (new.deleted_at is null and (old.status_id is distinct from new.status_id or old.tag_ids is distinct from new.tag_ids))
  execute function start_flows_for_changed();
create trigger text_messages_start_flows after insert on text_messages for each row
  when (new.direction = 'in' and new.contact_id is not null) execute function start_flows_on_reply();
create trigger calls_start_flows after update of outcome, contact_id on calls for each row
  when (new.direction = 'inbound' and new.contact_id is not null and (old.outcome is null or old.contact_id is null)
    and new.outcome in ('no_answer', 'busy', 'cancelled', 'unavailable'))
  execute function start_flows_on_missed_call();
create trigger wf_flows_version before update on wf_flows for each row
  when (old.* is distinct from new.*) execute function count_flow_version();
