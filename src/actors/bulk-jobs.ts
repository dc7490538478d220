import { fromEventObservable, fromPromise } from 'xstate';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { type BulkJob, listBulkJobs } from '#contract/bulk.contract.ts';
import type { ApiClient } from '../api/client.ts';
import type { BulkFact } from '../machines/bulk/bulk-context.ts';
import { bulkJobsMachine } from '../machines/bulk/bulk-jobs.machine.ts';
import { observeBulkBroadcasts } from '../realtime/bulk.stream.ts';
import type { Cable } from '../realtime/cable.ts';

/** The registry of running jobs, a child of the session. */
export const composeBulkJobs = (api: ApiClient, cable: Cable) =>
  bulkJobsMachine.provide({
    actors: {
      listRunning: fromPromise<readonly BulkJob[], undefined>(async ({ signal }) => {
        const query = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;
        return (await api.call(listBulkJobs, { query, signal })).data;
      }),
      ownBroadcasts: fromEventObservable<BulkFact, undefined>(() => observeBulkBroadcasts(cable, {})),
    },
  });
