import type { Activity, ActivityDirection, ActivityType } from '#contract/timeline/activities.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FoundActivity {
  readonly id: number;
  readonly type: ActivityType;
  readonly body: string;
  readonly direction: ActivityDirection | null;
  readonly at: Date;
  readonly user_id: number;
  readonly user_name: string;
  /** Previous last touch of the contact. `null` for never. */
  readonly touch_before: Date | null;
  /** `null`: not deleted. */
  readonly deleted_at: Date | null;
}

export interface NewActivity {
  readonly contactId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly type: ActivityType;
  readonly body: string;
  readonly direction: ActivityDirection | null;
  readonly at: Date;
  readonly touchBefore: Date | null;
}

export async function insertActivity(tx: Tx, activity: NewActivity): Promise<number> {
  const { contactId, userId, actorId, type, body, direction, at, touchBefore } = activity;
  const rows = await tx.raw<{ id: number }>(
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, body, direction, at, touch_before)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [contactId, userId, actorId, type, body, direction, at, touchBefore],
  );
  if (rows[0] === undefined) throw new Error('the new activity has no row');
  return rows[0].id;
}

/** Locked, also one that was removed. `null`: the contact has no such activity. */
export async function lockActivity(tx: Tx, contactId: number, id: number): Promise<FoundActivity | null> {
  const rows = await tx.raw<FoundActivity>(
    `select a.id, a.type, a.body, a.direction, a.at, a.user_id, trim(u.first_name || ' ' || u.last_name) as user_name,
       a.touch_before, a.deleted_at
     from contact_activities a join users u on u.id = a.user_id
     where a.contact_id = $1 and a.id = $2 for update of a`,
    [contactId, id],
  );
  return rows[0] ?? null;
}

export const setActivityDeleted = (tx: Tx, id: number, at: Date | null) =>
  tx.raw('update contact_activities set deleted_at = $2 where id = $1', [id, at]);

/**
 * Restores the touch before an activity that is removed, unless there was a later one; an activity right after it then
 * follows the earlier touch. One that was logged later for an earlier time is a touch, too.
 */
export async function untouchContact(tx: Tx, contactId: number, at: Date, before: Date | null): Promise<void> {
  await tx.raw('update contact_activities set touch_before = $3 where contact_id = $1 and touch_before = $2', [
    contactId,
    at,
    before,
  ]);
  await tx.raw(
    `update contacts set last_touch_at = greatest($3, (
       select max(a.at) from contact_activities a where a.contact_id = $1 and a.deleted_at is null and a.at <= $2))
     where id = $1 and last_touch_at = $2`,
    [contactId, at, before],
  );
}

export const toActivity = ({ id, type, body, direction, at, user_id, user_name }: FoundActivity): Activity => ({
  id,
  type,
  body,
  direction,
  at: at.toISOString(),
  user: { id: user_id, name: user_name },
});
