import type { Role } from '#contract/access.contract.ts';
import type { MaxPlusPlan } from '#contract/max-plus.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Decided, Line } from './max-plus-line.ts';
import { MANAGED, type Manager } from '../users/managed-people.sql.ts';

/** Someone with their open subscription, if any. */
export interface PersonRow {
  readonly user_id: number;
  readonly name: string;
  readonly roles: Role[];
  readonly business_unit_id: number;
  /** In effect. */
  readonly max_plus_plan: MaxPlusPlan | null;
  /** The subscription; `null`: none. */
  readonly id: number | null;
  readonly payer_id: number | null;
  readonly plan: MaxPlusPlan | null;
  readonly next_plan: MaxPlusPlan | null;
  readonly status: 'active' | 'cancelled' | null;
  readonly started_at: Date | null;
  readonly period_ends_at: Date | null;
  readonly failures: number | null;
}

const PERSON = `select u.id as user_id, btrim(u.first_name || ' ' || u.last_name) as name, u.roles, u.business_unit_id,
    u.max_plus_plan, s.id, s.payer_id, s.plan, s.next_plan, s.status, s.started_at, s.period_ends_at, s.failures
  from users u left join max_plus_subscriptions s on s.user_id = u.id and s.status in ('active', 'cancelled')`;

export const findPerson = async (tx: Tx, userId: number): Promise<PersonRow | null> =>
  (await tx.raw<PersonRow>(`${PERSON} where u.id = $1`, [userId]))[0] ?? null;

/** The people whom a manager manages, in the order of names. */
export const findManaged = (tx: Tx, { userId, reach, businessUnitId }: Manager) =>
  tx.raw<PersonRow>(`${PERSON} where ${MANAGED} order by u.last_name, u.first_name, u.id`, [
    userId,
    reach,
    businessUnitId,
  ]);

export interface Claim {
  readonly key: string;
  readonly payerId: number;
  readonly at: Date;
  readonly lines: readonly Decided[];
}

/**
 * Reserves the subscriptions of a change until it is paid for, so that no other payment covers them: new ones are
 * pending. Returns false when one has changed, or is being paid for; the caller then rolls back.
 */
export async function claimSubscriptions(tx: Tx, { key, payerId, at, lines }: Claim): Promise<boolean> {
  const json = JSON.stringify(lines);
  const fresh = await tx.raw(
    `insert into max_plus_subscriptions (account_id, user_id, payer_id, plan, status, started_at, period_ends_at, due_at, claim)
     select app_account_id(), l."userId", $2, l.plan, 'pending', $3, l."periodEndsAt", l."periodEndsAt", $4
     from json_to_recordset($1) as l("userId" bigint, "subscriptionId" bigint, plan text, "periodEndsAt" timestamptz)
     where l."subscriptionId" is null order by l."userId" on conflict do nothing returning 1`,
    [json, payerId, at, key],
  );
  const held = await tx.raw(
    `with held as (
       select s.id from max_plus_subscriptions s
       join json_to_recordset($1) as l("subscriptionId" bigint, "seenUntil" timestamptz) on l."subscriptionId" = s.id
       where s.claim is null and s.payer_id = $2 and s.status in ('active', 'cancelled') and s.period_ends_at = l."seenUntil"
       order by s.id for update of s
     )
     update max_plus_subscriptions s set claim = $3 from held where s.id = held.id returning 1`,
    [json, payerId, key],
  );
  return fresh.length + held.length === lines.length;
}

/** Stores what is paid for, and puts the plans in effect. Returns the people whom it concerns. */
export async function applyLines(tx: Tx, key: string, lines: readonly Line[]): Promise<number[]> {
  const rows = await tx.raw<{ user_id: number }>(
    `update max_plus_subscriptions s set plan = l.plan, next_plan = l."nextPlan", status = 'active', cancelled_at = null, failures = 0,
       period_ends_at = l."periodEndsAt", due_at = l."periodEndsAt", claim = null
     from json_to_recordset($2) as l("userId" bigint, plan text, "nextPlan" text, "periodEndsAt" timestamptz)
     where s.claim = $1 and s.user_id = l."userId" returning s.user_id`,
    [key, JSON.stringify(lines)],
  );
  return setPlans(tx, rows);
}

/** A renewal keeps a cancellation that came in between. */
export async function renewLines(tx: Tx, key: string, lines: readonly Line[]): Promise<number[]> {
  const rows = await tx.raw<{ user_id: number }>(
    `update max_plus_subscriptions s set plan = l.plan, next_plan = null, failures = 0,
       period_ends_at = l."periodEndsAt", due_at = l."periodEndsAt", claim = null
     from json_to_recordset($2) as l("userId" bigint, plan text, "periodEndsAt" timestamptz)
     where s.claim = $1 and s.user_id = l."userId" returning s.user_id`,
    [key, JSON.stringify(lines)],
  );
  return setPlans(tx, rows);
}

