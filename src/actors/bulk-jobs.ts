import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { listBulkJobs, readBulkJob } from '#contract/bulk.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { bulkJobsMachine } from '../machines/bulk/bulk-jobs.machine.ts';
import { observeBulkBroadcasts } from '../realtime/bulk.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import { runningPorts } from './running-ports.ts';

/** The registry of running jobs, a child of the session. */
export const composeBulkJobs = (api: ApiClient, cable: Cable) =>
  bulkJobsMachine.provide({
    actors: runningPorts({
      list: async (_, signal) => {
        const query = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;
        return (await api.call(listBulkJobs, { query, signal })).data;
      },
      read: async ({ id }, signal) => (await api.call(readBulkJob, { params: { id }, signal })).data,
      broadcasts: () => observeBulkBroadcasts(cable, {}),
      workOf: ({ job }) => job,
    }),
  });
