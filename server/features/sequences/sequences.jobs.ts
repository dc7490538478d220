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

interface Due {
  readonly account_id: number;
  readonly id: number;
}

/** How the steps of one kind are found, taken, and put off. */
export interface Stepping {
  readonly name: string;
  readonly find: (at: Date, mostOfAccount: number, most: number) => Promise<readonly Due[]>;
  /** False: nothing was due, or another process has it. */
  readonly take: (due: Due) => Promise<boolean>;
  /** One that fails holds up no other. */
  readonly postpone: (due: Due, until: Date) => Promise<unknown>;
}

/** Takes what is due, some of each account in turn. */
export async function takeInTurns(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  { name, find, take, postpone }: Stepping,
  signal?: AbortSignal,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    let taken = 0;
    for (const due of await find(now(), MOST_OF_ACCOUNT, MOST)) {
      if (signal?.aborted === true) return;
      try {
        if (await take(due)) taken += 1;
      } catch (error) {
        log.warn({ err: error, [name]: due.id }, `a step of a ${name} failed`);
        await postpone(due, new Date(now().getTime() + AGAIN_MS));
      }
    }
    if (taken === 0) return;
  }
}

/** Takes the steps of campaigns that are due. */
export const takeDueSteps = (use: AdvanceUse & Pick<Deps, 'log'>, signal?: AbortSignal): Promise<void> =>
  takeInTurns(
    use,
    {
      name: 'sequence',
      find: (...asked) => findDue(use.pool, ...asked),
      take: ({ account_id: accountId, id: enrollmentId }) => advance(use, { accountId, enrollmentId }),
      postpone: ({ account_id: accountId, id }, until) => postpone(use, accountId, id, until),
    },
    signal,
  );

const postpone = ({ pool }: AdvanceUse, accountId: number, enrollmentId: number, until: Date) =>
  withAccount(pool, { accountId }, (tx) =>
    tx.raw(
      `update sequence_enrollments set due_at = $2, held_since = coalesce(held_since, due_at)
       where id = $1 and status in ('waiting', 'held')`,
      [enrollmentId, until],
    ),
  );
