import type { Tx } from '../../db/tx.ts';

const TAG = 'turning 65';

/** Contacts of the change; as many as one request handles. */
const CONTACTS = 48;

/** A change that the agency's manager made yesterday: a tag for contacts below, chosen one by one. It can be undone. */
export const insertDemoBulk = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `with picked as (
       select c.id, c.version, array_remove(c.tag_ids, t.id) as before, t.id as tag_id, u.id as user_id,
         row_number() over (order by c.id)::int as position
       from (select id from users where account_id = $1 and 'manager' = any(roles) order by id limit 1) u
       join tags t on t.account_id = $1 and t.name = $2
       join contacts c on c.tag_ids @> array[t.id] and c.deleted_at is null and c.created_at < $4::timestamptz - interval '2 days'
         and c.owner_id in (select descendant_id from user_tree where ancestor_id = u.id)
       order by c.id limit $3
     ), job as (
       insert into bulk_jobs (account_id, user_id, actor_id, change, names, selection, status, frozen, total, done, changed,
         created_at, started_at, finished_at)
       select $1, user_id, user_id, jsonb_build_object('action', 'tags', 'mode', 'add', 'tag_ids', jsonb_build_array(tag_id)),
         array[$2], jsonb_build_object('ids', jsonb_agg(id order by position)), 'done', true, count(*), count(*), count(*),
         $4::timestamptz - interval '1 day', $4::timestamptz - interval '1 day', $4::timestamptz - interval '1 day'
       from picked group by user_id, tag_id returning id
     )
     insert into bulk_rows (account_id, job_id, position, contact_id, outcome, before, version_after)
     select $1, job.id, p.position, p.id, 'changed', jsonb_build_object('tag_ids', to_jsonb(p.before)), p.version
     from picked p, job`,
    [accountId, TAG, CONTACTS, now],
  );
