import type { Broadcast, BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';

/** What a person can do with a broadcast. */
export type BroadcastCommand = 'edit' | 'schedule' | 'delete' | 'unschedule' | 'pause' | 'resume' | 'stop';

const OFFERED: Readonly<Record<BroadcastStatus, readonly BroadcastCommand[]>> = {
  draft: ['edit', 'schedule', 'delete'],
  scheduled: ['unschedule', 'stop'],
  sending: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  done: [],
  stopped: [],
  failed: [],
};

/** Statuses that may follow. The server changes a status by this table alone. */
const FOLLOWS: Readonly<Record<BroadcastStatus, readonly BroadcastStatus[]>> = {
  // Failed: its audience can't be counted any more.
  draft: ['scheduled', 'sending', 'failed'],
  scheduled: ['draft', 'sending', 'stopped', 'failed'],
  sending: ['paused', 'done', 'stopped', 'failed'],
  paused: ['sending', 'stopped'],
  done: [],
  stopped: [],
  failed: [],
};

/** Returns whether the status allows a command; whose broadcast it is decides the server. */
export const offers = ({ status }: Pick<Broadcast, 'status'>, command: BroadcastCommand): boolean =>
  OFFERED[status].includes(command);

export const mayFollow = (now: BroadcastStatus, next: BroadcastStatus): boolean => FOLLOWS[now].includes(next);

/** True while the server has work with it, so that facts are expected. A paused one waits for a person. */
export const isRunning = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'scheduled' || status === 'sending' || status === 'paused';

/** True when nothing of it will be sent any more; reports of carriers and replies may still come. */
export const hasEnded = ({ status }: Pick<Broadcast, 'status'>): boolean => FOLLOWS[status].length === 0;
