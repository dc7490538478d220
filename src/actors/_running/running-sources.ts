import { filter } from 'rxjs';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { listBroadcasts, readBroadcast } from '#contract/broadcasts.contract.ts';
import type { BroadcastFact } from '#contract/broadcasts/events.contract.ts';
import type { BulkBroadcast } from '#contract/bulk/broadcasts.contract.ts';
import { listBulkJobs, readBulkJob } from '#contract/bulk.contract.ts';
import { listImportAttempts, readImportAttempt } from '#contract/imports.contract.ts';
import { listPrints, type PrintBroadcast, readBatchPrintStatus } from '#contract/printing.contract.ts';
import {
  listTransferAttempts,
  readTransferStatus,
  type TransferAttempt,
  type TransferBroadcast,
} from '#contract/transfers.contract.ts';
import {
  listVerificationRuns,
  readVerificationRun,
  type VerificationBroadcast,
} from '#contract/verifications.contract.ts';
import { type DryRunBroadcast, listDryRuns, readDryRun } from '#contract/workflows/dry-runs.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import type { AttemptFact } from '../../machines/imports/import-context.ts';
import { observeBroadcastFacts } from '../../realtime/broadcasts.stream.ts';
import { observeBulkBroadcasts } from '../../realtime/bulk.stream.ts';
import type { Cable } from '../../realtime/cable.ts';
import { observeDryRunBroadcasts } from '../../realtime/workflows.stream.ts';
import { observeImportBroadcasts } from '../../realtime/imports.stream.ts';
import { observePrintBroadcasts } from '../../realtime/printing.stream.ts';
import { observeVerificationBroadcasts } from '../../realtime/verifications.stream.ts';
import { observeTransferBroadcasts } from '../../realtime/transfers.stream.ts';

const RUNNING = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;

/** Sources for reading and observing each kind of work. */
export const workSources = (api: ApiClient, cable: Cable) => ({
  import: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readImportAttempt, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeImportBroadcasts>[1]) =>
      observeImportBroadcasts(cable, about).pipe(filter((fact) => fact.type !== 'import.checking')),
    workOf: (fact: AttemptFact) => fact.import,
  },
  broadcast: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readBroadcast, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeBroadcastFacts>[1]) => observeBroadcastFacts(cable, about),
    workOf: ({ broadcast }: BroadcastFact) => broadcast,
  },
  bulk: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readBulkJob, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeBulkBroadcasts>[1]) => observeBulkBroadcasts(cable, about),
    workOf: ({ job }: BulkBroadcast) => job,
  },
  transfer: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readTransferStatus, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeTransferBroadcasts>[1]) => observeTransferBroadcasts(cable, about),
    workOf: ({ transfer }: TransferBroadcast) => transfer,
  },
  print: {
    read: async ({ jid }: { jid: string }, signal: AbortSignal) =>
      (await api.call(readBatchPrintStatus, { body: { jid }, signal })).data,
    broadcasts: (about: Parameters<typeof observePrintBroadcasts>[1]) => observePrintBroadcasts(cable, about),
    workOf: ({ job }: PrintBroadcast) => job,
  },
  verification: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readVerificationRun, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeVerificationBroadcasts>[1]) =>
      observeVerificationBroadcasts(cable, about),
    workOf: ({ run }: VerificationBroadcast) => run,
  },
  dryRun: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readDryRun, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeDryRunBroadcasts>[1]) => observeDryRunBroadcasts(cable, about),
    workOf: ({ dry_run: run }: DryRunBroadcast) => run,
  },
});

/** The running work of one person, one source per kind. */
export const runningSources = (api: ApiClient, cable: Cable) => {
  const sources = workSources(api, cable);
  return {
    import: {
      ...sources.import,
      broadcasts: () => sources.import.broadcasts({}),
      list: async (userId: number, signal: AbortSignal) => {
        const mine = { filter_by: 'user', filter_value: String(userId) } as const;
        const query = { tab: 'running', page: 1, limit: MAX_PAGE_LIMIT, ...mine } as const;
        return (await api.call(listImportAttempts, { query, signal })).data;
      },
    },
    broadcast: {
      ...sources.broadcast,
      broadcasts: () => sources.broadcast.broadcasts({}),
      list: async (_: number, signal: AbortSignal) => {
        const query = { ...RUNNING, mine: 'true' } as const;
        return (await api.call(listBroadcasts, { query, signal })).data;
      },
    },
    bulk: {
      ...sources.bulk,
      broadcasts: () => sources.bulk.broadcasts({}),
      list: async (_: number, signal: AbortSignal) => (await api.call(listBulkJobs, { query: RUNNING, signal })).data,
    },
    transfer: runningTransfers(api, cable, 'own'),
    print: {
      ...sources.print,
      broadcasts: () => sources.print.broadcasts({}),
      list: async (_: number, signal: AbortSignal) => (await api.call(listPrints, { query: RUNNING, signal })).data,
    },
    verification: {
      ...sources.verification,
      broadcasts: () => sources.verification.broadcasts({}),
      list: async (_: number, signal: AbortSignal) =>
        (await api.call(listVerificationRuns, { query: RUNNING, signal })).data,
    },
    dryRun: {
      ...sources.dryRun,
      broadcasts: () => sources.dryRun.broadcasts({}),
      list: async (_: number, signal: AbortSignal) => (await api.call(listDryRuns, { query: RUNNING, signal })).data,
    },
  };
};

/** Running transfers of the user, or of their downline for the page that lists those. */
export const runningTransfers = (api: ApiClient, cable: Cable, audience: 'own' | 'downline') => {
  const source = workSources(api, cable).transfer;
  return {
    ...source,
    broadcasts: () => source.broadcasts(audience === 'own' ? {} : { audience }),
    list: async (userId: number, signal: AbortSignal) => {
      const { data } = await api.call(listTransferAttempts, { query: RUNNING, signal });
      const isOwn = ({ user, to }: TransferAttempt) => [user, ...to].some(({ id }) => id === userId);
      return audience === 'own' ? data.filter(isOwn) : data.filter(({ user }) => user.id !== userId);
    },
  };
};
