-- batched
-- The last line of each conversation that there is. Calls and e-mails of before begin none: a list full of old calls helps
-- nobody, and nothing of before becomes unread.
set local role bellwether_definer;
with due as (
  select id, contact_id from conversations where last_line_kind is null order by id limit 1000 for no key update
), lines as (
  select due.id as of, 'text' as kind, 13 as rank, t.id, t.created_at as at from due join conversations v on v.id = due.id
  join text_messages t on t.id = v.last_text_id
  union all
  select due.id, 'call', 12, k.id, k.created_at from due cross join lateral (
    select id, created_at from calls where contact_id = due.contact_id order by created_at desc, id desc limit 1) k
  union all
  select due.id, 'mail', 6, m.id, m.at from due cross join lateral (
    select id, at from contact_emails where contact_id = due.contact_id order by at desc, id desc limit 1) m
  union all
  select due.id, 'activity', 5, a.id, a.at from due cross join lateral (
    select id, at from contact_activities where contact_id = due.contact_id and deleted_at is null
      and type in ('call', 'no_answer', 'voicemail', 'do_not_call', 'mail') order by at desc, id desc limit 1) a
), last as (
  select distinct on (of) of, kind, id, at from lines order by of, at desc, rank desc
)
update conversations v set last_line_kind = coalesce(last.kind, 'none'), last_line_id = last.id,
  last_at = coalesce(last.at, v.last_at)
from due left join last on last.of = due.id where v.id = due.id;
