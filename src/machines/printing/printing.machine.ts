import type { ActorRefFrom } from 'xstate';
import type { PrintJob } from '#contract/printing.contract.ts';
import { runningWork } from '../_running/running-work.ts';
import { isRunning } from './print-context.ts';

/** The prints of one person that run. */
export const printingMachine = runningWork<PrintJob>('printing', isRunning);

export type PrintingActor = ActorRefFrom<typeof printingMachine>;
