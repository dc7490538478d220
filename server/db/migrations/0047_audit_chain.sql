-- The audit log is added to and never changed, and a chain of hashes per account proves it (promise P29). Rows are chained
-- after their commit, so that no writer waits for another (server/audit-chain/).

create trigger audit_begin before insert on audit_log for each statement execute function begin_events();

create table audit_chain (
  account_id bigint not null references accounts,
  -- From 1, without holes: the order of sealing.
  seq bigint not null,
  audit_id bigint not null unique,
  -- SHA-256 of the hash before it and the row (audit_hash).
  hash bytea not null,
  primary key (account_id, seq)
);
call isolate_by_account('audit_chain');
revoke insert, update, delete on audit_chain from bellwether_app;
revoke update, delete on audit_chain from bellwether_definer;

-- The last link of each day, signed by a key that the database doesn't have: who rewrites rows and chain can't sign them.
create table audit_heads (
  account_id bigint not null references accounts,
  -- In UTC.
  day date not null,
  seq bigint not null,
  hash bytea not null,
  signature bytea not null,
  -- When it was written to the log of the jobs process; null: its day isn't over.
  exported_at timestamptz,
  primary key (account_id, day)
);
create index audit_heads_due on audit_heads (day) where exported_at is null;
call isolate_by_account('audit_heads');
revoke insert, update, delete on audit_heads from bellwether_app;
revoke delete on audit_heads from bellwether_definer;

-- How far sealing has come; the columns mean what they mean in event_head (migration 0046).
create table audit_sealing (
  one boolean primary key default true check (one),
  low_id bigint not null default 0,
  next_low_id bigint not null default 0,
  next_low_xid xid8
);
insert into audit_sealing default values;
revoke all on audit_sealing from bellwether_app;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_stays before update or delete on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_chain_stays before update or delete on audit_chain
  for each statement execute function refuse_audit_change();

-- The link of a row: every column of it, its place, and the link before. server/audit-chain/verify-audit.ts says it again.
create function audit_hash(before bytea, place bigint, a audit_log) returns bytea language sql immutable as $$
  select sha256(coalesce(before, '') || convert_to(jsonb_build_array(
    place, a.account_id, a.id, a.actor_id, a.acting_as_id, a.action, a.subject_type, a.subject_id, a.detail, a.request_id,
    to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), to_jsonb(a.stack))::text, 'UTF8'))
$$;

-- Chains at most `most` rows that are not chained; answers the last link of each of their accounts. No row: nothing to do, or
-- another process is at it.
create function seal_audit(most int) returns table (account_id bigint, seq bigint, hash bytea)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  head audit_sealing;
  last audit_chain;
  found audit_log;
  counted int := 0;
  last_id bigint;
  touched bigint[] := '{}';
  -- As in number_events: first the highest id that is given, then, by the lock, a transaction id above those of its rows.
  highest bigint := coalesce(pg_sequence_last_value('audit_log_id_seq'), 0);
  is_first boolean := pg_current_xact_id_if_assigned() is null;
  oldest xid8;
begin
  -- Nothing to do costs no write.
  if not exists (
    select from audit_sealing s
    where s.next_low_xid is not null or exists (select from audit_log a where a.id > s.low_id)
  ) then return; end if;
  if not pg_try_advisory_xact_lock(4201003, 0) then return; end if;
  select * into head from audit_sealing for update;
  oldest := pg_snapshot_xmin(pg_current_snapshot());
  for found in
    select a.* from audit_log a
    where a.id > head.low_id and not exists (select from audit_chain c where c.audit_id = a.id)
    order by a.id limit most
  loop
    select * into last from audit_chain c where c.account_id = found.account_id order by c.seq desc limit 1;
    insert into audit_chain (account_id, seq, audit_id, hash)
      values (found.account_id, coalesce(last.seq, 0) + 1, found.id,
              audit_hash(last.hash, coalesce(last.seq, 0) + 1, found));
    counted := counted + 1;
    last_id := found.id;
    if not touched @> array[found.account_id] then touched := touched || found.account_id; end if;
  end loop;
  if head.next_low_xid <= oldest then
    if counted < most then
      head.low_id := head.next_low_id;
      head.next_low_xid := null;
    else
      -- More rows wait, all of them above this one.
      head.low_id := greatest(head.low_id, least(head.next_low_id, last_id));
    end if;
  end if;
  if is_first and (head.next_low_xid is null and head.low_id < highest or head.next_low_xid > pg_current_xact_id()) then
    head.next_low_id := highest;
    head.next_low_xid := pg_current_xact_id();
  end if;
  update audit_sealing set low_id = head.low_id, next_low_id = head.next_low_id, next_low_xid = head.next_low_xid;
  return query
    select t.id, l.seq, l.hash from unnest(touched) as t(id)
    cross join lateral (select * from audit_chain c where c.account_id = t.id order by c.seq desc limit 1) l;
end $$;
alter function seal_audit(int) owner to bellwether_definer;
revoke all on function seal_audit(int) from public;
grant execute on function seal_audit(int) to bellwether_app;

-- Heads that no signature covers, as of today and of days of which the process died before it signed.
create function find_unsigned_audit_heads() returns table (account_id bigint, seq bigint, hash bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, l.seq, l.hash from accounts a
  cross join lateral (select * from audit_chain c where c.account_id = a.id order by c.seq desc limit 1) l
  where l.seq > coalesce((select h.seq from audit_heads h where h.account_id = a.id order by h.day desc limit 1), 0)
$$;
alter function find_unsigned_audit_heads() owner to bellwether_definer;
revoke all on function find_unsigned_audit_heads() from public;
grant execute on function find_unsigned_audit_heads() to bellwether_app;

-- Keeps the signed head of a day; a later one of the same day takes its place.
create function keep_audit_head(account bigint, today date, place bigint, link bytea, signed bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into audit_heads as h (account_id, day, seq, hash, signature) values (account, today, place, link, signed)
  on conflict (account_id, day) do update set seq = excluded.seq, hash = excluded.hash, signature = excluded.signature
    where h.seq < excluded.seq and h.exported_at is null
$$;
alter function keep_audit_head(bigint, date, bigint, bytea, bytea) owner to bellwether_definer;
revoke all on function keep_audit_head(bigint, date, bigint, bytea, bytea) from public;
grant execute on function keep_audit_head(bigint, date, bigint, bytea, bytea) to bellwether_app;

-- Heads of days that are over, each once.
create function export_audit_heads(today date)
returns table (account_id bigint, day text, seq bigint, hash text, signature text)
language sql security definer set search_path = public, pg_temp as $$
  update audit_heads h set exported_at = clock_now() where h.exported_at is null and h.day < today
  returning h.account_id, h.day::text, h.seq, encode(h.hash, 'hex'), encode(h.signature, 'hex')
$$;
alter function export_audit_heads(date) owner to bellwether_definer;
revoke all on function export_audit_heads(date) from public;
grant execute on function export_audit_heads(date) to bellwether_app;
