import type { Tx } from '../../db/tx.ts';

/** What people of the agency were told of its missed calls, imports and exports. What is older than two days is read. */
export const insertDemoNotifications = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `insert into notifications (account_id, user_id, kind, about_id, occurrence, title, body, href, created_at, read_at)
     select $1, told.user_id, told.kind, told.about_id, 'demo', told.title, told.body, told.href, told.at,
       case when told.at < $2::timestamptz - interval '2 days' or told.is_seen then told.at + interval '5 minutes' end
     from (
       select r.user_id, 'missed_call' as kind, k.id as about_id,
         'Missed call from ' || coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), n.number) as title,
         case when c.id is null then '' else n.number end as body, '/calls/' || k.id as href, k.ended_at as at, false as is_seen
       from call_rings r join calls k on k.id = r.call_id left join contacts c on c.id = k.contact_id and c.owner_id = r.user_id
         cross join lateral (select regexp_replace(k.from_number, '^[+]1(\\d{3})(\\d{3})(\\d{4})$', '1-\\1-\\2-\\3') as number) n
       where k.account_id = $1 and r.outcome = 'missed' and k.user_id is null and k.ended_at > $2::timestamptz - interval '30 days'
       union all
       select user_id, 'import', id, file_name || ' imported: ' || done_rows || ' rows',
         created || ' created, ' || updated || ' updated, ' || skipped || ' skipped, ' || problems || ' problems',
         '/imports/' || id, finished_at, problems = 0
       from imports where account_id = $1 and status = 'done' and finished_at > $2::timestamptz - interval '60 days'
       union all
       select user_id, 'export', id, 'Export done: ' || rows || ' contacts', '', '/exports', finished_at, true
       from exports where account_id = $1 and status = 'complete'
     ) told order by told.at`,
    [accountId, now],
  );
