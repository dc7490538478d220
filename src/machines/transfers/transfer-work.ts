import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { type KindOfWork, WORK_QUIET_MS } from '../_running/work.ts';
import { isRunning, stageOf, stillMoved } from './transfer-stage.ts';

/** Transfers, and their revert. A canceled or failed one resumes, also after a part of it was reverted. */
export const transferWork: KindOfWork<TransferAttempt> = {
  refOf: ({ id }) => id,
  stageOf: (attempt) => (isRunning(attempt) ? 'running' : 'ended'),
  offers: (attempt, command) => {
    const isOpen = !isRunning(attempt) && stageOf(attempt) !== 'reverted';
    switch (command) {
      case 'cancel':
        return ['queued', 'processing'].includes(stageOf(attempt));
      case 'resume':
        return isOpen && attempt.status !== 'complete';
      case 'undo':
        return isOpen && stillMoved(attempt) > 0;
      default:
        return false;
    }
  },
  quietMs: WORK_QUIET_MS,
  givesUp: false,
};
