import type { MinutesRequest } from '#contract/phone/call.contract.ts';
import type { Tx } from '../../../db/tx.ts';

/** A request, and who is asked. */
export interface RequestRow extends Omit<MinutesRequest, 'created_at'> {
  readonly account_id: number;
  readonly manager_id: number;
  readonly created_at: Date;
  /** Granted minutes; `null`: unanswered, or declined. */
  readonly granted: number | null;
}

const REQUEST = `r.id, r.account_id, r.manager_id, r.minutes, r.note, r.status, r.granted, r.created_at,
  json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as user`;

interface Asked {
  readonly userId: number;
  readonly managerId: number;
  readonly minutes: number;
  readonly note: string;
  readonly at: Date;
}

/** `null`: the user already has an open one. */
export async function insertRequest(
  tx: Tx,
  { userId, managerId, minutes, note, at }: Asked,
): Promise<RequestRow | null> {
  const rows = await tx.raw<RequestRow>(
    `with r as (
       insert into minutes_requests (account_id, user_id, manager_id, minutes, note, created_at)
       values (app_account_id(), $1, $2, $3, $4, $5)
       on conflict (user_id) where status = 'open' do nothing returning *)
     select ${REQUEST} from r join users u on u.id = r.user_id`,
    [userId, managerId, minutes, note, at],
  );
  return rows[0] ?? null;
}

/**
 * Open requests addressed to a user, oldest first; also those in their downline whose manager can no longer sign in.
 */
export const findOpenRequests = (tx: Tx, userId: number): Promise<RequestRow[]> =>
  tx.raw(
    `select ${REQUEST} from minutes_requests r join users u on u.id = r.user_id join users m on m.id = r.manager_id
     where r.status = 'open' and u.active and (r.manager_id = $1 or not m.active)
       and exists (select from user_tree t where t.ancestor_id = $1 and t.descendant_id = r.user_id and t.depth > 0)
     order by r.id`,
    [userId],
  );

/** A request from the downline, locked until the commit. `null`: none. */
export async function lockRequestBelow(tx: Tx, id: number, userId: number): Promise<RequestRow | null> {
  const rows = await tx.raw<RequestRow>(
    `select ${REQUEST} from minutes_requests r join users u on u.id = r.user_id
     where r.id = $1
       and exists (select from user_tree t where t.ancestor_id = $2 and t.descendant_id = r.user_id and t.depth > 0)
     for no key update of r`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** `granted`: `null` declines. */
export const settleRequest = (tx: Tx, id: number, granted: number | null, at: Date) =>
  tx.raw(
    `update minutes_requests set status = case when $2::int is null then 'declined' else 'granted' end, granted = $2,
       answered_at = $3 where id = $1`,
    [id, granted, at],
  );

/**
 * Minutes that the manager's subscription has left for its licenses; `null`: without a limit. Locks the subscription of a
 * paid license; `unpaid` when it isn't paid, or doesn't exist.
 */
export async function findRoom(tx: Tx, userId: number): Promise<'unpaid' | { readonly left: number | null }> {
  const [row] = await tx.raw<{ subscription_id: number; bought: number | null }>(
    `select s.id as subscription_id, (s.allocation * s.quantity)::int as bought
     from plan_licenses l join plan_subscriptions s on s.id = l.subscription_id
     where l.user_id = $1 and l.kind = 'dialer' and l.paid for no key update of s`,
    [userId],
  );
  if (row === undefined) return 'unpaid';
  if (row.bought === null) return { left: null };
  const [given] = await tx.raw<{ total: number }>(
    'select coalesce(sum(allocation), 0)::int as total from plan_licenses where subscription_id = $1',
    [row.subscription_id],
  );
  return { left: Math.max(row.bought - (given?.total ?? 0), 0) };
}

/** Raises the minutes of a license. */
export const raiseAllocation = (tx: Tx, userId: number, minutes: number) =>
  tx.raw(`update plan_licenses set allocation = allocation + $2 where user_id = $1 and kind = 'dialer'`, [
    userId,
    minutes,
  ]);

export const findEmail = async (tx: Tx, userId: number): Promise<string> =>
  (await tx.raw<{ email: string }>('select email from users where id = $1', [userId]))[0]?.email ?? '';
