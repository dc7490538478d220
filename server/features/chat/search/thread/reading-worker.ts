import { parentPort } from 'node:worker_threads';
import { type MessageRead, type ReadingTask, readMessage } from './read-message.ts';

export interface Asked {
  readonly id: number;
  readonly task: ReadingTask;
}

/** `ready` comes once, before the first answer. */
export type Told =
  | { readonly ready: true }
  | { readonly id: number; readonly read: MessageRead }
  | { readonly id: number; readonly failure: string };

const tell = (told: Told) => parentPort?.postMessage(told);

parentPort?.on('message', ({ id, task }: Asked) => {
  try {
    tell({ id, read: readMessage(task) });
  } catch (error) {
    tell({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ ready: true });
