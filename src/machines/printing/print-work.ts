import type { PrintJob, PrintStatus } from '#contract/printing.contract.ts';
import type { KindOfWork } from '../_running/work.ts';

/** Milliseconds of silence after which a print is read by its jid. Ours: it reports more often while running. */
export const PRINT_QUIET_MS = 2_000;

const RUNNING: readonly PrintStatus[] = ['queued', 'working', 'cancelling'];

/** True when the server is working on it, so that updates are expected. */
export const isRunning = ({ status }: Pick<PrintJob, 'status'>): boolean => RUNNING.includes(status);

/** Prints: asked for by their jid, and done in seconds. */
export const printWork: KindOfWork<PrintJob, string> = {
  refOf: ({ jid }) => jid,
  stageOf: (job) => (isRunning(job) ? 'running' : 'ended'),
  offers: (job, command) => command === 'cancel' && isRunning(job) && job.status !== 'cancelling',
  quietMs: PRINT_QUIET_MS,
  givesUp: true,
};
