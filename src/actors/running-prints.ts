import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { listPrints, readBatchPrintStatus } from '#contract/printing.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { printingMachine } from '../machines/printing/printing.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { observePrintBroadcasts } from '../realtime/printing.stream.ts';
import { runningPorts } from './running-ports.ts';

/** The registry of running prints, a child of the session. */
export const composePrints = (api: ApiClient, cable: Cable) =>
  printingMachine.provide({
    actors: runningPorts({
      list: async (_, signal) => {
        const query = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;
        return (await api.call(listPrints, { query, signal })).data;
      },
      read: async ({ jid }, signal) => (await api.call(readBatchPrintStatus, { body: { jid }, signal })).data,
      broadcasts: () => observePrintBroadcasts(cable, {}),
      workOf: ({ job }) => job,
    }),
  });
