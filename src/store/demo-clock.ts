import { createStore } from '@xstate/store';

/** Lead of the demo clock over this machine's, as reported by the server; 0 without one. */
export const demoClock = createStore({
  context: { aheadMs: 0 },
  on: {
    moved: (context, { aheadMs }: { aheadMs: number }) => (aheadMs === context.aheadMs ? context : { aheadMs }),
  },
});

/** Milliseconds since 1970 on the server's clock: what is shown and decided by time follows it. */
export const clockNow = (): number => Date.now() + demoClock.getSnapshot().context.aheadMs;
