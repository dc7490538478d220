import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { inSteps } from '../../jobs/in-steps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { WorkMeter } from '../../jobs/work-meter.ts';
import { type AttemptPatch, changeAttempt, lockAttempt } from './transfer-attempts.sql.ts';
import { tellAttempt } from './transfer-events.ts';
import { tellFailed } from './transfer-notices.ts';
import { insertLog } from './transfer-logs.sql.ts';
import { moveStep, revertStep, type Watch } from './transfer-steps.ts';

/** External dependencies of the jobs. */
type Ground = Pick<Deps, 'pool' | 'now' | 'log'>;

/** Job `transfers.run`: moves contacts chunk by chunk; a killed one resumes at its cursor. */
export const runTransfer = (deps: Ground, data: JobData['transfers.run'], signal: AbortSignal): Promise<void> =>
  work(deps, data, signal, {
    step: (tx, watch) => moveStep(deps, tx, data.transferId, watch),
    ended: () => ({ status: 'failed', finished_at: deps.now() }),
    event: 'failed',
    ours: 'The transfer failed because of an error on our side. Transferred contacts stay with the new owner. You can revert them.',
  });

/** Job `transfers.revert`: puts contacts back chunk by chunk. */
export const revertTransfer = (deps: Ground, data: JobData['transfers.revert'], signal: AbortSignal): Promise<void> =>
  work(deps, data, signal, {
    step: (tx, watch) => revertStep(deps, tx, data.transferId, watch),
    ended: () => ({ reverting: false, revert_ids: null }),
    event: 'revert_failed',
    ours: 'The revert failed because of an error on our side. Contacts already returned stay returned.',
  });

interface Work {
  readonly step: (tx: Tx, watch: Watch) => Promise<object | null>;
  /** Errors that end the work. */
  readonly ended: () => AttemptPatch;
  readonly event: string;
  readonly ours: string;
}

function work(
  deps: Ground,
  { accountId, transferId }: JobData['transfers.run'],
  signal: AbortSignal,
  { step, ended, event, ours }: Work,
): Promise<void> {
  const meter = new WorkMeter();
  const watch = { measure: (rows: number) => meter.add(rows), tell: tellAttempt, isAnswered: false };
  const fail = async (tx: Tx, failure: string) => {
    await lockAttempt(tx, transferId);
    await insertLog(tx, transferId, { event, userId: null, text: failure }, deps.now());
    const failed = await changeAttempt(tx, transferId, { ...ended(), failure, rate: 0 }, deps.now());
    await tellAttempt(tx, failed);
    await tellFailed(tx, failed, event === 'failed' ? 'transfer' : 'revert', deps.now());
  };
  return inSteps(deps, { accountId, names: { transferId }, step: (tx) => step(tx, watch), fail, ours }, signal);
}
