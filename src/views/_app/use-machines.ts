import { useSyncExternalStore } from 'react';
import type { Seen } from '../../actors/actor-seen.ts';
import { useActors } from './app-context.ts';
import { reportOf } from './machines-report.ts';

export interface Machines {
  /** All machines of this tab as they are now. */
  readonly seen: Seen;
  /** The report of a bug, with the machines as they were seen at `now`, milliseconds of the epoch; absent: this moment. */
  readonly textOf: (seen: Seen, now?: number) => string;
}

/** The machines of this tab, at most one change a frame. */
export function useMachines(): Machines {
  const actors = useActors();
  const { subscribe, getSnapshot } = actors.recorder;
  return {
    seen: useSyncExternalStore(subscribe, getSnapshot),
    textOf: (seen, now) => reportOf(actors, seen, undefined, now),
  };
}
