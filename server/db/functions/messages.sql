-- The owner decides who sees a conversation, and a new one answers it.
create or replace function copy_contact_to_conversation() returns trigger language plpgsql as $$
begin
  update conversations set
    user_id = case when old.owner_id is distinct from new.owner_id then new.owner_id else user_id end,
    owner_id = new.owner_id, pool_id = new.pool_id, deleted_at = new.deleted_at, version = version + 1
  where contact_id = new.id;
  return null;
end $$;

-- Texts that are due: held ones whose time has come, and queued ones that no job has taken for a while.
create or replace function find_due_texts(at timestamptz, queued_before timestamptz, most int)
returns table (account_id bigint, text_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  (select t.account_id, t.id from text_messages t where t.status = 'held' and t.held_until <= at order by t.held_until limit most)
  union all
  (select t.account_id, t.id from text_messages t where t.status = 'queued' and t.created_at < queued_before order by t.id limit most)
$$;
alter function find_due_texts(timestamp with time zone,timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_due_texts(timestamp with time zone,timestamp with time zone,integer) from public;
grant execute on function find_due_texts(timestamp with time zone,timestamp with time zone,integer) to bellwether_app;

-- Texts whose carrier has not answered: a process ended in between, or the answer was lost.
create or replace function find_unanswered_texts(claimed_before timestamptz, most int)
returns table (account_id bigint, text_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.account_id, t.id from text_messages t
  where t.status in ('sending', 'unconfirmed') and t.claimed_at < claimed_before order by t.claimed_at limit most
$$;
alter function find_unanswered_texts(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_unanswered_texts(timestamp with time zone,integer) from public;
grant execute on function find_unanswered_texts(timestamp with time zone,integer) to bellwether_app;

-- Pictures to fetch from the carrier: those never tried, newest first, or those whose next try has come.
create or replace function find_attachments_to_fetch(at timestamptz, again boolean, most int)
returns table (account_id bigint, attachment_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  (select a.account_id, a.id from text_attachments a where not again and a.state = 'loading' and a.next_try_at is null
    order by a.id desc limit most)
  union all
  (select a.account_id, a.id from text_attachments a where again and a.state = 'loading' and a.next_try_at <= at
    order by a.next_try_at limit most)
$$;
alter function find_attachments_to_fetch(timestamp with time zone,boolean,integer) owner to bellwether_definer;
revoke all on function find_attachments_to_fetch(timestamp with time zone,boolean,integer) from public;
grant execute on function find_attachments_to_fetch(timestamp with time zone,boolean,integer) to bellwether_app;

-- Simulated phones whose next step has come.
create or replace function find_simulated_steps(at timestamptz, most int) returns table (account_id bigint, text_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.text_id from simulated_texts s where s.step_at <= at order by s.step_at limit most
$$;
alter function find_simulated_steps(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_simulated_steps(timestamp with time zone,integer) from public;
grant execute on function find_simulated_steps(timestamp with time zone,integer) to bellwether_app;

-- Whose a text is: the carrier knows its own name of it, or ours.
create or replace function find_text_by_sid(wanted text) returns table (account_id bigint, text_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.account_id, t.id from text_messages t where t.sid = wanted
$$;
alter function find_text_by_sid(text) owner to bellwether_definer;
revoke all on function find_text_by_sid(text) from public;
grant execute on function find_text_by_sid(text) to bellwether_app;

create or replace function find_account_of_text(wanted bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select t.account_id from text_messages t where t.id = wanted
$$;
alter function find_account_of_text(bigint) owner to bellwether_definer;
revoke all on function find_account_of_text(bigint) from public;
grant execute on function find_account_of_text(bigint) to bellwether_app;

-- Conversations of the account with these words in the name, the number or a text; the last text first. Under row-level
-- security fold(body) would lose its index.
create or replace function search_conversations(words text, digits text, most int) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  (select v.id from conversations v join contacts c on c.id = v.contact_id
    where c.account_id = app_account_id() and v.account_id = app_account_id() and c.search_text like '%' || like_text(words) || '%'
    order by v.last_at desc nulls last limit most)
  union
  (select v.id from conversations v where v.account_id = app_account_id() and digits <> '' and v.phone like '%' || digits || '%'
    order by v.last_at desc nulls last limit most)
  union
  (select coalesce(v.id, t.conversation_id) from text_messages t left join conversations v on v.contact_id = t.contact_id
    where t.account_id = app_account_id() and t.status <> 'refused' and fold(t.body) like '%' || like_text(words) || '%'
    order by t.created_at desc limit most)
$$;
alter function search_conversations(text,text,integer) owner to bellwether_definer;
revoke all on function search_conversations(text,text,integer) from public;
grant execute on function search_conversations(text,text,integer) to bellwether_app;

-- Counts the lines of a conversation again, after one came, changed or went: texts, and calls and e-mails of its contact.
-- `rank` is that of the timeline, so that the list ends with what the thread ends with.
create or replace function recount_conversation(wanted bigint) returns void language sql as $$
  with own as (
    select v.id, v.contact_id, v.created_at from conversations v where v.id = wanted
  ), text as (
    select t.id, t.created_at, t.direction, t.status from own join lateral (
      (select * from text_messages m where own.contact_id is not null and m.contact_id = own.contact_id and m.status <> 'refused'
        order by m.created_at desc, m.id desc limit 1)
      union all
      (select * from text_messages m where own.contact_id is null and m.conversation_id = own.id and m.status <> 'refused'
        order by m.created_at desc, m.id desc limit 1)
    ) t on true
  ), mail as (
    select m.* from own cross join lateral (
      select e.id, e.at, e.direction, e.status, e.broadcast_id from contact_emails e where e.contact_id = own.contact_id
      order by e.at desc, e.id desc limit 1) m
  ), lines as (
    select 'text' as kind, 13 as rank, id, created_at as at from text
    union all
    select 'call', 12, k.id, k.created_at from own cross join lateral (
      select id, created_at from calls where contact_id = own.contact_id order by created_at desc, id desc limit 1) k
    union all
    select 'mail', 6, id, at from mail
    union all
    select 'activity', 5, a.id, a.at from own cross join lateral (
      select id, at from contact_activities where contact_id = own.contact_id and deleted_at is null
        and type in ('call', 'no_answer', 'voicemail', 'do_not_call', 'mail') order by at desc, id desc limit 1) a
  ), last as (
    select kind, id, at from lines order by at desc, rank desc limit 1
  ), talked as (
    -- Who talks has been answered; a call that reached nobody changes nothing.
    select k.created_at as at from own cross join lateral (
      select created_at from calls where contact_id = own.contact_id and (answered_at is not null or direction = 'inbound')
      order by created_at desc limit 1) k
  ), written as (
    select created_at as at, direction = 'out' and status in ('sending', 'unconfirmed', 'sent', 'delivered') as waits from text
    union all
    select at, direction = 'out' and status in ('queued', 'sent', 'recorded') from mail
    union all
    select at, false from talked
  ), waits as (
    select count(*)::int as held from own join text_messages m on m.status = 'held'
      and case when own.contact_id is null then m.conversation_id = own.id else m.contact_id = own.contact_id end
  )
  update conversations v set
    last_text_id = text.id, last_line_kind = coalesce(last.kind, 'none'), last_line_id = last.id,
    last_at = coalesce(last.at, own.created_at), held = waits.held,
    waiting = coalesce((select w.waits from written w order by w.at desc limit 1), false),
    failed = coalesce(text.direction = 'out' and text.status = 'failed', false)
      or coalesce(last.kind = 'mail' and mail.direction = 'out' and mail.status = 'failed' and mail.broadcast_id is null, false),
    version = v.version + 1
  from own cross join waits left join text on true left join mail on true left join last on true where v.id = own.id
$$;
