import type { JobName } from './job-queue.ts';

/** Seconds without a sign of life after which a worker counts as dead. Source: the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;

/** Seconds a job may stay with one worker; the heartbeat finds a dead one long before. */
const EXPIRE_SECONDS = 6 * 3600;

/**
 * Times that a job survives the death or the stop of its worker until it next fails or gives up its slot. Ours: work
 * that kills every worker must not go on forever. Failures have their own count (runner).
 */
const LIVES = 20;

/** Seconds before each retry of a failed job. Source: promise P20, after an immediate first retry. */
const RETRIES_AFTER_S = [2, 60, 300, 1_800, 7_200, 43_200] as const;
/** The same for a message the recipient is waiting for: after some minutes they request a new one. */
const RETRIES_OF_CODES_AFTER_S = [2, 10, 60, 300] as const;

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

export interface QueueEntry {
  readonly name: JobName;
  readonly options: QueueOptions;
  /** Jobs that run side by side in a process. */
  readonly slots: number;
  /** The most of them that jobs of one account take. */
  readonly slotsOfAccount: number;
  readonly retriesAfterS: readonly number[];
  /** Its work resumes at a cursor, so a long job can leave its slot to others after a while. */
  readonly isSliced: boolean;
}

/** Work on two cores, of which PostgreSQL takes the other: two at a time, of two accounts. */
const work = (name: JobName): QueueEntry => ({
  name,
  options: long,
  slots: 2,
  slotsOfAccount: 1,
  retriesAfterS: RETRIES_AFTER_S,
  isSliced: false,
});
const slicedWork = (name: JobName): QueueEntry => ({ ...work(name), isSliced: true });
/** A resumed job reads its file from the start, so it keeps its slot, and there are slots for more accounts. */
const fileWork = (name: JobName): QueueEntry => ({ ...work(name), slots: 4 });
/** Messages wait for an answer of their carrier, so more of them fit. */
const messages = (name: JobName, retriesAfterS: readonly number[]): QueueEntry => ({
  name,
  options: long,
  slots: 4,
  slotsOfAccount: 3,
  retriesAfterS,
  isSliced: false,
});

export const QUEUES: readonly QueueEntry[] = [
  work('imports.read'),
  fileWork('imports.check'),
  fileWork('imports.run'),
  work('imports.undo'),
  slicedWork('broadcasts.run'),
  slicedWork('bulk.run'),
  slicedWork('bulk.undo'),
  work('phone.fetchRecording'),
  work('printing.run'),
  slicedWork('verifications.run'),
  // A person waits for it: after some minutes it has failed.
  { ...slicedWork('workflows.dryRun'), retriesAfterS: RETRIES_OF_CODES_AFTER_S },
  slicedWork('duplicates.check'),
  slicedWork('transfers.run'),
  slicedWork('transfers.revert'),
  work('erasures.run'),
  work('files.check'),
  work('files.attach'),
  slicedWork('records.writeRxWords'),
  slicedWork('reference.rename'),
  messages('messages.send', RETRIES_AFTER_S),
  messages('messages.sendCode', RETRIES_OF_CODES_AFTER_S),
  work('mail.read'),
  messages('texts.send', RETRIES_AFTER_S),
  // Endpoints may be slow; each attempt waits for one of them.
  { ...messages('webhooks.send', RETRIES_AFTER_S), isSliced: true },
];
