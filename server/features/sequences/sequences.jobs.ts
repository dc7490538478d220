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
/** Looks of one run. Ours: 10,000 steps of one account, and the next run continues. */
const ROUNDS = 400;
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
  /** How many of one account are taken together; if that fails, each is taken alone. */
  readonly together: number;
  /** Answers how many were taken: the others weren't due, or another process has them. */
  readonly take: (accountId: number, ids: readonly number[]) => Promise<number>;
  /** One that fails holds up no other. */
  readonly postpone: (due: Due, until: Date) => Promise<unknown>;
}

/** Takes what is due, some of each account in turn. */
export async function takeInTurns(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  stepping: Stepping,
  signal?: AbortSignal,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    let taken = 0;
    const due = await stepping.find(now(), MOST_OF_ACCOUNT, MOST);
    for (const [accountId, ids] of togetherOf(due, stepping.together)) {
      if (signal?.aborted === true) return;
      taken += await takeThese({ now, log }, stepping, accountId, ids);
    }
    if (taken === 0) return;
  }
}

/** Ids by account, so many together, in the order in which they are due. */
function togetherOf(due: readonly Due[], most: number): (readonly [accountId: number, ids: number[]])[] {
  const groups = [...Map.groupBy(due, ({ account_id: accountId }) => accountId)].flatMap(([accountId, of]) =>
    Array.from({ length: Math.ceil(of.length / most) }, (_, at) => ({
      accountId,
      at,
      ids: of.slice(at * most, (at + 1) * most).map(({ id }) => id),
    })),
  );
  return groups.toSorted((a, b) => a.at - b.at).map(({ accountId, ids }) => [accountId, ids] as const);
}

async function takeThese(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  stepping: Stepping,
  accountId: number,
  ids: readonly number[],
): Promise<number> {
  try {
    return await stepping.take(accountId, ids);
  } catch (error) {
    const [id] = ids;
    if (id === undefined) return 0;
    if (ids.length > 1) {
      let taken = 0;
      for (const one of ids) taken += await takeThese({ now, log }, stepping, accountId, [one]);
      return taken;
    }
    log.warn({ err: error, [stepping.name]: id }, `a step of a ${stepping.name} failed`);
    await stepping.postpone({ account_id: accountId, id }, new Date(now().getTime() + AGAIN_MS));
    return 0;
  }
}

/** Takes the steps of campaigns that are due. */
export const takeDueSteps = (use: AdvanceUse & Pick<Deps, 'log'>, signal?: AbortSignal): Promise<void> =>
  takeInTurns(
    use,
    {
      name: 'sequence',
      find: (...asked) => findDue(use.pool, ...asked),
      together: 1,
      take: async (accountId, [enrollmentId = 0]) => ((await advance(use, { accountId, enrollmentId })) ? 1 : 0),
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
