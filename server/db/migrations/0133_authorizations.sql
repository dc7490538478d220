-- Accounts at providers that people have connected, their calendars, and which event is which one there.

create table authorizations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whose account it is.
  user_id bigint not null references users,
  type text not null check (type in ('google', 'outlook', 'calendly', 'phone_burner', 'demio')),
  -- A simulated provider.
  sample boolean not null default false,
  -- The account at the provider, and its name. A disconnected one is found again by it.
  remote_account text not null default '',
  name text not null default '',
  status text not null default 'connected' check (status in ('connected', 'needs_you', 'disconnected')),
  -- Tokens or key, encrypted; null once disconnected.
  sealed bytea,
  link text,
  problem text,
  problem_text text not null default '',
  failures int not null default 0,
  last_synced_at timestamptz,
  -- When the next look is due; null: none.
  due_at timestamptz,
  -- Not before then, whatever is due.
  retry_at timestamptz,
  -- One process syncs it until then.
  leased_until timestamptz,
  events_read int not null default 0,
  events_written int not null default 0,
  connected_at timestamptz not null,
  ended_at timestamptz
);
create unique index authorizations_remote on authorizations (user_id, type, remote_account, sample);
create index authorizations_due on authorizations (due_at) where status = 'connected' and due_at is not null;
create index authorizations_account on authorizations (account_id);
call isolate_by_account('authorizations');

-- Sign-ins at a provider that haven't come back yet, bound to who began them.
create table authorization_states (
  state_hash bytea primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  session_id bigint not null,
  type text not null,
  -- The PKCE verifier, encrypted.
  sealed bytea not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index authorization_states_account on authorization_states (account_id);
create index authorization_states_user on authorization_states (user_id);
call isolate_by_account('authorization_states');

create table authorization_calendars (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  authorization_id bigint not null references authorizations on delete cascade,
  remote_id text not null,
  name text not null,
  is_primary boolean not null default false,
  writable boolean not null default false,
  synced boolean not null default false,
  -- New events of this app are written there.
  target boolean not null default false,
  -- Where the provider's list of changes goes on; null: the next read is a full one.
  cursor text,
  full_at timestamptz,
  -- A watch of the provider, its secret's hash, and its end.
  watch_id text,
  watch_resource text,
  watch_hash bytea,
  watch_until timestamptz
);
create unique index authorization_calendars_remote on authorization_calendars (authorization_id, remote_id);
create unique index authorization_calendars_target on authorization_calendars (authorization_id) where target;
create unique index authorization_calendars_watch on authorization_calendars (watch_id) where watch_id is not null;
create index authorization_calendars_account on authorization_calendars (account_id);
call isolate_by_account('authorization_calendars');

-- One event on both sides.
create table calendar_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  calendar_id bigint not null references authorization_calendars on delete cascade,
  -- Null: deleted here.
  event_id bigint references calendar_events on delete set null,
  -- Names the event at the provider before its answer gives an id, so that a repeated write makes no second one.
  token text not null,
  -- Null: not known to be written.
  remote_id text,
  ical_uid text not null default '',
  etag text not null default '',
  -- The version here that the provider has; 0: another one.
  local_version int not null default 0,
  -- What both sides said last; null: nothing yet.
  base jsonb,
  -- What is being written, so that its echo is known after a lost answer.
  sending jsonb,
  -- Of an event taken out of a series: the series there, and its start by the rule.
  series_remote_id text,
  original_start text,
  -- An event of a series that the provider left out.
  cancelled boolean not null default false,
  -- Its words stay at the provider.
  private boolean not null default false,
  -- Why it isn't synced; null: it is.
  problem text
);
create unique index calendar_links_remote on calendar_links (calendar_id, remote_id) where remote_id is not null;
create unique index calendar_links_event on calendar_links (event_id) where event_id is not null;
create unique index calendar_links_token on calendar_links (calendar_id, token);
create index calendar_links_series on calendar_links (calendar_id, series_remote_id) where series_remote_id is not null;
create index calendar_links_account on calendar_links (account_id);
call isolate_by_account('calendar_links');

-- Events that were changed on both sides, with the version that lost.
create table calendar_conflicts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  authorization_id bigint not null references authorizations on delete cascade,
  title text not null,
  kept text not null check (kept in ('here', 'provider')),
  lost jsonb not null,
  at timestamptz not null
);
create index calendar_conflicts_authorization on calendar_conflicts (authorization_id, at desc);
create index calendar_conflicts_account on calendar_conflicts (account_id);
call isolate_by_account('calendar_conflicts');

-- The simulated provider's events, in the place of a remote calendar.
create table sample_remote_events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  authorization_id bigint not null references authorizations on delete cascade,
  remote_id text not null,
  body jsonb not null,
  -- Counts changes of its calendar.
  seq bigint not null,
  deleted boolean not null default false,
  updated_at timestamptz not null
);
create unique index sample_remote_events_remote on sample_remote_events (authorization_id, remote_id);
create index sample_remote_events_account on sample_remote_events (account_id);
call isolate_by_account('sample_remote_events');
