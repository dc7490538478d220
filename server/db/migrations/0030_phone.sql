-- Numbers of the agency, calls and their recordings, and who may talk how long.

alter table users
  -- Somebody has switched the dialer on for them: no minutes are counted.
  add column dialer_enabled boolean not null default false,
  -- E.164, confirmed as theirs; null: there is no dialer.
  add column dialer_verified_phone_number text,
  -- Where their calls come from; null: their first own number.
  add column dialer_call_from text;

-- Numbers that the line answers. One number has one place in the whole world.
create table phone_numbers (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- E.164.
  number text not null unique,
  label text not null default '',
  -- agent: rings at `user_id`; group: rings at its members at once; echo: plays back what it hears.
  kind text not null check (kind in ('agent', 'group', 'echo')),
  user_id bigint references users,
  created_at timestamptz not null default clock_now(),
  check ((kind = 'agent') = (user_id is not null))
);
create index phone_numbers_user on phone_numbers (user_id) where user_id is not null;
call isolate_by_account('phone_numbers');

create table phone_number_members (
  account_id bigint not null references accounts,
  phone_number_id bigint not null references phone_numbers on delete cascade,
  user_id bigint not null references users,
  primary key (phone_number_id, user_id)
);
call isolate_by_account('phone_number_members');

-- One side of a call, as its agent sees it. Both agents of a call between two of them have a row each, of one conversation.
create table calls (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  conversation uuid not null,
  -- Of the line: CA and 32 hexadecimal digits; null: it never reached the line.
  sid text unique,
  -- The sid that it had before the carrier's own took its place; null: the same.
  first_sid text unique,
  -- embedded, twilio.
  line text not null,
  -- inbound, outbound.
  direction text not null,
  -- E.164; as it came where it is none, such as a withheld number.
  from_number text not null,
  to_number text not null,
  -- Who calls or has answered; null: it rings at several, or nobody answered.
  user_id bigint references users,
  -- Who signed in; null: nobody answered.
  actor_id bigint references users,
  contact_id bigint references contacts,
  -- Of the other side, by its number.
  caller_city text not null default '',
  caller_state text not null default '',
  -- service, marketing, automated.
  purpose text not null default 'marketing',
  -- It goes to the echo line, of whichever account: no minutes are counted.
  echo boolean not null default false,
  -- starting, ringing, active, ended.
  status text not null default 'starting',
  -- completed, no_answer, busy, rejected, cancelled, unavailable, failed; null until it has ended.
  outcome text,
  -- Why it ended so, in words, where the outcome alone does not say it.
  reason text not null default '',
  held boolean not null default false,
  -- off, announcing, asking, recording, paused, kept, failed.
  recording text not null default 'off',
  -- announced, consented, locked, and the row of the rule table that asked for it.
  recording_mode text not null default 'announced',
  -- Whether the other side has to agree first, also where it is locked.
  recording_asks boolean not null default false,
  recording_rule jsonb,
  recording_seconds int not null default 0,
  -- Whether the other side agreed; null: nobody has said.
  recording_agreed boolean,
  note text not null default '',
  -- The note of the contact that `note` became.
  note_id bigint references notes,
  disposition text,
  -- The entry of the consent ledger that the disposition do_not_call became.
  consent_id bigint references contact_consents,
  -- When it was last asked that the other side is passed on: the leg of its agent may go before the word of it comes.
  passing_on timestamptz,
  -- The number to which this agent passed the other side on; null: to none.
  passed_to text,
  -- What came of the last passing on, of the other side or of this one: completed, or why nobody took it; null: not known yet.
  passed_outcome text,
  -- With whom this side talks since it was passed on itself; null: as it began.
  other_number text,
  -- The voice process that carries it, so that a new one can end what a dead one left; null: none, or Twilio.
  gateway text,
  created_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  -- Whole seconds talked, once it has ended.
  seconds int not null default 0,
  version int not null default 1
);
create index calls_user on calls (user_id, id desc) where user_id is not null;
create index calls_contact on calls (contact_id, created_at desc, id desc) where contact_id is not null;
create index calls_conversation on calls (conversation);
create index calls_account on calls (account_id, id desc);
create index calls_note on calls (note_id) where note_id is not null;
create index calls_open on calls (gateway) where status <> 'ended';
create index calls_open_user on calls (user_id) where status <> 'ended';
create index calls_talked on calls (user_id, answered_at) where answered_at is not null;
call isolate_by_account('calls');

-- At whom an inbound call rings, and what they did.
create table call_rings (
  account_id bigint not null references accounts,
  call_id bigint not null references calls on delete cascade,
  user_id bigint not null references users,
  -- ringing, answered, rejected, missed, busy.
  outcome text not null default 'ringing',
  primary key (call_id, user_id)
);
create index call_rings_user on call_rings (user_id, call_id desc);
call isolate_by_account('call_rings');

-- What happened in a call, in the order of the line. A repeated fact counts once.
create table call_events (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  call_id bigint not null references calls on delete cascade,
  -- Unique in the call: of the webhook, of the gateway or of the browser.
  event_key text not null,
  kind text not null,
  -- What the sentence is made of.
  body jsonb not null default '{}',
  user_id bigint references users,
  at timestamptz not null,
  unique (call_id, event_key)
);
call isolate_by_account('call_events');

