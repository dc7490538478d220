import type { Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { followedMachines } from '../../machines/_running/followed-kinds.ts';
import type { WorkFact } from '../../machines/_running/running-work.machine.ts';
import type { Work } from '../../machines/_running/work.ts';
import type { Cable } from '../../realtime/cable.ts';
import { factsOf } from './running.actors.ts';
import { workSources } from './running-sources.ts';
import { type AskedChange, workChanges } from './work-changes.ts';

/** The machines that follow one piece of work, one a kind. */
export const composeFollowed = (api: ApiClient, cable: Cable) => {
  const sources = workSources(api, cable);
  const changes = workChanges(api);
  return {
    bulk: followedMachines.bulk.provide({
      actors: followedPorts({
        ...sources.bulk,
        read: (id: number, signal) => sources.bulk.read({ id }, signal),
        broadcasts: (id) => sources.bulk.broadcasts({ bulk_job_id: id }),
        change: changes.bulk,
      }),
    }),
    transfer: followedMachines.transfer.provide({
      actors: followedPorts({
        ...sources.transfer,
        read: (id: number, signal) => sources.transfer.read({ id }, signal),
        broadcasts: (id) => sources.transfer.broadcasts({ transfer_attempt_id: id }),
        change: changes.transfer,
      }),
    }),
    print: followedMachines.print.provide({
      actors: followedPorts({
        ...sources.print,
        read: (jid: string, signal) => sources.print.read({ jid }, signal),
        broadcasts: (id) => sources.print.broadcasts({ print_job_id: id }),
        change: changes.print,
      }),
    }),
    verification: followedMachines.verification.provide({
      actors: followedPorts({
        ...sources.verification,
        read: (id: number, signal) => sources.verification.read({ id }, signal),
        broadcasts: (id) => sources.verification.broadcasts({ verification_run_id: id }),
        change: changes.verification,
      }),
    }),
    dryRun: followedMachines.dryRun.provide({
      actors: followedPorts({
        ...sources.dryRun,
        read: (id: number, signal) => sources.dryRun.read({ id }, signal),
        broadcasts: (id) => sources.dryRun.broadcasts({ dry_run_id: id }),
        change: changes.dryRun,
      }),
    }),
  };
};

interface FollowedSource<W extends Work, Ref, Fact> {
  readonly read: (ref: Ref, signal: AbortSignal) => Promise<W>;
  readonly change: (asked: AskedChange) => Promise<W>;
  readonly broadcasts: (id: number) => Observable<Fact | StreamBroadcast>;
  readonly workOf: (fact: Fact) => W;
}

const followedPorts = <W extends Work, Ref, Fact extends { readonly type: string }>(
  source: FollowedSource<W, Ref, Fact>,
) => ({
  readWork: fromPromise<W, { ref: Ref }>(({ input, signal }) => source.read(input.ref, signal)),
  changeWork: fromPromise<W, AskedChange>(({ input }) => source.change(input)),
  workBroadcasts: fromEventObservable<WorkFact<W>, { id: number }>(({ input }) =>
    factsOf(source.broadcasts(input.id), source.workOf),
  ),
});
