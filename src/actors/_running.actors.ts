import { filter, map, type Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { listBulkJobs, readBulkJob } from '#contract/bulk.contract.ts';
import { listImportAttempts, readImportAttempt } from '#contract/imports.contract.ts';
import { listPrints, readBatchPrintStatus } from '#contract/printing.contract.ts';
import { listTransferAttempts, readTransferStatus, type TransferAttempt } from '#contract/transfers.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { runningMachines } from '../machines/_running/kinds.ts';
import type { RunningAsked, Work, WorkFact } from '../machines/_running/running-work.machine.ts';
import type { AttemptFact } from '../machines/imports/import-context.ts';
import { observeBulkBroadcasts } from '../realtime/bulk.stream.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeImportBroadcasts } from '../realtime/imports.stream.ts';
import { observePrintBroadcasts } from '../realtime/printing.stream.ts';
import { observeTransferBroadcasts } from '../realtime/transfers.stream.ts';

const RUNNING = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;

/** The lists of running work of one person, one a kind. */
export const composeRunning = (api: ApiClient, cable: Cable) => ({
  import: runningMachines.import.provide({
    actors: runningPorts({
      list: async (userId, signal) => {
        const mine = { filter_by: 'user', filter_value: String(userId) } as const;
        const query = { tab: 'running', page: 1, limit: MAX_PAGE_LIMIT, ...mine } as const;
        return (await api.call(listImportAttempts, { query, signal })).data;
      },
      read: async ({ id }, signal) => (await api.call(readImportAttempt, { params: { id }, signal })).data,
      broadcasts: () => observeImportBroadcasts(cable, {}).pipe(filter((fact) => fact.type !== 'import.checking')),
      workOf: (fact: AttemptFact) => fact.import,
    }),
  }),
  bulk: runningMachines.bulk.provide({
    actors: runningPorts({
      list: async (_, signal) => (await api.call(listBulkJobs, { query: RUNNING, signal })).data,
      read: async ({ id }, signal) => (await api.call(readBulkJob, { params: { id }, signal })).data,
      broadcasts: () => observeBulkBroadcasts(cable, {}),
      workOf: ({ job }) => job,
    }),
  }),
  transfer: composeRunningTransfers(api, cable, 'own'),
  print: runningMachines.print.provide({
    actors: runningPorts({
      list: async (_, signal) => (await api.call(listPrints, { query: RUNNING, signal })).data,
      read: async ({ jid }, signal) => (await api.call(readBatchPrintStatus, { body: { jid }, signal })).data,
      broadcasts: () => observePrintBroadcasts(cable, {}),
      workOf: ({ job }) => job,
    }),
  }),
});

/** Running transfers of the person, or of everybody in their downline for the page that lists those. */
export const composeRunningTransfers = (api: ApiClient, cable: Cable, audience: 'own' | 'downline') =>
  runningMachines.transfer.provide({
    actors: runningPorts({
      list: async (userId, signal) => {
        const { data } = await api.call(listTransferAttempts, { query: RUNNING, signal });
        const isOwn = ({ user, to }: TransferAttempt) => [user, ...to].some(({ id }) => id === userId);
        return audience === 'own' ? data.filter(isOwn) : data.filter(({ user }) => user.id !== userId);
      },
      read: async ({ id }, signal) => (await api.call(readTransferStatus, { params: { id }, signal })).data,
      broadcasts: () => observeTransferBroadcasts(cable, audience === 'own' ? {} : { audience }),
      workOf: ({ transfer }) => transfer,
    }),
  });

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
  ownBroadcasts: fromEventObservable<WorkFact<W>, undefined>(() =>
    source
      .broadcasts()
      .pipe(map((fact): WorkFact<W> => (isOfStream(fact) ? fact : { type: 'work.told', work: source.workOf(fact) }))),
  ),
});

const isOfStream = (fact: { readonly type: string }): fact is StreamBroadcast => fact.type.startsWith('stream.');

/** @throws {ApiError} an error that says nothing about the work. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.kind === 'notFound') return null;
  throw error;
}
