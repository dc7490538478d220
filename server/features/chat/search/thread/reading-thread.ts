import { Worker } from 'node:worker_threads';
import type { MessageRead, ReadingTask } from './read-message.ts';
import type { Asked, Told } from './reading-worker.ts';

/**
 * Milliseconds that one reading may take. Ours: the longest that the limits allow takes 0.25 s on a busy machine; one with
 * ten times as much to do must not refuse what a quiet one reads.
 */
const READING_MS = 5_000;

/** Megabytes of memory of the thread. Ours: the names of a large agency take a few. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 } as const;

/** A message took longer than `READING_MS`. */
export class TooSlowToRead extends Error {
  override readonly name = 'TooSlowToRead';
}

/** Calls back once a reading took too long; returns how to prevent that. */
type Limit = (end: () => void) => () => void;

const afterReadingMs: Limit = (end) => {
  const timer = setTimeout(end, READING_MS);
  return () => clearTimeout(timer);
};

interface Waiting {
  readonly task: ReadingTask;
  readonly resolve: (read: MessageRead) => void;
  readonly reject: (error: Error) => void;
}

/** Reads messages one after the other in a thread of its own, so that none holds up the requests of others. */
export class ReadingThread {
  readonly #url: URL;
  readonly #limit: Limit;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #isReady = false;
  #current: Waiting | null = null;
  #lift: () => void = () => undefined;
  #asked = 0;

  constructor(url = new URL('./reading-worker.ts', import.meta.url), limit: Limit = afterReadingMs) {
    this.#url = url;
    this.#limit = limit;
  }

  /** @throws {TooSlowToRead}; a new thread then reads the messages behind it. */
  read(task: ReadingTask): Promise<MessageRead> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#worker ??= this.#start();
      this.#next();
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { resourceLimits: LIMITS, execArgv: [] });
    // A process ends without waiting for its thread.
    worker.unref();
    worker.on('message', (told: Told) => {
      if (worker === this.#worker) this.#hear(told);
    });
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#restart(error);
    });
    return worker;
  }

  #hear(told: Told): void {
    if ('ready' in told) this.#isReady = true;
    else if (told.id === this.#asked) {
      this.#lift();
      const asked = this.#current;
      this.#current = null;
      if ('read' in told) asked?.resolve(told.read);
      else asked?.reject(new Error(told.failure));
    }
    this.#next();
  }

  #next(): void {
    if (!this.#isReady || this.#current !== null) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#current = next;
    this.#asked += 1;
    this.#worker?.postMessage({ id: this.#asked, task: next.task } satisfies Asked);
    this.#lift = this.#limit(() => this.#restart(new TooSlowToRead()));
  }

  /** The reading that the thread died of fails; a thread that can't even start fails them all. */
  #restart(error: Error): void {
    this.#lift();
    const failed = this.#isReady ? [this.#current] : [this.#current, ...this.#waiting.splice(0)];
    void this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#current = null;
    for (const one of failed) one?.reject(error);
    if (this.#waiting.length > 0) this.#worker = this.#start();
  }
}

const thread = new ReadingThread();

/** Reads a message in the thread of this process. @throws {TooSlowToRead} */
export const readInThread = (task: ReadingTask): Promise<MessageRead> => thread.read(task);
