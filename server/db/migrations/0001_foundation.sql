-- Who owns what runs here. The application connects as bellwether_app; bellwether_definer owns the few
-- functions that look across accounts (sign-in, sessions, the outbox relay, text search).
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

do $$
begin
  if not exists (select from pg_roles where rolname = 'bellwether_app') then
    create role bellwether_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'bellwether_definer') then
    create role bellwether_definer nologin;
  end if;
  execute format('grant bellwether_app to %I', current_user);
  execute format('grant bellwether_definer to %I', current_user);
end $$;

do $$ begin execute format('grant create on schema %I to bellwether_definer', current_schema()); end $$;
grant usage on schema public to bellwether_app, bellwether_definer;
alter default privileges in schema public grant select, insert, update, delete on tables to bellwether_app;
alter default privileges in schema public grant usage on sequences to bellwether_app;
alter default privileges in schema public grant select, insert, update, delete on tables to bellwether_definer;
alter default privileges in schema public grant usage on sequences to bellwether_definer;

-- The account of the current transaction; null outside of one, which hides every row.
create function app_account_id() returns bigint language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::bigint;

create function fold_accents(value text) returns text language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Text as people search and sort it: no accents, no capitals. "Treviño" and "trevino" are the same.
-- Plain ASCII takes the short way, a third of the time of the other.
create function fold(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) = char_length(value) then lower(value collate "C") else fold_accents(value) end;

