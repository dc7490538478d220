import type { FlowDryRun } from '#contract/workflows/dry-runs.contract.ts';
import { type KindOfWork, WORK_QUIET_MS } from '../_running/work.ts';

type Run = Pick<FlowDryRun, 'status'>;

/** True when the server is working on it, so that updates are expected. */
export const isRunning = ({ status }: Run): boolean => status === 'queued' || status === 'working';

/** Dry runs of workflows: they can be canceled; there is nothing to undo. */
export const dryRunWork: KindOfWork<FlowDryRun> = {
  refOf: ({ id }) => id,
  stageOf: (run) => (isRunning(run) ? 'running' : 'ended'),
  offers: (run, command) => command === 'cancel' && isRunning(run),
  quietMs: WORK_QUIET_MS,
  givesUp: false,
};
