import { useMemo, useSyncExternalStore } from 'react';
import { createTicks } from '../../actors/_frame/ticks.ts';

/** Milliseconds of the epoch, or of another clock, read again every `everyMs`. `read` is the same with every render. */
export function useTicks(everyMs: number, read: () => number = Date.now): number {
  const ticks = useMemo(() => createTicks(everyMs, read), [everyMs, read]);
  return useSyncExternalStore(ticks.subscribe, ticks.getSnapshot);
}
