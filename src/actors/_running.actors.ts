import { filter, map, type Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { type BulkBroadcast, listBulkJobs, readBulkJob } from '#contract/bulk.contract.ts';
import { listImportAttempts, readImportAttempt } from '#contract/imports.contract.ts';
import { listPrints, type PrintBroadcast, readBatchPrintStatus } from '#contract/printing.contract.ts';
import {
  listTransferAttempts,
  readTransferStatus,
  type TransferAttempt,
  type TransferBroadcast,
} from '#contract/transfers.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { runningMachines } from '../machines/_running/kinds.ts';
import type { RunningAsked, WorkFact } from '../machines/_running/running-work.machine.ts';
import type { Work } from '../machines/_running/work.ts';
import type { AttemptFact } from '../machines/imports/import-context.ts';
import { observeBulkBroadcasts } from '../realtime/bulk.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeImportBroadcasts } from '../realtime/imports.stream.ts';
import { observePrintBroadcasts } from '../realtime/printing.stream.ts';
import { observeTransferBroadcasts } from '../realtime/transfers.stream.ts';

const RUNNING = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;

/** How work of each kind is read and heard. */
export const workSources = (api: ApiClient, cable: Cable) => ({
  import: {
    read: async ({ id }: { id: number }, signal: AbortSignal) =>
      (await api.call(readImportAttempt, { params: { id }, signal })).data,
    broadcasts: (about: Parameters<typeof observeImportBroadcasts>[1]) =>
      observeImportBroadcasts(cable, about).pipe(filter((fact) => fact.type !== 'import.checking')),
    workOf: (fact: AttemptFact) => fact.import,
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
});

/** The lists of running work of one person, one a kind. */
export const composeRunning = (api: ApiClient, cable: Cable) => {
  const sources = workSources(api, cable);
  return {
    import: runningMachines.import.provide({
      actors: runningPorts({
        ...sources.import,
        broadcasts: () => sources.import.broadcasts({}),
        list: async (userId, signal) => {
          const mine = { filter_by: 'user', filter_value: String(userId) } as const;
          const query = { tab: 'running', page: 1, limit: MAX_PAGE_LIMIT, ...mine } as const;
          return (await api.call(listImportAttempts, { query, signal })).data;
        },
      }),
    }),
    bulk: runningMachines.bulk.provide({
      actors: runningPorts({
        ...sources.bulk,
        broadcasts: () => sources.bulk.broadcasts({}),
        list: async (_, signal) => (await api.call(listBulkJobs, { query: RUNNING, signal })).data,
      }),
    }),
    transfer: composeRunningTransfers(api, cable, 'own'),
    print: runningMachines.print.provide({
      actors: runningPorts({
        ...sources.print,
        broadcasts: () => sources.print.broadcasts({}),
        list: async (_, signal) => (await api.call(listPrints, { query: RUNNING, signal })).data,
      }),
    }),
  };
};

/** Running transfers of the person, or of everybody in their downline for the page that lists those. */
export const composeRunningTransfers = (api: ApiClient, cable: Cable, audience: 'own' | 'downline') => {
  const source = workSources(api, cable).transfer;
  return runningMachines.transfer.provide({
    actors: runningPorts({
      ...source,
      broadcasts: () => source.broadcasts(audience === 'own' ? {} : { audience }),
      list: async (userId, signal) => {
        const { data } = await api.call(listTransferAttempts, { query: RUNNING, signal });
        const isOwn = ({ user, to }: TransferAttempt) => [user, ...to].some(({ id }) => id === userId);
        return audience === 'own' ? data.filter(isOwn) : data.filter(({ user }) => user.id !== userId);
      },
    }),
  });
};

interface RunningSource<W extends Work, Fact> {
  /** The work of a person that runs. */
  readonly list: (userId: number, signal: AbortSignal) => Promise<readonly W[]>;
  /** The state of work that the list no longer has. */
  readonly read: (work: W, signal: AbortSignal) => Promise<W>;
  readonly broadcasts: () => Observable<Fact | StreamBroadcast>;
  readonly workOf: (fact: Fact) => W;
}

/** The ports of a machine of running work. */
export const runningPorts = <W extends Work, Fact extends { readonly type: string }>(
  source: RunningSource<W, Fact>,
) => ({
  listRunning: fromPromise<readonly W[], RunningAsked<W>>(async ({ input: { userId, known }, signal }) => {
    const running = await source.list(userId, signal);
    const missing = known.filter(({ id }) => !running.some((one) => one.id === id));
    const answers = await Promise.all(missing.map((one) => source.read(one, signal).catch(nullIfGone)));
    return [...running, ...answers.filter((one) => one !== null)];
  }),
  ownBroadcasts: fromEventObservable<WorkFact<W>, undefined>(() => factsOf(source.broadcasts(), source.workOf)),
});

/** Broadcasts of a kind as facts about work. */
export const factsOf = <W extends Work, Fact extends { readonly type: string }>(
  broadcasts: Observable<Fact | StreamBroadcast>,
  workOf: (fact: Fact) => W,
): Observable<WorkFact<W>> =>
  broadcasts.pipe(map((fact): WorkFact<W> => (isOfStream(fact) ? fact : { type: 'work.told', work: workOf(fact) })));

const isOfStream = (fact: { readonly type: string }): fact is StreamBroadcast => fact.type.startsWith('stream.');

/** @throws {ApiError} an error that says nothing about the work. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.kind === 'notFound') return null;
  throw error;
}
