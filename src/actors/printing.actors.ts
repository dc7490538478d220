import { fromEventObservable, fromPromise } from 'xstate';
import { batchPrint, cancelPrint, type PrintJob, readBatchPrintStatus } from '#contract/printing.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { batchPrintMachine } from '../machines/printing/batch-print.machine.ts';
import type { PrintFact, PrintOrder } from '../machines/printing/print-context.ts';
import type { Cable } from '../realtime/cable.ts';
import { observePrintBroadcasts } from '../realtime/printing.stream.ts';

/** The machine of one print. */
export const composePrinting = (api: ApiClient, cable: Cable) => ({
  batchPrint: batchPrintMachine.provide({
    actors: {
      startPrint: fromPromise<PrintJob, PrintOrder>(
        async ({ input: { key, ...body } }) => (await api.call(batchPrint, { body, idempotencyKey: key })).data,
      ),
      readPrint: fromPromise<PrintJob, { jid: string }>(
        async ({ input, signal }) => (await api.call(readBatchPrintStatus, { body: input, signal })).data,
      ),
      changeWork: fromPromise<PrintJob, { id: number; change: 'cancel' }>(
        async ({ input }) => (await api.call(cancelPrint, { params: { id: input.id } })).data,
      ),
      workBroadcasts: fromEventObservable<PrintFact, { id: number }>(({ input }) =>
        observePrintBroadcasts(cable, { print_job_id: input.id }),
      ),
    },
  }),
});
