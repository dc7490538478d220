import { useSyncExternalStore } from 'react';
import type { Seen } from '../../../actors/machines/actor-seen.ts';
import { useActors } from '../app-context.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

export interface Machines {
  /** All machines of this tab as they are now. */
  readonly seen: Seen;
  /** The facts of this tab for a bug report; `now` in milliseconds of the epoch. */
  readonly surroundings: (now: number) => Surroundings;
}

/** The machines of this tab, at most one change a frame. */
export function useMachines(): Machines {
  const actors = useActors();
  const { subscribe, getSnapshot } = actors.recorder;
  return {
    seen: useSyncExternalStore(subscribe, getSnapshot),
    surroundings: (now) => surroundingsOf(actors, now),
  };
}