-- Isolates a table by account: the restricted role sees its own account, the definer role everything.
create procedure isolate_by_account(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy account_isolation on %s to bellwether_app using (account_id = app_account_id()) with check (account_id = app_account_id())', target);
  execute format('create policy definer_access on %s to bellwether_definer using (true) with check (true)', target);
end $$;

-- Tenants and people ----------------------------------------------------------

create table accounts (
  id bigint generated always as identity primary key,
  name text not null,
  number text not null,
  domain_name text not null,
  brand text not null default 'bellwether',
  next_contact_number bigint not null default 1001,
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
alter table accounts enable row level security;
alter table accounts force row level security;
create policy account_isolation on accounts to bellwether_app using (id = app_account_id()) with check (id = app_account_id());
create policy definer_access on accounts to bellwether_definer using (true) with check (true);

create table business_units (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  number text not null,
  name text not null,
  unique (account_id, number)
);
call isolate_by_account('business_units');

-- Ids start at 1001: `downline_user_id` 1 means "no particular user".
create table users (
  id bigint generated always as identity (start with 1001) primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint not null references business_units,
  manager_id bigint references users,
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  number text not null default '',
  roles text[] not null,
  timezone text not null default 'est',
  font_size text not null default 'default',
  primary_color text not null default 'brand',
  background text not null default 'default',
  change_password boolean not null default false,
  paid_user boolean not null default true,
  active boolean not null default true,
  last_seen_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_username on users (lower(username));
create index users_account on users (account_id, id);
call isolate_by_account('users');

-- Closure of manager_id: every user with every ancestor, themselves at depth 0.
create table user_tree (
  account_id bigint not null references accounts,
  ancestor_id bigint not null references users,
  descendant_id bigint not null references users,
  depth int not null,
  primary key (ancestor_id, descendant_id)
);
create index user_tree_descendant on user_tree (descendant_id, ancestor_id);
call isolate_by_account('user_tree');

create function place_in_tree() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'UPDATE' then
    if new.manager_id is not distinct from old.manager_id then return new; end if;
    if exists (select from user_tree where ancestor_id = new.id and descendant_id = new.manager_id) then
      raise exception 'A user cannot stand below someone of their own downline.' using errcode = 'check_violation';
    end if;
    delete from user_tree t using user_tree below, user_tree above
      where below.ancestor_id = new.id and above.descendant_id = new.id and above.depth > 0
        and t.descendant_id = below.descendant_id and t.ancestor_id = above.ancestor_id;
    insert into user_tree (account_id, ancestor_id, descendant_id, depth)
      select new.account_id, above.ancestor_id, below.descendant_id, above.depth + below.depth + 1
      from user_tree above, user_tree below
      where above.descendant_id = new.manager_id and below.ancestor_id = new.id;
    return new;
  end if;
  insert into user_tree (account_id, ancestor_id, descendant_id, depth)
    select new.account_id, ancestor_id, new.id, depth + 1 from user_tree where descendant_id = new.manager_id
    union all select new.account_id, new.id, new.id, 0;
  return new;
end $$;
alter function place_in_tree() owner to bellwether_definer;
create trigger users_place_in_tree after insert or update of manager_id on users
  for each row execute function place_in_tree();

-- Sessions ---------------------------------------------------------------------

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- SHA-256 of the token; the token itself is nowhere stored (promise P1).
  token_hash bytea not null unique,
  -- The session below in the identity stack; null: who signed in.
  parent_id bigint references sessions,
  marker text,
  depth int not null default 0,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Set by a rotation: a late request with the old token gets 409 for 10 s instead of a lost session.
  replaced_at timestamptz,
  user_agent text not null default '',
  ip inet
);
create index sessions_user on sessions (user_id) where ended_at is null;
call isolate_by_account('sessions');

create table sign_in_failures (
  -- `user:<lowercased name>` or `ip:<address or /64>`.
  subject text primary key,
  failures int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on sign_in_failures to bellwether_app;

create table idempotency_keys (
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  -- True once a transaction of the request has committed a change: it is never done a second time.
  effect boolean not null default false,
  -- Null while the first request is under way.
  status int,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call isolate_by_account('idempotency_keys');

-- Append-only: the application may add and read, nothing else.
create table audit_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who signed in; differs from acting_as_id while impersonating.
  actor_id bigint not null references users,
  acting_as_id bigint not null references users,
  action text not null,
  subject_type text not null default '',
  subject_id bigint,
  detail jsonb not null default '{}',
  request_id text not null default '',
  at timestamptz not null default now()
);
create index audit_log_account on audit_log (account_id, id desc);
create index audit_log_subject on audit_log (account_id, subject_type, subject_id, id desc);
call isolate_by_account('audit_log');
revoke update, delete on audit_log from bellwether_app;
revoke update, delete on audit_log from bellwether_definer;

-- Events: the outbox and the memory of the cable ---------------------------------

create table streams (
  stream text primary key,
  account_id bigint not null references accounts,
  epoch uuid not null default gen_random_uuid(),
  last_offset bigint not null default 0
);
call isolate_by_account('streams');

create table events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  stream text not null,
  -- Null until the relay has numbered it: a stream's offsets are its commit order, without holes.
  "offset" bigint,
  body jsonb not null,
  created_at timestamptz not null default now()
);
create index events_unnumbered on events (id) where "offset" is null;
create unique index events_position on events (stream, "offset") where "offset" is not null;
create index events_age on events (created_at);
call isolate_by_account('events');

-- Wakes the relay once per committed transaction that has inserted events.
create function announce_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger events_announce after insert on events for each statement execute function announce_events();

-- Mail that the embedded adapter keeps inside, and files of the storage port -------

create table outbox_mails (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  recipient text not null,
  subject text not null,
  text_body text not null,
  created_at timestamptz not null default now()
);
create index outbox_mails_account on outbox_mails (account_id, id desc);
call isolate_by_account('outbox_mails');

-- Looks across accounts, before there is one ---------------------------------------

create function find_session(hash bytea)
returns table (
  session_id bigint, account_id bigint, user_id bigint, business_unit_id bigint, actor_id bigint, depth int,
  roles text[], created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, ended_at timestamptz,
  replaced_at timestamptz, active boolean
)
language sql stable security definer set search_path = public as $$
  select s.id, s.account_id, s.user_id, u.business_unit_id,
         coalesce((with recursive below as (
           select s.parent_id as parent, s.user_id as who
           union all
           select p.parent_id, p.user_id from below join sessions p on p.id = below.parent
         ) select who from below where parent is null), s.user_id),
         s.depth, u.roles, s.created_at, s.last_seen_at, s.expires_at, s.ended_at, s.replaced_at, u.active
  from sessions s join users u on u.id = s.user_id
  where s.token_hash = hash
$$;
alter function find_session(bytea) owner to bellwether_definer;

create function find_sign_in(name text)
returns table (user_id bigint, account_id bigint, password_hash text, roles text[], active boolean)
language sql stable security definer set search_path = public as $$
  select id, account_id, password_hash, roles, active from users where lower(username) = lower(name)
$$;
alter function find_sign_in(text) owner to bellwether_definer;
