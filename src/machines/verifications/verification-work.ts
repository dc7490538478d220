import type { VerificationRun } from '#contract/verifications.contract.ts';
import { type KindOfWork, WORK_QUIET_MS, type WorkCommand, type WorkStage } from '../_running/work.ts';

type Run = Pick<VerificationRun, 'status'>;

/** True when the server is working on it, so that updates are expected. */
export const isRunning = ({ status }: Run): boolean => status === 'queued' || status === 'working';

const stageOf = (run: Run): WorkStage => (isRunning(run) ? 'running' : run.status === 'paused' ? 'paused' : 'ended');

const offers = (run: Run, command: WorkCommand): boolean => {
  const stage = stageOf(run);
  return stage !== 'ended' && (command === 'cancel' || command === (stage === 'paused' ? 'resume' : 'pause'));
};

/** Verification runs: paused, resumed and canceled, never undone, since an answer is an answer. */
export const verificationWork: KindOfWork<VerificationRun> = {
  refOf: ({ id }) => id,
  stageOf,
  offers,
  quietMs: WORK_QUIET_MS,
  givesUp: false,
};
