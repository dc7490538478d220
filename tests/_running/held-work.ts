import { Subject } from 'rxjs';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import { followedWork } from '../../src/machines/_running/followed-work.machine.ts';
import type { WorkFact } from '../../src/machines/_running/running-work.machine.ts';
import type { KindOfWork, Work, WorkChange, WorkCommand, WorkStage } from '../../src/machines/_running/work.ts';

/** Work of a kind that has every stage and offers every command. */
export interface Held extends Work {
  readonly name: string;
  readonly at: WorkStage;
}

export const held = (differs: Partial<Held> = {}): Held => ({
  id: 61,
  version: 7,
  name: 'w',
  at: 'running',
  ...differs,
});

const OFFERS: Readonly<Record<WorkStage, readonly WorkCommand[]>> = {
  running: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  ended: ['undo'],
};

export const QUIET_MS = 2_000;

const kind: Omit<KindOfWork<Held>, 'refOf'> = {
  stageOf: ({ at }) => at,
  offers: ({ at }, command) => OFFERS[at].includes(command),
  quietMs: QUIET_MS,
  givesUp: true,
};

export const heldByNumber = followedWork<Held>({ ...kind, refOf: ({ id }) => id });
export const heldByName = followedWork<Held, string>({ ...kind, refOf: ({ name }) => name });
export const heldForGood = followedWork<Held>({ ...kind, refOf: ({ id }) => id, givesUp: false });

/** Work that is followed, with everything that waits for an answer, in the order asked. */
export function follow(machine = heldByNumber, work?: Held) {
  const clock = new SimulatedClock();
  const facts$ = new Subject<WorkFact<Held>>();
  const reads: PromiseWithResolvers<Held>[] = [];
  const changes: (PromiseWithResolvers<Held> & { asked: { id: number; change: WorkChange; key: string } })[] = [];
  let keys = 0;
  const logic = machine.provide({
    actors: {
      readWork: fromPromise(() => {
        const pending = Promise.withResolvers<Held>();
        reads.push(pending);
        return pending.promise;
      }),
      changeWork: fromPromise(({ input }) => {
        const pending = { ...Promise.withResolvers<Held>(), asked: input };
        changes.push(pending);
        return pending.promise;
      }),
      workBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const newKey = () => `key ${(keys += 1)}`;
  const actor = createActor(logic, { clock, input: { ref: 61, newKey, ...(work && { work }) } }).start();
  return {
    actor,
    clock,
    facts$,
    reads,
    changes,
    now: () => actor.getSnapshot(),
    stage: () => actor.getSnapshot().value.stage,
    tell: (told: Held) => facts$.next({ type: 'work.told', work: told }),
    drop: () => facts$.next({ type: 'stream.lost', stream: 'held:61', epoch: 'e', offset: 3 }),
    reply: async (answer: Held | Error, to = reads.length - 1) => {
      if (answer instanceof Error) reads[to]?.reject(answer);
      else reads[to]?.resolve(answer);
      await settle();
    },
    agree: async (answer: Held | Error, to = changes.length - 1) => {
      if (answer instanceof Error) changes[to]?.reject(answer);
      else changes[to]?.resolve(answer);
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => void setImmediate(resolve));
