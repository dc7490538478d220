import { map, type Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import { ApiError } from '../api/errors.ts';
import type { RunningAsked, Work, WorkFact } from '../machines/_running/running-work.ts';

interface RunningSource<W extends Work, Fact> {
  /** What runs for a person. */
  readonly list: (userId: number, signal: AbortSignal) => Promise<readonly W[]>;
  /** How one stands that the list does not have any more. */
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

/** @throws {ApiError} what is no answer about the work. */
function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.kind === 'notFound') return null;
  throw error;
}
