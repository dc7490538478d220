import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { WORK_KINDS, type WorkKind, type WorkOf } from '../../machines/_running/kinds.ts';
import type { RunningActor } from '../../machines/_running/running-work.machine.ts';
import type { Work } from '../../machines/_running/work.ts';
import { useApp } from '../_base/use-app.ts';

/** Work with its kind. */
export type AnyWork = { readonly [K in WorkKind]: { readonly kind: K; readonly work: WorkOf[K] } }[WorkKind];

/** The work of this person that runs, of every kind. */
export function useRunningWork(): readonly AnyWork[] {
  const { features } = useApp();
  const lists = useMemo(() => {
    const actors = WORK_KINDS.map((kind) => features[kind] as unknown as RunningActor<Work>);
    const all = {
      subscribe: (notify: () => void) => {
        const subscriptions = actors.map((actor) => actor.subscribe(notify));
        return { unsubscribe: () => subscriptions.forEach((subscription) => subscription.unsubscribe()) };
      },
      getSnapshot: () => actors.map((actor) => actor.getSnapshot().context.running),
    };
    // All lists as one actor, limited to the parts that `useSelector` uses.
    return all as unknown as Pick<AnyActorRef, 'subscribe'> & typeof all;
  }, [features]);
  const running = useSelector(lists, (now) => now, isSame);
  return useMemo(
    () =>
      running.flatMap((list, index) =>
        Object.values(list).map((work) => ({ kind: WORK_KINDS[index], work }) as unknown as AnyWork),
      ),
    [running],
  );
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((list, index) => list === other[index]);
