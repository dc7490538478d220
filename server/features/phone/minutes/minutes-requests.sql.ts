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

/** Raises the minutes of a paid license. False when it isn't paid, or doesn't exist. */
export const raiseAllocation = async (tx: Tx, userId: number, minutes: number): Promise<boolean> =>
  (
    await tx.raw('update dialer_licenses set allocation = allocation + $2 where user_id = $1 and paid returning id', [
      userId,
      minutes,
    ])
  ).length > 0;

export const findEmail = async (tx: Tx, userId: number): Promise<string> =>
  (await tx.raw<{ email: string }>('select email from users where id = $1', [userId]))[0]?.email ?? '';
