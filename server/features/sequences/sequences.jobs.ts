import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { advance, type AdvanceUse } from './advance.ts';
import { findDue } from './enrollments.sql.ts';

/** Milliseconds between two looks for steps that are due. Ours: a welcome text leaves within the minute. */
export const STEPS_EVERY_MS = 10_000;
/** Milliseconds between two looks for days of contacts. Ours. */
export const DATED_EVERY_MS = 10 * 60_000;

/** Steps of one account, and of all, that are taken between two looks at the others. Ours. */
const MOST_OF_ACCOUNT = 25;
const MOST = 200;
/** Looks of one run. Ours: the next run continues. */
const ROUNDS = 20;
/** Milliseconds until a step that failed is tried again. Ours. */
const AGAIN_MS = 5 * 60_000;

/** Takes the steps that are due, some of each account in turn. */
export async function takeDueSteps(use: AdvanceUse & Pick<Deps, 'log'>, signal?: AbortSignal): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await findDue(use.pool, use.now(), MOST_OF_ACCOUNT, MOST);
    let taken = 0;
    for (const { account_id: accountId, enrollment_id: enrollmentId } of due) {
      if (signal?.aborted === true) return;
      try {
        if (await advance(use, { accountId, enrollmentId })) taken += 1;
      } catch (error) {
        use.log.warn({ err: error, enrollment: enrollmentId }, 'a step of a sequence failed');
        await postpone(use, accountId, enrollmentId);
      }
    }
    if (taken === 0) return;
  }
}

/** One that fails holds up no other. */
const postpone = ({ pool, now }: AdvanceUse, accountId: number, enrollmentId: number) =>
  withAccount(pool, { accountId }, (tx) =>
    tx.raw(
      `update sequence_enrollments set due_at = $2, held_since = coalesce(held_since, due_at)
       where id = $1 and status in ('waiting', 'held')`,
      [enrollmentId, new Date(now().getTime() + AGAIN_MS)],
    ),
  );
