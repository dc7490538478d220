import { defer, map, type Observable, retry, switchMap, timer } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { backOff } from '#rules/time/back-off.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { runningMachines } from '../../machines/_running/kinds.ts';
import type { RunningAsked, WorkFact } from '../../machines/_running/running-work.machine.ts';
import type { Work } from '../../machines/_running/work.ts';
import type { Cable } from '../../realtime/cable.ts';
import { loadsLate } from '../_frame/late-part.ts';

/** Milliseconds after the frame: the page comes first. Ours. */
const LOADS_MS = 500;

/** Milliseconds until sources that did not load are loaded again. Ours. */
const LOAD_AGAIN = { first: 2_000, longest: 60_000 };

/** The lists of running work of one person, one per kind. Their contracts and streams are no part of the first script. */
export const composeRunning = (api: ApiClient, cable: Cable) => {
  const loadLate = loadsLate(LOADS_MS, async () => (await import('./running-sources.ts')).runningSources(api, cable));
  let loaded: ReturnType<typeof loadLate> | null = null;
  const load = () => {
    loaded ??= loadLate().catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
  return {
    import: runningMachines.import.provide({ actors: runningPorts(async () => (await load()).import) }),
    broadcast: runningMachines.broadcast.provide({ actors: runningPorts(async () => (await load()).broadcast) }),
    bulk: runningMachines.bulk.provide({ actors: runningPorts(async () => (await load()).bulk) }),
    transfer: runningMachines.transfer.provide({ actors: runningPorts(async () => (await load()).transfer) }),
    print: runningMachines.print.provide({ actors: runningPorts(async () => (await load()).print) }),
    dryRun: runningMachines.dryRun.provide({ actors: runningPorts(async () => (await load()).dryRun) }),
    verification: runningMachines.verification.provide({
      actors: runningPorts(async () => (await load()).verification),
    }),
  };
};

interface RunningSource<W extends Work, Fact> {
  /** The work of a person that runs. */
  readonly list: (userId: number, signal: AbortSignal) => Promise<readonly W[]>;
  /** The state of work that the list no longer has. */
  readonly read: (work: W, signal: AbortSignal) => Promise<W>;
  readonly broadcasts: () => Observable<Fact | StreamBroadcast>;
  readonly workOf: (fact: Fact) => W;
}

/** The ports of a machine of running work. The broadcasts wait until the source has loaded. */
export const runningPorts = <W extends Work, Fact extends { readonly type: string }>(
  load: () => Promise<RunningSource<W, Fact>>,
) => ({
  listRunning: fromPromise<readonly W[], RunningAsked<W>>(async ({ input: { userId, known }, signal }) => {
    const source = await load();
    const running = await source.list(userId, signal);
    const missing = known.filter(({ id }) => !running.some((one) => one.id === id));
    const answers = await Promise.all(missing.map((one) => source.read(one, signal).catch(nullIfGone)));
    return [...running, ...answers.filter((one) => one !== null)];
  }),
  ownBroadcasts: fromEventObservable<WorkFact<W>, undefined>(() =>
    defer(load).pipe(
      retry({ delay: (_, failures) => timer(backOff(LOAD_AGAIN, failures - 1)) }),
      switchMap((source) => factsOf(source.broadcasts(), source.workOf)),
    ),
  ),
});

/** Broadcasts of a kind as facts about work. */
export const factsOf = <W extends Work, Fact extends { readonly type: string }>(
  broadcasts: Observable<Fact | StreamBroadcast>,
  workOf: (fact: Fact) => W,
): Observable<WorkFact<W>> =>
  broadcasts.pipe(map((fact): WorkFact<W> => (isOfStream(fact) ? fact : { type: 'work.told', work: workOf(fact) })));

const isOfStream = (fact: { readonly type: string }): fact is StreamBroadcast => fact.type.startsWith('stream.');

/** @throws {ApiError} an error that isn't about the work itself. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.kind === 'notFound') return null;
  throw error;
}
