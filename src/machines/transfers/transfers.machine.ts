import type { ActorRefFrom } from 'xstate';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { runningWork } from '../_running/running-work.ts';
import { isRunning } from './transfer-context.ts';

/** The transfers of one person that run, and their reverts. */
export const transfersMachine = runningWork<TransferAttempt>('transfers', isRunning);

export type TransfersActor = ActorRefFrom<typeof transfersMachine>;
