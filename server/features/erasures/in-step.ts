import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { ERASURE_STEPS, type ErasureStep } from './erasure-step.ts';
import { changeErasure, type ErasurePatch, type ErasureRow, lockRunning } from './erasures.sql.ts';

export type Ground = Pick<Deps, 'pool' | 'storage' | 'seal' | 'now' | 'log'>;

/** Statements over whole tables, for which no request waits. Ours. */
const LONG = { statementTimeoutMs: 10 * 60_000 };

/** Runs a step in one transaction, unless another process has done it. */
export function inStep(
  { pool }: Ground,
  { account_id: accountId, id, step, cursor }: ErasureRow,
  work: (tx: Tx) => Promise<ErasurePatch>,
): Promise<void> {
  return withAccount(
    pool,
    { accountId },
    async (tx) => {
      const held = await lockRunning(tx, id);
      if (held === null || held.step !== step || held.cursor !== cursor) return;
      await changeErasure(tx, id, await work(tx));
    },
    LONG,
  );
}

export const stepAfter = (step: ErasureStep): ErasureStep => ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1] ?? step;
