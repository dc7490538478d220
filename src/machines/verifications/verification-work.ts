import type { RunStatus, VerificationRun } from '#contract/verifications.contract.ts';
import { type KindOfWork, WORK_QUIET_MS, type WorkCommand, type WorkStage } from '../_running/work.ts';

const STAGES: Readonly<Record<RunStatus, WorkStage>> = {
  queued: 'running',
  working: 'running',
  paused: 'paused',
  cancelled: 'ended',
  complete: 'ended',
  failed: 'ended',
};

const OFFERED: Readonly<Record<WorkStage, readonly WorkCommand[]>> = {
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  ended: [],
};

/** True when the server is working on it, so that updates are expected. */
export const isRunning = ({ status }: Pick<VerificationRun, 'status'>): boolean => STAGES[status] === 'running';

/** Verification runs: paused, resumed and canceled, never undone, since an answer is an answer. */
export const verificationWork: KindOfWork<VerificationRun> = {
  refOf: ({ id }) => id,
  stageOf: ({ status }) => STAGES[status],
  offers: ({ status }, command) => OFFERED[STAGES[status]].includes(command),
  quietMs: WORK_QUIET_MS,
  givesUp: false,
};
