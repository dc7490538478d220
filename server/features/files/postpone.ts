import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type PutOff, postponeRow } from './postpone.sql.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds before each retry; together a day. Our choice: the first steps are those of the runner. */
const TRIES_AFTER_MS = [
  2 * SECOND_MS,
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
] as const;

interface Attempt {
  readonly accountId: number;
  readonly table: PutOff;
  readonly id: number;
  readonly signal: AbortSignal;
}

/**
 * Does the work of a row. After a failure the row waits without blocking others; `resumeFiles` retries it. After the
 * last attempt it is given up.
 * @throws when the database is down by then, and when the signal aborts.
 */
export async function orPostpone(
  deps: Deps,
  { accountId, table, id, signal }: Attempt,
  work: () => Promise<void>,
  giveUp: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (signal.aborted) throw error;
    deps.log.warn({ err: error, accountId, table, id }, 'work on a file failed');
    const isOver = await withAccount(deps.pool, { accountId }, (tx) =>
      postponeRow(tx, table, id, { now: deps.now(), afterMs: TRIES_AFTER_MS }),
    );
    if (isOver) await giveUp();
  }
}
