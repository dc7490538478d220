import type { Tx } from '../../../db/tx.ts';

export interface ColleagueRow {
  id: number;
  name: string;
  /** E.164. */
  number: string;
  is_online: boolean;
  on_call: boolean;
}

export interface ColleaguesAsked {
  readonly userId: number;
  /** In the name; empty: everyone. */
  readonly q: string;
  readonly now: Date;
  /** Seen since then counts as online. */
  readonly since: Date;
  readonly most: number;
}

/**
 * The caller's manager, those with the same manager, and the caller's downline, as far as they are active and have a
 * number that takes calls: free ones first, then those on a call, then those who are away.
 */
export const findColleagues = (tx: Tx, { userId, q, now, since, most }: ColleaguesAsked) =>
  tx.raw<ColleagueRow>(
    `select id, name, number, is_online, on_call from (
       select u.id, trim(u.first_name || ' ' || u.last_name) as name, n.number,
         exists (select from sessions s where s.user_id = u.id and s.ended_at is null and s.expires_at > $3 and s.last_seen_at >= $4)
           as is_online,
         exists (select from calls k where k.user_id = u.id and k.status <> 'ended') as on_call
       from users me
       join users u on u.active and u.id <> me.id
         and (u.id = me.manager_id or u.manager_id = me.manager_id
           or exists (select from user_tree t where t.ancestor_id = me.id and t.descendant_id = u.id))
       cross join lateral (
         select number from phone_numbers p
         where p.user_id = u.id and p.release_due_at is null and 'voice' = any (p.capabilities)
         order by p.number = u.dialer_call_from desc nulls last, p.id limit 1
       ) n
       where me.id = $1 and ($2 = '' or fold(u.first_name || ' ' || u.last_name) like '%' || fold($2) || '%')
     ) found
     order by not (is_online and not on_call), not on_call, lower(name), id limit $5`,
    [userId, q.replaceAll(/[\\%_]/g, '\\$&'), now, since, most],
  );
