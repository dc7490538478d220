import { Subject } from 'rxjs';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { broadcastMachine } from '../../src/machines/broadcasts/broadcast.machine.ts';
import type { AskedChange, BroadcastNews, DraftSave } from '../../src/machines/broadcasts/broadcast-context.ts';
import { broadcast } from './broadcast-fixtures.ts';

/** Lets promises that are settled be heard. */
export const heard = () => new Promise((resolve) => setImmediate(resolve));

/** A broadcast whose requests wait for an answer of the test, in the order asked. */
export function open() {
  const clock = new SimulatedClock();
  const news$ = new Subject<BroadcastNews>();
  const reads: PromiseWithResolvers<Broadcast>[] = [];
  const saves: (PromiseWithResolvers<Broadcast> & DraftSave)[] = [];
  const changes: (PromiseWithResolvers<Broadcast | null> & AskedChange)[] = [];
  let keys = 0;
  const machine = broadcastMachine.provide({
    actors: {
      readBroadcast: fromPromise(() => {
        const pending = Promise.withResolvers<Broadcast>();
        reads.push(pending);
        return pending.promise;
      }),
      saveDraft: fromPromise(({ input }) => {
        const pending = Promise.withResolvers<Broadcast>();
        saves.push({ ...pending, ...input.save });
        return pending.promise;
      }),
      changeBroadcast: fromPromise(({ input }) => {
        const pending = Promise.withResolvers<Broadcast | null>();
        changes.push({ ...pending, ...input.asked });
        return pending.promise;
      }),
      broadcastNews: fromEventObservable(() => news$),
    },
  });
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const actor = createActor(machine, { clock, input: { id: 71, newKey } }).start();
  const now = () => actor.getSnapshot();
  const hear = (told: Broadcast) => news$.next({ type: 'broadcast.told', broadcast: told });
  return { actor, send: actor.send, clock, news$, hear, reads, saves, changes, now, stage: () => now().value.stage };
}

/** The same, read. */
export async function openAs(differs: Partial<Broadcast> = {}) {
  const opened = open();
  opened.reads[0]?.resolve(broadcast(differs));
  await heard();
  return opened;
}
