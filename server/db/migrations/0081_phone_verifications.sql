-- What kind of line a phone number is, one look-up a row, and the runs that look up many of them.

create table verification_runs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Who asked for it, and who had signed in.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  selection jsonb not null,
  sentence text not null default '',
  -- queued, working, paused, cancelled, complete, failed.
  status text not null default 'queued',
  -- One sentence, with failed, and while the source of look-ups is away.
  failure text,
  -- Contacts of the selection; those without a number; numbers verified recently, which are not looked up again.
  contacts int not null,
  without_number int not null,
  already_known int not null,
  -- Numbers to look up, and those that have been.
  total int not null,
  done int not null default 0,
  -- Of one look-up, as agreed to.
  price_cents int not null,
  version int not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index verification_runs_user on verification_runs (user_id, id desc);
create index verification_runs_unfinished on verification_runs (id) where status in ('queued', 'working');
call isolate_by_account('verification_runs');

create table phone_verifications (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Null: one number was looked up by itself.
  run_id bigint references verification_runs on delete cascade,
  -- Null: the number is of no contact.
  contact_id bigint references contacts on delete cascade,
  user_id bigint not null references users,
  -- E.164.
  number text not null,
  -- waiting, looking, done, failed, canceled.
  status text not null,
  -- mobile, landline, voip, toll_free, unknown, invalid, unreachable; null: unless done.
  line_type text,
  carrier text not null default '',
  -- embedded, twilio; null: unless done.
  source text,
  -- One sentence, with failed.
  reason text not null default '',
  -- What the look-up is to cost the account; null: nothing, since there was no answer.
  charge_cents int,
  -- Whose turn it is, and since when; null unless looking.
  claim uuid,
  claimed_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null
);
create index phone_verifications_number on phone_verifications (account_id, number, verified_at desc, id desc)
  where status = 'done';
create index phone_verifications_user on phone_verifications (user_id, verified_at desc, id desc);
create index phone_verifications_run on phone_verifications (run_id, id) where run_id is not null;
create index phone_verifications_open on phone_verifications (run_id, id) where status in ('waiting', 'looking');
create index phone_verifications_contact on phone_verifications (contact_id) where contact_id is not null;
call isolate_by_account('phone_verifications');

-- Runs of all accounts that a worker should be at.
create function find_unfinished_verification_runs() returns table (account_id bigint, run_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from verification_runs where status in ('queued', 'working')
$$;
alter function find_unfinished_verification_runs() owner to bellwether_definer;
revoke all on function find_unfinished_verification_runs() from public;
grant execute on function find_unfinished_verification_runs() to bellwether_app;

-- Who a run is for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create function find_verification_askers(run bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from verification_runs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = run and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_verification_askers(bigint) owner to bellwether_definer;
revoke all on function find_verification_askers(bigint) from public;
grant execute on function find_verification_askers(bigint) to bellwether_app;
