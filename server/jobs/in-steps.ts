import { type Tx, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';

export interface Steps<Step extends object = object> {
  readonly accountId: number;
  /** Name of the work in the log. */
  readonly names: Readonly<Record<string, number>>;
  /** `null` when there is nothing left to do. */
  readonly step: (tx: Tx) => Promise<Step | null>;
  /** Ends the work with a message, for a failure that an immediate retry can't fix. */
  readonly fail: (tx: Tx, failure: string) => Promise<void>;
  /** The sentence for a fault of ours. */
  readonly ours: string;
}

/**
 * Runs the steps, one transaction each, until none is left or the process stops.
 * @throws the error of a step when a retry may succeed.
 */
export async function inSteps(deps: Pick<Deps, 'pool' | 'log'>, steps: Steps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if ((await oneStep(deps, steps, signal)) === null) return;
  }
}

/** Runs one step. `null`: there was none, or it has failed for good. @throws like `inSteps`. */
export async function oneStep<Step extends object>(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  { accountId, names, step, fail, ours }: Steps<Step>,
  signal: AbortSignal,
): Promise<Step | null> {
  try {
    return await withAccount(pool, { accountId }, step);
  } catch (error) {
    if (signal.aborted) return null;
    const failure = sentenceOf(error, ours);
    if (failure === null) throw error;
    if (!(error instanceof Refusal)) log.error({ err: error, ...names }, 'work in steps failed');
    await withAccount(pool, { accountId }, (tx) => fail(tx, failure));
    return null;
  }
}

/** `null` when the database is down. */
function sentenceOf(error: unknown, ours: string): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof TypeError || error instanceof RangeError) return ours;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLSTATE classes of faulty data and faulty statements.
  return /^(22|23|42)...$/.test(code) ? ours : null;
}
