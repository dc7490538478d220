import { createStore } from '@xstate/store';

/** How far the clock of the demo world is ahead of this machine's, as the server says; 0 where there is none. */
export const demoClock = createStore({
  context: { aheadMs: 0 },
  on: {
    moved: (context, { aheadMs }: { aheadMs: number }) => (aheadMs === context.aheadMs ? context : { aheadMs }),
  },
});

/** Milliseconds since 1970 on the server's clock: what is shown and decided by time follows it. */
export const clockNow = (): number => Date.now() + demoClock.getSnapshot().context.aheadMs;
