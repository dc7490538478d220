import { FINISHED, moved } from '#rules/workflows/flow-machine.ts';
import { type FlowState, planOf, stepOf } from '#rules/workflows/flow-run.ts';
import { isFork } from '#rules/workflows/flow-steps.ts';
import type { Tx } from '../../db/tx.ts';
import { findVersion, type RunRow, stateOf } from './runs.sql.ts';

/** Where a contact is once a person skips its step: behind it, or in its second branch. */
export async function movedOn(tx: Tx, run: RunRow, at: Date): Promise<FlowState> {
  const plan = planOf((await findVersion(tx, run.version_id)).definition);
  const state = stateOf(run);
  const step = stepOf(plan, state);
  const next = step === null ? FINISHED : moved(plan.machine, step.id, isFork(step) ? 'no' : 'next');
  const calm = { ...state, since: null, note: '' };
  return next === FINISHED
    ? { ...calm, stage: 'done', at: null }
    : { ...calm, stage: 'ready', step: next, at: at.getTime() };
}
