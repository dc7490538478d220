import type { Readable } from 'node:stream';

/** Both ends count, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Pattern of file keys: a plain name, never a path. */
export const KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{7,99}$/;

/** @throws when it is none. */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of the storage.`);
  return key;
}

/** There are no bytes under a key. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
  readonly code = 'ENOENT';

  constructor(key: string, options: ErrorOptions) {
    super(`ENOENT: there is no file "${key}" in the storage.`, options);
  }
}

/** File storage. The server creates the keys; they are not paths. */
export interface Storage {
  /** Streams a file in; answers its size in bytes. Leaves nothing behind when the source fails. */
  save(key: string, source: Readable): Promise<number>;
  /** Reads the whole file or a range of its bytes. @throws {MissingFile} when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
  /** Names of whole files that start so and came before a time, page by page. */
  list(prefix: string, before: Date): AsyncIterable<readonly string[]>;
  /** Removes what uploads left behind that were cut off, by a loss of power for one, before a time. */
  sweep(before: Date): Promise<void>;
}
