import type { Readable } from 'node:stream';

/** Where files lie. Keys are made by the server and are no paths. */
export interface Storage {
  /** Streams a file in; answers its size in bytes. Leaves nothing behind when the source fails. */
  save(key: string, source: Readable): Promise<number>;
  /** @throws when there is no such file. */
  open(key: string): Promise<Readable>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** Removes what uploads left behind that were cut off, by a loss of power for one, before a time. */
  sweep(before: Date): Promise<void>;
}
