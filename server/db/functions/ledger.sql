-- Moves money between the ledger accounts that kinds, owners and usages name, by amounts that sum to zero. An amount of 0
-- only locks. Ledger accounts are locked by id.
--   posted: it has moved.  repeated: it had already.  short: an account would be negative by `missing`, nothing has moved.
--   not_granted: the agency would reclaim more than it gave.
create or replace function ledger_post(
  wanted_kind text, wanted_key text, kinds text[], owners bigint[], usages text[], amounts bigint[], about jsonb, at timestamptz
) returns table (outcome text, transfer_id bigint, owner_id bigint, missing bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  tenant bigint := app_account_id();
  total bigint;
  used bigint;
  ids bigint[];
  found record;
  one record;
begin
  select sum(a) filter (where a > 0) into total from unnest(amounts) a;
  select array_agg(l.id order by place.n) into ids
    from unnest(kinds, owners, usages) with ordinality as place(kind, owner, usage, n)
    left join ledger_accounts l
      on l.account_id = tenant and l.owner_id = place.owner and l.kind = place.kind and l.usage = place.usage;
  if array_position(ids, null) is not null then
    -- A wallet of no one here would belong to another agency's user.
    if exists (select from unnest(owners) o where o <> 0 and not exists (select from users u where u.id = o and u.account_id = tenant)) then
      raise exception 'A ledger account must belong to a user of this account.' using errcode = 'foreign_key_violation';
    end if;
    insert into ledger_accounts (account_id, kind, owner_id, usage)
      select distinct tenant, place.kind, place.owner, place.usage from unnest(kinds, owners, usages) as place(kind, owner, usage)
      order by 2, 3, 4 on conflict do nothing;
    select array_agg(l.id order by place.n) into ids
      from unnest(kinds, owners, usages) with ordinality as place(kind, owner, usage, n)
      join ledger_accounts l
        on l.account_id = tenant and l.owner_id = place.owner and l.kind = place.kind and l.usage = place.usage;
  end if;
  perform from ledger_accounts l where l.id = any(ids) order by l.id for no key update;

  -- A repetition locks the same accounts, so its first one has committed here or never will.
  select t.id, t.kind, t.amount into found from ledger_transfers t where t.account_id = tenant and t.key = wanted_key;
  if found.id is not null then
    if found.kind <> wanted_kind or found.amount <> total then
      raise exception 'The key % belongs to another transfer.', wanted_key using errcode = 'unique_violation';
    end if;
    return query select 'repeated', found.id, null::bigint, null::bigint;
    return;
  end if;

  for one in
    select l.owner_id as owner, l.kind, l.balance, l.granted, leg.amount
      from unnest(ids, amounts) as leg(id, amount) join ledger_accounts l on l.id = leg.id
      where leg.amount < 0 and l.kind in ('wallet', 'held') order by l.id
  loop
    if one.balance + one.amount < 0 then
      return query select 'short', null::bigint, one.owner, -(one.balance + one.amount);
      return;
    end if;
    if wanted_kind = 'reclaim' and one.granted + one.amount < 0 then
      return query select 'not_granted', null::bigint, one.owner, -(one.granted + one.amount);
      return;
    end if;
  end loop;

  insert into ledger_transfers (account_id, kind, key, amount, usage, quantity, description, user_id, hold_id, event_at, created_at)
    values (tenant, wanted_kind, wanted_key, total, coalesce(about->>'usage', ''), (about->>'quantity')::int,
      coalesce(about->>'description', ''), (about->>'user_id')::bigint, (about->>'hold_id')::bigint,
      coalesce((about->>'event_at')::timestamptz, at), at)
    returning id into found;
  used := case when wanted_kind in ('spend', 'capture') then total else 0 end;
  with moved as (
    update ledger_accounts l set balance = l.balance + leg.amount, version = l.version + (leg.amount <> 0)::int,
      granted = case when l.kind <> 'wallet' or l.owner_id = 0 then 0
        when wanted_kind in ('allocate', 'reclaim') then l.granted + leg.amount
        else l.granted - least(l.granted, used) end
    from unnest(ids, amounts) as leg(id, amount) where l.id = leg.id
    returning l.id, leg.amount, l.balance, l.version
  )
  insert into ledger_entries (account_id, transfer_id, ledger_account_id, amount, balance, version, kind)
    select tenant, found.id, m.id, m.amount, m.balance, m.version, wanted_kind from moved m where m.amount <> 0;
  return query select 'posted', found.id, null::bigint, null::bigint;
end $$;
alter function ledger_post(text,text,text[],bigint[],text[],bigint[],jsonb,timestamp with time zone) owner to bellwether_definer;
revoke all on function ledger_post(text,text,text[],bigint[],text[],bigint[],jsonb,timestamp with time zone) from public;
grant execute on function ledger_post(text,text,text[],bigint[],text[],bigint[],jsonb,timestamp with time zone) to bellwether_app;

-- Sets money of a wallet aside for running work.
create or replace function ledger_hold(
  wanted_key text, owner bigint, wanted_amount bigint, wanted_type text, wanted_subject bigint, about jsonb, at timestamptz
) returns table (outcome text, hold_id bigint, missing bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moved record;
  made bigint;
begin
  select * into moved from ledger_post('hold', wanted_key, array['wallet', 'held'], array[owner, owner], array['', ''],
    array[-wanted_amount, wanted_amount], about, at);
  if moved.outcome = 'posted' then
    insert into ledger_holds (account_id, owner_id, key, subject_type, subject_id, description, amount, created_at)
      values (app_account_id(), owner, wanted_key, wanted_type, wanted_subject, coalesce(about->>'description', ''), wanted_amount, at)
      returning id into made;
  else
    select h.id into made from ledger_holds h where h.account_id = app_account_id() and h.key = wanted_key;
  end if;
  return query select moved.outcome, made, moved.missing;
end $$;
alter function ledger_hold(text,bigint,bigint,text,bigint,jsonb,timestamp with time zone) owner to bellwether_definer;
revoke all on function ledger_hold(text,bigint,bigint,text,bigint,jsonb,timestamp with time zone) from public;
grant execute on function ledger_hold(text,bigint,bigint,text,bigint,jsonb,timestamp with time zone) to bellwether_app;

-- Spends a part of a hold. short: more than is left of it.
create or replace function ledger_capture(
  wanted_hold bigint, wanted_key text, wanted_usage text, wanted_amount bigint, about jsonb, at timestamptz
) returns table (outcome text, transfer_id bigint, missing bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  whose bigint;
  left_over bigint;
  moved record;
begin
  select h.owner_id into whose from ledger_holds h where h.id = wanted_hold and h.account_id = app_account_id();
  if whose is null then raise exception 'There is no hold %.', wanted_hold using errcode = 'no_data_found'; end if;
  -- The wallet's lock comes first, so all changes of one owner's holds are one after the other.
  perform from ledger_accounts l where l.account_id = app_account_id() and l.owner_id = whose
    and (l.kind in ('wallet', 'held') or (l.kind = 'revenue' and l.usage = wanted_usage)) order by l.id for no key update;
  select h.amount - h.captured - h.released into left_over from ledger_holds h where h.id = wanted_hold;
  if left_over < wanted_amount
    and not exists (select from ledger_transfers t where t.account_id = app_account_id() and t.key = wanted_key) then
    return query select 'short', null::bigint, wanted_amount - left_over;
    return;
  end if;
  select * into moved from ledger_post('capture', wanted_key, array['held', 'revenue', 'wallet'], array[whose, whose, whose],
    array['', wanted_usage, ''], array[-wanted_amount, wanted_amount, 0],
    about || jsonb_build_object('usage', wanted_usage, 'hold_id', wanted_hold), at);
  if moved.outcome = 'posted' then
    update ledger_holds h set captured = h.captured + wanted_amount,
      closed_at = case when h.captured + h.released + wanted_amount = h.amount then at end
    where h.id = wanted_hold;
  end if;
  return query select moved.outcome, moved.transfer_id, moved.missing;
end $$;
alter function ledger_capture(bigint,text,text,bigint,jsonb,timestamp with time zone) owner to bellwether_definer;
revoke all on function ledger_capture(bigint,text,text,bigint,jsonb,timestamp with time zone) from public;
grant execute on function ledger_capture(bigint,text,text,bigint,jsonb,timestamp with time zone) to bellwether_app;

-- Gives back what is left of a hold, and ends it. Answers how much that was.
create or replace function ledger_release(wanted_hold bigint, at timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose record;
  left_over bigint;
begin
  select h.owner_id, h.description into whose from ledger_holds h where h.id = wanted_hold and h.account_id = app_account_id();
  if whose.owner_id is null then raise exception 'There is no hold %.', wanted_hold using errcode = 'no_data_found'; end if;
  perform from ledger_accounts l where l.account_id = app_account_id() and l.owner_id = whose.owner_id
    and l.kind in ('wallet', 'held') order by l.id for no key update;
  select h.amount - h.captured - h.released into left_over from ledger_holds h where h.id = wanted_hold;
  if left_over = 0 then return 0; end if;
  perform from ledger_post('release', 'release:' || wanted_hold, array['held', 'wallet'], array[whose.owner_id, whose.owner_id],
    array['', ''], array[-left_over, left_over],
    jsonb_build_object('description', whose.description, 'hold_id', wanted_hold), at);
  update ledger_holds h set released = h.released + left_over, closed_at = at where h.id = wanted_hold;
  return left_over;
end $$;
alter function ledger_release(bigint,timestamp with time zone) owner to bellwether_definer;
revoke all on function ledger_release(bigint,timestamp with time zone) from public;
grant execute on function ledger_release(bigint,timestamp with time zone) to bellwether_app;

-- Wallets of all accounts below the threshold of their auto-refill.
create or replace function find_low_wallets() returns table (account_id bigint, owner_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.owner_id from wallet_settings s
  left join ledger_accounts l on l.account_id = s.account_id and l.owner_id = s.owner_id and l.kind = 'wallet' and l.usage = ''
  where s.enabled and s.paused is null and coalesce(l.balance, 0) < s.threshold
$$;
alter function find_low_wallets() owner to bellwether_definer;
revoke all on function find_low_wallets() from public;
grant execute on function find_low_wallets() to bellwether_app;

create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed.', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace function require_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (select from written group by transfer_id having sum(amount) <> 0) then
    raise exception 'The entries of a transfer must sum to zero.'
      using errcode = 'check_violation', constraint = 'ledger_entries_sum_to_zero', table = 'ledger_entries';
  end if;
  return null;
end $$;
