-- What became of a text or an e-mail is what became of its recipient; of the texts of a chunk in one statement.
create or replace function note_broadcast_text() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Few texts among many recipients: each is looked up by its text, whatever the statistics say.
  update broadcast_recipients r set
    state = case n.status
      when 'sent' then 'sent' when 'delivered' then 'delivered' when 'failed' then 'failed'
      when 'canceled' then case when (select b.status from broadcasts b where b.id = r.broadcast_id) = 'stopped' then 'stopped' else 'held_back' end
      else 'sending' end,
    reason = case
      when n.status = 'canceled' and (select b.status from broadcasts b where b.id = r.broadcast_id) <> 'stopped' then
        case when n.decision ->> 'allowed' = 'false' then n.decision ->> 'reason' else 'canceled' end
      end,
    detail = n.reason,
    not_before = case when n.status = 'held' then n.held_until end,
    at = case when n.status in ('sent', 'delivered', 'failed', 'canceled') then clock_now() end
  from changed n join former o on o.id = n.id
  where n.broadcast_id is not null and n.status is distinct from o.status and r.text_id = n.id;
  return null;
end $$;

create or replace function note_broadcast_email() returns trigger language plpgsql as $$
begin
  update broadcast_recipients set
    state = case new.status when 'sent' then 'sent' when 'failed' then 'failed' else 'sending' end,
    detail = new.reason, at = case when new.status <> 'queued' then clock_now() end
  where email_id = new.id and state in ('sending', 'sent', 'failed');
  return null;
end $$;

-- A text that comes in within a week answers the last broadcast that its contact got.
create or replace function note_broadcast_reply() returns trigger language plpgsql as $$
begin
  update broadcast_recipients r set
    replied_at = coalesce(r.replied_at, new.created_at),
    opted_out_at = case when new.asks = 'opt_out' then coalesce(r.opted_out_at, new.created_at) else r.opted_out_at end
  where (r.broadcast_id, r.position) = (
    select l.broadcast_id, l.position from broadcast_recipients l join text_messages t on t.id = l.text_id
    where l.contact_id = new.contact_id and l.state in ('sending', 'sent', 'delivered') and t.claimed_at <= new.created_at
      and t.claimed_at > new.created_at - interval '7 days'
    order by t.claimed_at desc limit 1);
  return null;
end $$;

-- Broadcasts of all accounts whose next chunk may go, or whose audience is still to be frozen.
create or replace function find_due_broadcasts(at timestamptz, most int) returns table (account_id bigint, broadcast_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  (select account_id, id from broadcasts where status in ('scheduled', 'sending') and coalesce(next_at, starts_at) <= at
    order by coalesce(next_at, starts_at) limit most)
  union all
  (select account_id, id from broadcasts where frozen_at is null and status = 'draft' order by id limit most)
$$;
alter function find_due_broadcasts(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_due_broadcasts(timestamp with time zone,integer) from public;
grant execute on function find_due_broadcasts(timestamp with time zone,integer) to bellwether_app;

-- Broadcasts of all accounts of which reports and replies may still come.
create or replace function find_followed_broadcasts(since timestamptz, most int) returns table (account_id bigint, broadcast_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from broadcasts where status = 'paused' or finished_at > since order by id desc limit most
$$;
alter function find_followed_broadcasts(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_followed_broadcasts(timestamp with time zone,integer) from public;
grant execute on function find_followed_broadcasts(timestamp with time zone,integer) to bellwether_app;

-- Whose a broadcast is, as they stand now: whom the asker acted as, then who signed in, also of another account.
create or replace function find_broadcast_askers(broadcast bigint)
returns table (user_id bigint, business_unit_id bigint, roles text[], active boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.business_unit_id, u.roles, u.active from broadcasts b join users u on u.id in (b.user_id, b.actor_id)
  where b.id = broadcast and b.account_id = app_account_id() order by (u.id = b.user_id) desc
$$;
alter function find_broadcast_askers(bigint) owner to bellwether_definer;
revoke all on function find_broadcast_askers(bigint) from public;
grant execute on function find_broadcast_askers(bigint) to bellwether_app;
