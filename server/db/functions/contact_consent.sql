-- Contacts by what their ledgers say about marketing, as `src/rules/compliance/consent-ledger.ts` decides.

-- Contacts whose latest statement on a channel is a consent, or with `stopped` an opt-out. An opt-out of another contact
-- with the same number or address counts as well, deleted and merged ones included.
create or replace function contact_said(channel text, stopped boolean) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  account text := format('%L::bigint', app_account_id());
  stops text := case channel
    when 'call' then $s$e.kind = 'withdrawn' and e.channel in ('call', 'any') or e.kind = 'do_not_call' and e.channel <> 'text'$s$
    when 'text' then $s$e.kind = 'withdrawn' and e.channel in ('text', 'any') or e.kind = 'do_not_call'$s$
    when 'mail' then $s$e.kind = 'withdrawn' and e.channel in ('mail', 'any')$s$
  end;
  -- A consent that expires holds until its last day is over everywhere.
  gives text := format($s$e.kind = 'given' and e.channel in (%L, 'any') and e.purpose in ('marketing', 'automated', 'any')
    and (e.expires_on is null or e.expires_on >= (clock_now() at time zone 'Pacific/Pago_Pago')::date)$s$, channel);
  -- Calls on which somebody asked not to be called.
  logged text := case when channel = 'mail' then '' else format($s$
    union all select a.contact_id, a.at, null::timestamptz from contact_activities a
    where a.account_id = %s and a.type = 'do_not_call' and a.deleted_at is null and a.at <= clock_now()$s$, account) end;
  -- Texts from a number.
  texted text := case when channel <> 'text' then '' else format($s$
    union all select c.id, case when n.kind <> 'given' then n.given_at end, case when n.kind = 'given' then n.given_at end
    from number_consents n join contacts c on c.account_id = %1$s and c.phone = n.number
    where n.account_id = %1$s and n.given_at <= clock_now()$s$, account) end;
  alike text := $s$
    union all select c.id, s.stopped, null::timestamptz from said s join contacts o on o.id = s.id
      join contacts c on c.account_id = %1$s and %2$s and c.id <> o.id where s.stopped >= coalesce(s.given, '-infinity')$s$;
  others text := case when channel = 'mail'
    then format(alike, account, 'lower(c.email) = lower(o.email)') || format(alike, account, 'lower(c.email) = lower(o.email_2)')
    else format(alike, account, 'c.phone = o.phone') || format(alike, account, 'c.phone = o.phone_2') end;
begin
  if stops is null then raise exception 'no such channel: %', channel; end if;
  return format($s$id in (
    with said as materialized (
      select id, max(stopped) as stopped, max(given) as given from (
        select e.contact_id as id, case when %1$s then e.given_at end as stopped, case when %2$s then e.given_at end as given
        from contact_consents e where e.account_id = %3$s and e.kind <> 'retracted' and e.given_at <= clock_now()
          and (e.kind = 'given' or e.purpose in ('service', 'marketing', 'any'))
          and not exists (select from contact_consents x where x.retracts_id = e.id)%4$s
      ) each group by id
    )
    select id from (select * from said%5$s%6$s) whole group by id having %7$s)$s$,
    stops, gives, account, logged, texted, others, case when stopped
      then $s$max(stopped) >= coalesce(max(given), '-infinity')$s$
      else $s$max(given) > coalesce(max(stopped), '-infinity')$s$ end);
end $$;

-- Full years on a day: `64 2026-11-21`.
create or replace function contact_age(op text, value text) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  years int := split_part(value, ' ', 1)::int;
  today date := split_part(value, ' ', 2)::date;
  -- The last birth dates of who is at least so old, and a year older.
  is_so date := today - make_interval(years => years);
  is_over date := today - make_interval(years => years + 1);
begin
  return case op
    when 'is' then format('dob <= %L and dob > %L', is_so, is_over)
    when 'over' then format('dob <= %L', is_over)
    when 'under' then format('dob > %L', is_so)
  end;
end $$;
