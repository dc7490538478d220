import { type FileHandle, open, rm } from 'node:fs/promises';
import { WAV_HEADER, wavHeader } from './wav.ts';

/** Chunks that wait for a slow disk at most, each a second. Ours: then memory would grow. */
const MOST_WAITING = 30;

/**
 * A growing stereo mu-law WAV. Its header is correct after every chunk, so that a process that dies leaves a playable
 * file. The first disk fault ends it; the written part stays.
 */
export class WavFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #onFault: (fault: Error) => void;
  #bytes = 0;
  #waiting = 0;
  /** Nothing more is taken; what waits is still written. */
  #full = false;
  #lost = false;
  #done: Promise<void> = Promise.resolve();

  private constructor(path: string, handle: FileHandle, onFault: (fault: Error) => void) {
    this.path = path;
    this.#handle = handle;
    this.#onFault = onFault;
  }

  /** @throws when the disk does not take it; `onFault` hears of what happens later, once. */
  static async create(path: string, onFault: (fault: Error) => void): Promise<WavFile> {
    const handle = await open(path, 'wx', 0o600);
    const file = new WavFile(path, handle, onFault);
    await handle.write(wavHeader(2, 0), 0, WAV_HEADER, 0);
    return file;
  }

  /** Takes a chunk, also an empty one, which says that the file is still written. */
  write(interleaved: Buffer): void {
    if (this.#full) return;
    if (this.#waiting >= MOST_WAITING) {
      this.#fail(new Error('the disk is too slow for the recording'));
      return;
    }
    this.#waiting++;
    this.#done = this.#done
      .then(() => (this.#lost ? undefined : this.#append(interleaved)))
      .catch((error: unknown) => {
        this.#lost = true;
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => this.#waiting--);
  }

  /** Size of the whole file. */
  get bytes(): number {
    return WAV_HEADER + this.#bytes;
  }

  /** Answers the samples of each channel that lie there. */
  async close(): Promise<number> {
    await this.#done;
    await this.#handle.close();
    return this.#bytes / 2;
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }

  async #append(interleaved: Buffer): Promise<void> {
    await this.#handle.write(interleaved, 0, interleaved.length, WAV_HEADER + this.#bytes);
    this.#bytes += interleaved.length;
    await this.#handle.write(wavHeader(2, this.#bytes), 0, WAV_HEADER, 0);
  }

  #fail(fault: Error): void {
    if (this.#full) return;
    this.#full = true;
    this.#onFault(fault);
  }
}
