import { useMemo, useSyncExternalStore } from 'react';
import type { Cable, Freshness } from '../../realtime/cable.ts';
import { useActors } from './app-context.ts';

/** Returns how current the displayed data is. */
export function useFreshness(): Freshness {
  const { cable } = useActors();
  const last = useMemo(() => lastOf(cable), [cable]);
  return useSyncExternalStore(last.subscribe, last.read);
}

/** The latest freshness for React: the cable replays the current one to subscribers. */
function lastOf({ freshness$ }: Cable) {
  let last: Freshness = { state: 'connecting' };
  return {
    subscribe: (onChange: () => void) => {
      const listening = freshness$.subscribe((freshness) => {
        last = freshness;
        onChange();
      });
      return () => listening.unsubscribe();
    },
    read: () => last,
  };
}
