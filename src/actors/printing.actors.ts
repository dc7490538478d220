import { fromPromise } from 'xstate';
import { batchPrint, type PrintJob } from '#contract/printing.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { batchPrintMachine } from '../machines/printing/batch-print.machine.ts';
import type { PrintOrder } from '../machines/printing/print-context.ts';

/** The machine that starts a print job. */
export const composePrinting = (api: ApiClient) => ({
  batchPrint: batchPrintMachine.provide({
    actors: {
      startPrint: fromPromise<PrintJob, PrintOrder>(
        async ({ input: { key, ...body } }) => (await api.call(batchPrint, { body, idempotencyKey: key })).data,
      ),
    },
  }),
});
