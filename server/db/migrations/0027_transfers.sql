-- Contacts that go to other owners, at most 250,000 at once. What is meant is frozen when it is asked for.
create table transfer_attempts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whom the asker acted as, and who signed in: both must still be allowed to, chunk by chunk.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- The contacts go to them in turn.
  to_user_ids bigint[] not null,
  selection jsonb not null,
  sentence text not null default '',
  note text not null default '',
  -- What the asker states about the consent that is on paper; null: who has not agreed is left alone.
  attested text,
  -- The row of the rule table that asked for consent of some of them; null: none did so far.
  rule jsonb,
  -- queued, processing, cancelling, cancelled, complete, failed.
  status text not null default 'queued',
  failure text,
  total int not null,
  done int not null default 0,
  moved int not null default 0,
  unchanged int not null default 0,
  left_alone int not null default 0,
  -- Contacts that were left alone, by reason.
  by_reason jsonb not null default '{}',
  -- True while contacts are put back.
  reverting boolean not null default false,
  -- True once everything that could be put back is.
  reverted boolean not null default false,
  -- Only these contacts are put back; null: all.
  revert_ids bigint[],
  -- For whom contacts are put back, and who signed in; null: for nobody so far.
  reverter_id bigint references users,
  reverter_actor_id bigint references users,
  revert_cursor int not null default 0,
  put_back int not null default 0,
  kept int not null default 0,
  -- Contacts per second over the last seconds, and milliseconds of work so far.
  rate double precision not null default 0,
  active_ms int not null default 0,
  version int not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null
);
create index transfer_attempts_user on transfer_attempts (user_id, id desc);
create index transfer_attempts_to on transfer_attempts using gin (to_user_ids);
create index transfer_attempts_unfinished on transfer_attempts (id)
  where status in ('queued', 'processing', 'cancelling') or reverting;
call isolate_by_account('transfer_attempts');

-- The contacts of a transfer by their ids, 2,000 a row, and whose they were: freezing costs no row a contact.
create table transfer_chunks (
  account_id bigint not null references accounts,
  transfer_id bigint not null references transfer_attempts on delete cascade,
  n int not null,
  contact_ids bigint[] not null,
  -- 0: not seen.
  owner_ids bigint[] not null,
  primary key (transfer_id, n)
);
call isolate_by_account('transfer_chunks');

-- What became of each contact, written once, when its chunk is done. Of those that moved it is their transfer history.
create table transfer_rows (
  account_id bigint not null references accounts,
  transfer_id bigint not null references transfer_attempts on delete cascade,
  contact_id bigint not null,
  from_owner_id bigint,
  from_unit_id bigint,
  to_owner_id bigint,
  -- The transfer that was first.
  first_transfer_id bigint,
  at timestamptz not null,
  put_back_at timestamptz,
  -- For whom it was put back, and who signed in.
  put_back_by_id bigint,
  put_back_actor_id bigint,
  position int not null,
  version_after int,
  -- moved, unchanged, left.
  outcome text not null,
  -- Why it was left alone.
  reason text,
  -- Why a revert left it with its new owner.
  kept text,
  primary key (transfer_id, position)
) with (fillfactor = 90);
create index transfer_rows_contact on transfer_rows (contact_id) where outcome = 'moved';
create index transfer_rows_left on transfer_rows (transfer_id, position) where outcome = 'left';
create index transfer_rows_kept on transfer_rows (transfer_id, position) where kept is not null;
call isolate_by_account('transfer_rows');

create table transfer_logs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  transfer_id bigint not null references transfer_attempts on delete cascade,
  at timestamptz not null,
  event text not null,
  -- Null: the job.
  user_id bigint,
  text text not null
);
create index transfer_logs_transfer on transfer_logs (transfer_id, id desc);
call isolate_by_account('transfer_logs');

-- Transfers of all accounts that a worker should be at.
create function find_unfinished_transfers() returns table (account_id bigint, transfer_id bigint, reverting boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, reverting from transfer_attempts where status in ('queued', 'processing', 'cancelling') or reverting
$$;
alter function find_unfinished_transfers() owner to bellwether_definer;
revoke all on function find_unfinished_transfers() from public;
grant execute on function find_unfinished_transfers() to bellwether_app;

-- For whom a transfer, or its revert, is done, as they stand now: whom they acted as, then who signed in, also of another
-- account.
create function find_transfer_askers(transfer bigint, of_revert boolean)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active
  from (select account_id, case when of_revert then reverter_id else user_id end as asker_id,
          case when of_revert then reverter_actor_id else actor_id end as signer_id
        from transfer_attempts where id = transfer) a
  join users u on u.id in (a.asker_id, a.signer_id)
  where a.account_id = app_account_id() order by (u.id = a.asker_id) desc
$$;
alter function find_transfer_askers(bigint, boolean) owner to bellwether_definer;
revoke all on function find_transfer_askers(bigint, boolean) from public;
grant execute on function find_transfer_askers(bigint, boolean) to bellwether_app;