/** Puts in effect what the open subscriptions of people say. */
async function setPlans(tx: Tx, rows: readonly { readonly user_id: number }[]): Promise<number[]> {
  const ids = rows.map(({ user_id }) => user_id).toSorted((one, other) => one - other);
  await tx.raw(
    `update users u set max_plus_plan = (select s.plan from max_plus_subscriptions s
       where s.user_id = u.id and s.status in ('active', 'cancelled'))
     where u.id = any($1)`,
    [ids],
  );
  return ids;
}

/** Gives back what a payment that never happened had reserved. A month that is due is due again, under another key. */
export async function releaseClaim(tx: Tx, key: string, at: Date): Promise<void> {
  await tx.raw(`delete from max_plus_subscriptions where claim = $1 and status = 'pending'`, [key]);
  await tx.raw(
    `update max_plus_subscriptions set claim = null, due_at = case when due_at <= $2 then $2 else due_at end where claim = $1`,
    [key, at],
  );
}

/** A payment of these months failed: they are tried again at `retryAt`, or end after the last try. */
export async function postpone(
  tx: Tx,
  ids: readonly number[],
  { retryAt, tries }: { readonly retryAt: Date; readonly tries: number },
): Promise<{ readonly concerned: number[]; readonly ended: number[] }> {
  const rows = await tx.raw<{ user_id: number; status: string }>(
    `update max_plus_subscriptions set failures = failures + 1, due_at = $2, claim = null,
       status = case when failures + 1 >= $3 or status = 'cancelled' then 'ended' else status end
     where id = any($1) and status in ('active', 'cancelled') returning user_id, status`,
    [ids, retryAt, tries],
  );
  const ended = rows.filter(({ status }) => status === 'ended');
  await setPlans(tx, ended);
  return { concerned: rows.map(({ user_id }) => user_id), ended: ended.map(({ user_id }) => user_id) };
}

export interface DueRow {
  readonly id: number;
  readonly user_id: number;
  readonly plan: MaxPlusPlan;
  readonly next_plan: MaxPlusPlan | null;
  readonly status: 'active' | 'cancelled';
  readonly started_at: Date;
  readonly period_ends_at: Date;
  readonly due_at: Date;
  readonly failures: number;
  readonly claim: string | null;
  /** The user and the one who pays both still work here. */
  readonly both_active: boolean;
}

/** Subscriptions of a payer whose month is over, by id. */
export const findDue = (tx: Tx, payerId: number, at: Date) =>
  tx.raw<DueRow>(
    `select s.id, s.user_id, s.plan, s.next_plan, s.status, s.started_at, s.period_ends_at, s.due_at, s.failures, s.claim,
       u.active and p.active as both_active
     from max_plus_subscriptions s join users u on u.id = s.user_id join users p on p.id = s.payer_id
     where s.payer_id = $1 and s.status in ('active', 'cancelled') and s.due_at <= $2 order by s.id`,
    [payerId, at],
  );

/** Ends those of these subscriptions that no payment is on its way for. Returns the people whom it concerns. */
export async function endSubscriptions(tx: Tx, ids: readonly number[], at: Date): Promise<number[]> {
  const rows = await tx.raw<{ user_id: number }>(
    `update max_plus_subscriptions set status = 'ended', cancelled_at = coalesce(cancelled_at, $2)
     where id = any($1) and claim is null and status in ('active', 'cancelled') returning user_id`,
    [ids, at],
  );
  return setPlans(tx, rows);
}

/** Lasts until the paid month is over. Returns false while a payment is on its way. */
export async function markCancelled(tx: Tx, id: number, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    `update max_plus_subscriptions set status = 'cancelled', cancelled_at = $2, next_plan = null
     where id = $1 and claim is null and status = 'active' returning 1`,
    [id, at],
  );
  return rows.length > 0;
}

/** Has the failed months of a payer tried again. */
export const makeDue = (tx: Tx, payerId: number, at: Date) =>
  tx.raw(`update max_plus_subscriptions set due_at = $2 where payer_id = $1 and failures > 0 and status = 'active'`, [
    payerId,
    at,
  ]);

export const hasSubscription = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.raw(`select from max_plus_subscriptions where user_id = $1 and status <> 'ended'`, [userId])).length > 0;

export interface Place {
  readonly user_id: number;
  readonly business_unit_id: number;
  readonly above: number[];
}

/** Those who see the Max Plus of people: everyone above them, and their business unit. */
export const findPlaces = (tx: Tx, userIds: readonly number[]) =>
  tx.raw<Place>(
    `select u.id as user_id, u.business_unit_id,
       array(select t.ancestor_id from user_tree t where t.descendant_id = u.id and t.depth > 0 order by 1) as above
     from users u where u.id = any($1) order by u.id`,
    [userIds],
  );
