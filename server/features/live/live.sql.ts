import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly roles: Role[];
  readonly signed_in: boolean;
  readonly last_seen_at: Date | null;
  readonly on_call_since: Date | null;
  readonly calls: number;
  readonly talk_seconds: number;
  readonly policies: number;
}

interface Moments {
  /** Earliest last activity of a session that counts as present. */
  readonly since: Date;
  readonly midnight: Date;
  readonly now: Date;
}

/** A user's downline, most recently seen first, with what each of them has done since midnight. */
export const readPeopleBelow = (tx: Tx, userId: number, { since, midnight, now }: Moments) =>
  tx.raw<PersonRow>(
    `with written as (
       select c.owner_id, count(*)::int as policies from policies p join contacts c on c.id = p.contact_id
       where p.account_id = app_account_id() and p.created_at >= $3 and p.import_id is null and p.deleted_at is null
         and p.status <> 'quoted'
       group by c.owner_id
     )
     select u.id, u.first_name || ' ' || u.last_name as name, u.roles,
       coalesce(s.there, false) as signed_in, greatest(u.last_seen_at, s.seen_at) as last_seen_at,
       k.on_call_since, k.calls, k.talk_seconds, coalesce(w.policies, 0) as policies
     from user_tree t
     join users u on u.id = t.descendant_id and u.active
     left join lateral (
       select max(last_seen_at) as seen_at, bool_or(ended_at is null and expires_at > $2 and last_seen_at >= $2) as there
       from sessions where user_id = u.id
     ) s on true
     cross join lateral (
       select max(answered_at) filter (where status = 'active') as on_call_since,
         count(*) filter (where created_at >= $3)::int as calls,
         coalesce(sum(case when status = 'active' then extract(epoch from $4 - answered_at)::int else seconds end) filter (where created_at >= $3), 0)::int
           as talk_seconds
       from calls where user_id = u.id and (created_at >= $3 or status = 'active') and not echo
     ) k
     left join written w on w.owner_id = u.id
     where t.ancestor_id = $1 and t.depth > 0
     order by signed_in desc, last_seen_at desc nulls last, name, u.id
     limit 500`,
    [userId, since, midnight, now],
  );

export const readThroughputBelow = (tx: Tx, userId: number, since: Date) =>
  tx.raw<{ slot: Date; rows: number }>(
    `select slot, sum(rows)::bigint as rows from import_throughput
     where slot >= $2 and user_id in (select descendant_id from user_tree where ancestor_id = $1 and depth > 0)
     group by slot`,
    [userId, since],
  );

/** Sums over everything that ended since, not only over what is listed. */
export const readFinishedSums = (tx: Tx, userId: number, since: Date) =>
  tx.raw<{ finished_count: number; finished_rows: number; problem_rows: number }>(
    `select count(*) as finished_count, coalesce(sum(done_rows), 0)::bigint as finished_rows,
       coalesce(sum(problems), 0)::bigint as problem_rows
     from imports
     where finished_at >= $2 and deleted_at is null and status in ('done', 'failed', 'cancelled', 'undone')
       and user_id in (select descendant_id from user_tree where ancestor_id = $1 and depth > 0)`,
    [userId, since],
  );

/** Start of the day of `now` in the viewer's zone. */
export async function readMidnight(tx: Tx, userId: number, now: Date, zones: Readonly<Record<string, string>>) {
  const [row] = await tx.raw<{ midnight: Date }>(
    `select date_trunc('day', $2::timestamptz at time zone zone) at time zone zone as midnight
     from (select coalesce($3::jsonb ->> timezone, 'UTC') as zone from users where id = $1) viewer`,
    [userId, now, JSON.stringify(zones)],
  );
  return row?.midnight ?? now;
}