create table call_recordings (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  call_id bigint not null references calls on delete cascade,
  -- The file of the contact; null: the call is of nobody known yet.
  file_id bigint references files,
  -- In the storage; null once it is gone.
  recording_key text,
  bytes bigint not null default 0,
  seconds double precision not null default 0,
  -- Peaks of the channels, from 0 to 255, evenly spread over the time.
  peaks bytea[] not null default '{}',
  -- When the disclaimer was played, and how the other side agreed.
  announced_at timestamptz,
  agreed_at timestamptz,
  -- The row of the rule table that says how long, and the last day.
  retention_rule jsonb,
  keep_until date,
  -- Of the carrier, `RE…`; null: the embedded line's.
  carrier_sid text,
  created_at timestamptz not null,
  unique (call_id, carrier_sid)
);
create index call_recordings_file on call_recordings (file_id) where file_id is not null;
create index call_recordings_key on call_recordings (recording_key) where recording_key is not null;
call isolate_by_account('call_recordings');

-- Who pays for minutes, and how many there are. Without a user it is the company's.
create table dialer_subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint references users,
  active boolean not null default true,
  -- manager_pay, self_pay, company.
  order_type text not null check (order_type in ('manager_pay', 'self_pay', 'company')),
  -- Minutes a month; null: without a limit, or those of the licence.
  allocation int check (allocation >= 0),
  created_at timestamptz not null default clock_now(),
  check ((order_type = 'company') = (user_id is null))
);
create index dialer_subscriptions_user on dialer_subscriptions (account_id, user_id) where active;
call isolate_by_account('dialer_subscriptions');

-- What a manager pays for somebody.
create table dialer_licenses (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null unique references users,
  paid boolean not null default false,
  -- Minutes a month.
  allocation int not null default 0 check (allocation >= 0),
  created_at timestamptz not null default clock_now()
);
call isolate_by_account('dialer_licenses');

create table minutes_requests (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  -- Who is asked.
  manager_id bigint not null references users,
  minutes int not null check (minutes > 0),
  note text not null default '',
  -- open, granted, declined.
  status text not null default 'open',
  granted int,
  created_at timestamptz not null,
  answered_at timestamptz
);
create unique index minutes_requests_open on minutes_requests (user_id) where status = 'open';
create index minutes_requests_manager on minutes_requests (manager_id) where status = 'open';
call isolate_by_account('minutes_requests');

-- Whose a dialled number is, in any account: calls go between agencies.
create function find_phone_number(wanted text)
returns table (account_id bigint, phone_number_id bigint, kind text, label text, user_ids bigint[])
language sql stable security definer set search_path = public, pg_temp as $$
  select p.account_id, p.id, p.kind, p.label,
    case when p.kind = 'agent' then array[p.user_id]
      else array(select m.user_id from phone_number_members m where m.phone_number_id = p.id order by m.user_id) end
  from phone_numbers p where p.number = wanted
$$;
alter function find_phone_number(text) owner to bellwether_definer;
revoke all on function find_phone_number(text) from public;
grant execute on function find_phone_number(text) to bellwether_app;

-- Whose a call of the line is: who tells of it knows its sid alone.
create function find_call_by_sid(wanted text) returns table (account_id bigint, call_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from calls where sid = wanted
$$;
alter function find_call_by_sid(text) owner to bellwether_definer;
revoke all on function find_call_by_sid(text) from public;
grant execute on function find_call_by_sid(text) to bellwether_app;

-- The same by its id: of a call of its own, a voice process knows that.
create function find_account_of_call(wanted bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from calls where id = wanted
$$;
alter function find_account_of_call(bigint) owner to bellwether_definer;
revoke all on function find_account_of_call(bigint) from public;
grant execute on function find_account_of_call(bigint) to bellwether_app;

-- Calls that a voice process has left open (its own are not meant), and calls asked for before `asked_before` that no
-- device has dialled.
create function find_abandoned_calls(alive text[], asked_before timestamptz)
returns table (account_id bigint, call_id bigint, dialled boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  (select account_id, id, true from calls
    where status <> 'ended' and gateway is not null and gateway <> all (alive) order by id limit 1000)
  union all
  (select account_id, id, false from calls
    where status <> 'ended' and gateway is null and sid is null and created_at < asked_before order by id limit 1000)
$$;
alter function find_abandoned_calls(text[], timestamptz) owner to bellwether_definer;
revoke all on function find_abandoned_calls(text[], timestamptz) from public;
grant execute on function find_abandoned_calls(text[], timestamptz) to bellwether_app;

-- Calls that a carrier has and that began before: the word of their end may have been lost.
create function find_carried_calls(begun_before timestamptz) returns table (call_id bigint, sid text, answered boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, calls.sid, answered_at is not null from calls
  where status <> 'ended' and gateway is null and calls.sid is not null and line = 'twilio' and created_at < begun_before
  order by id limit 1000
$$;
alter function find_carried_calls(timestamptz) owner to bellwether_definer;
revoke all on function find_carried_calls(timestamptz) from public;
grant execute on function find_carried_calls(timestamptz) to bellwether_app;
