import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';

/** True while facts are expected: it is sent, or the audience of a large draft is counted. */
export const isMoving = ({ status, audience }: Pick<Broadcast, 'status' | 'audience'>): boolean =>
  status === 'sending' || (status === 'draft' && audience === null);

/** True while it is sent, or waits for someone to resume it. One that is scheduled doesn't run yet. */
export const isUnderWay = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'sending' || status === 'paused';
