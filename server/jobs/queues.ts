import type { JobName } from './job-queue.ts';

/** Seconds without a sign of life after which a worker counts as dead. Source: the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;

/** Seconds a job may stay with one worker; the heartbeat finds a dead one long before. */
const EXPIRE_SECONDS = 6 * 3600;

/** Times that a job survives the death or the stop of its worker. A job that fails has its own count (runner). */
const LIVES = 1_000;

export interface QueueOptions {
  /** `exclusive`: at most one job of a key is queued or active. */
  readonly policy: 'exclusive' | 'standard';
  readonly retryLimit: number;
  /** Seconds; none, so that another worker takes over from a dead one immediately. */
  readonly retryDelay: number;
  readonly retryBackoff: boolean;
  readonly expireInSeconds: number;
  readonly heartbeatSeconds: number;
  /** Wakes the workers on commit, by LISTEN/NOTIFY. */
  readonly notify: boolean;
}

const long: QueueOptions = {
  policy: 'exclusive',
  retryLimit: LIVES,
  retryDelay: 0,
  retryBackoff: false,
  expireInSeconds: EXPIRE_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  notify: true,
};

export const QUEUES: readonly { readonly name: JobName; readonly options: QueueOptions }[] = [
  { name: 'imports.read', options: long },
  { name: 'imports.check', options: long },
  { name: 'imports.run', options: long },
  { name: 'imports.undo', options: long },
  { name: 'bulk.run', options: long },
  { name: 'bulk.undo', options: long },
  { name: 'phone.fetchRecording', options: long },
  { name: 'printing.run', options: long },
  { name: 'duplicates.check', options: long },
  { name: 'transfers.run', options: long },
  { name: 'transfers.revert', options: long },
  { name: 'files.check', options: long },
  { name: 'files.attach', options: long },
  { name: 'messages.send', options: long },
  { name: 'reference.rename', options: long },
];
