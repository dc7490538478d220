-- One change of many contacts. What it means is frozen as rows when it is asked for; what is too large for that, up to
-- the newest contact of that moment, when it begins.
create table bulk_jobs (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  -- Whom the asker acted as, and who signed in: both must still be allowed to, chunk by chunk.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  change jsonb not null,
  names text[] not null default '{}',
  selection jsonb not null,
  sentence text not null default '',
  -- queued, processing, cancelling, cancelled, done, failed, undoing, undone.
  status text not null default 'queued',
  failure text,
  -- False: `total` is what was counted when it was asked for.
  frozen boolean not null default false,
  -- The newest contact when it was asked for; null: frozen right then.
  last_contact_id bigint,
  total int not null,
  done int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  undo_cursor int not null default 0,
  put_back int not null default 0,
  kept int not null default 0,
  -- Contacts per second over the last seconds, and milliseconds of work so far.
  rate double precision not null default 0,
  active_ms int not null default 0,
  -- True: the rows that only the work and its undo needed are gone.
  trimmed boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index bulk_jobs_user on bulk_jobs (user_id, id desc);
create index bulk_jobs_unfinished on bulk_jobs (id) where status in ('queued', 'processing', 'cancelling', 'undoing');
create index bulk_jobs_untrimmed on bulk_jobs (finished_at) where not trimmed and finished_at is not null;
call isolate_by_account('bulk_jobs');

-- The contacts of a job in their order, what became of each, and how to put it back.
create table bulk_rows (
  account_id bigint not null references accounts,
  job_id bigint not null references bulk_jobs on delete cascade,
  position int not null,
  contact_id bigint not null,
  -- changed, unchanged, refused; null until its chunk is done.
  outcome text,
  -- Why it was refused.
  reason text,
  -- The columns that changed, as they were.
  before jsonb,
  version_after int,
  -- Why an undo left it alone.
  kept text,
  primary key (job_id, position)
) with (fillfactor = 70);
create index bulk_rows_contact on bulk_rows (contact_id) where outcome = 'changed';
create index bulk_rows_refused on bulk_rows (job_id, position) where outcome = 'refused';
create index bulk_rows_kept on bulk_rows (job_id, position) where kept is not null;
call isolate_by_account('bulk_rows');

-- How many contacts a scope means, as `contact_conditions` reads it, without those left out.
create function count_contact_ids(scope jsonb, without bigint[]) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  total bigint;
begin
  execute format('select count(*) from contacts where %s and id <> all($1)', contact_conditions(scope)) into total using without;
  return total;
end $$;
alter function count_contact_ids(jsonb, bigint[]) owner to bellwether_definer;
revoke all on function count_contact_ids(jsonb, bigint[]) from public;
grant execute on function count_contact_ids(jsonb, bigint[]) to bellwether_app;

-- Those contacts, in no order.
create function find_contact_ids(scope jsonb, without bigint[]) returns table (id bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute format('select id from contacts where %s and id <> all($1)', contact_conditions(scope)) using without;
end $$;
alter function find_contact_ids(jsonb, bigint[]) owner to bellwether_definer;
revoke all on function find_contact_ids(jsonb, bigint[]) from public;
grant execute on function find_contact_ids(jsonb, bigint[]) to bellwether_app;

-- Bulk jobs of all accounts that a worker should be at.
create function find_unfinished_bulk_jobs() returns table (account_id bigint, job_id bigint, status text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, status from bulk_jobs where status in ('queued', 'processing', 'cancelling', 'undoing')
$$;
alter function find_unfinished_bulk_jobs() owner to bellwether_definer;
revoke all on function find_unfinished_bulk_jobs() from public;
grant execute on function find_unfinished_bulk_jobs() to bellwether_app;

-- Bulk jobs of all accounts that have ended before an instant and whose rows nobody has trimmed, oldest first.
create function find_untrimmed_bulk_jobs(before timestamptz, most int) returns table (account_id bigint, job_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from bulk_jobs
  where not trimmed and finished_at < before and status in ('done', 'cancelled', 'failed', 'undone')
  order by finished_at, id limit most
$$;
alter function find_untrimmed_bulk_jobs(timestamptz, int) owner to bellwether_definer;
revoke all on function find_untrimmed_bulk_jobs(timestamptz, int) from public;
grant execute on function find_untrimmed_bulk_jobs(timestamptz, int) to bellwether_app;

-- Who a job is done for, as they stand now: whom the asker acted as, then who signed in, also of another account.
create function find_bulk_askers(job bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from bulk_jobs j join users u on u.id in (j.user_id, j.actor_id)
  where j.id = job and j.account_id = app_account_id() order by (u.id = j.user_id) desc
$$;
alter function find_bulk_askers(bigint) owner to bellwether_definer;
revoke all on function find_bulk_askers(bigint) from public;
grant execute on function find_bulk_askers(bigint) to bellwether_app;
