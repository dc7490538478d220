import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { type FileType, MAX_FILE_BYTES } from '#contract/files.contract.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { cleanName } from './file-name.ts';
import { FileRefusal, HEAD_BYTES, requireBytes, typeOfName } from './file-types.ts';

export interface KeptFile {
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly fileKey: string;
}

export interface Arriving {
  readonly fileName: string;
  readonly stream: Readable;
  /** True once the stream was cut at its limit. */
  readonly truncated: () => boolean;
}

/** Creates a random storage name, which reveals nothing. */
export const newFileKey = (): string => `file-${randomUUID()}`;

/** Passes bytes through, keeps the first ones and notices a NUL, which no text has. */
class HeadWatch extends Transform {
  readonly #parts: Buffer[] = [];
  #held = 0;
  hasNul = false;

  override _transform(bytes: Buffer, _: BufferEncoding, done: (error: null, bytes: Buffer) => void): void {
    if (this.#held < HEAD_BYTES) {
      const part = Buffer.from(bytes.subarray(0, HEAD_BYTES - this.#held));
      this.#parts.push(part);
      this.#held += part.length;
    }
    this.hasNul ||= bytes.includes(0);
    done(null, bytes);
  }

  head(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/**
 * Streams a file into the storage, and holds its name and its first bytes against what is allowed, and a text to its
 * end. Memory holds the first bytes only; a file that is not taken leaves nothing behind.
 * @throws {FileRefusal} with the reason.
 */
export async function keepFile(
  storage: Storage,
  { fileName, stream, truncated }: Arriving,
  maxBytes = MAX_FILE_BYTES,
): Promise<KeptFile> {
  const name = cleanName(fileName);
  const type = typeOfName(name);
  const fileKey = newFileKey();
  const watch = new HeadWatch();
  stream.on('error', (error) => watch.destroy(error));
  const bytes = await storage.save(fileKey, stream.pipe(watch));
  try {
    if (truncated()) throw new FileRefusal(`The file is larger than ${maxBytes / 2 ** 20} MB.`);
    await requireBytes(type, { head: watch.head(), hasNul: watch.hasNul });
    return { name, type, bytes, fileKey };
  } catch (error) {
    await storage.remove(fileKey);
    throw error;
  }
}
