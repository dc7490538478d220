import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';

/** True while it is sent, or waits for someone to resume it. One that is scheduled doesn't run yet. */
export const isUnderWay = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'sending' || status === 'paused';
