import { cutText } from '#rules/cut-text.ts';
import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Encoding } from './csv-records.ts';
import { type FileHead, type FileStart, HEAD_BYTES, readHead } from './file-head.ts';
import { UnreadableFile } from './unreadable-file.ts';

export interface KeptUpload extends FileHead {
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileKey: string;
}

/** Looks at bytes that pass by: keeps the first ones, and finds out whether all are UTF-8. */
class FileWatch extends Transform {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #seen = 0;
  #utf8: TextDecoder | null = new TextDecoder('utf-8', { fatal: true });

  override _transform(bytes: Buffer, _: BufferEncoding, done: (error: null, bytes: Buffer) => void): void {
    if (this.#headBytes < HEAD_BYTES) {
      const part = Buffer.from(bytes.subarray(0, HEAD_BYTES - this.#headBytes));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    this.#seen += bytes.length;
    this.#prove(bytes);
    done(null, bytes);
  }

  #prove(bytes?: Buffer): void {
    try {
      this.#utf8?.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.#utf8 = null;
    }
  }

  start(): FileStart {
    this.#prove();
    const encoding: Encoding = this.#utf8 === null ? 'windows-1252' : 'utf-8';
    return { bytes: Buffer.concat(this.#head), whole: this.#seen === this.#headBytes, encoding };
  }
}

/**
 * Streams an upload into the storage and reads its head; memory holds the head only.
 * @throws {Refusal} `refused` when there is nothing to import in it; the file is removed then.
 */
export async function keepUpload(deps: Deps, file: IncomingFile, headerRow?: number): Promise<KeptUpload> {
  const fileKey = `import-${randomUUID()}`;
  const watch = new FileWatch();
  file.stream.on('error', (error) => watch.destroy(error));
  const fileBytes = await deps.storage.save(fileKey, file.stream.pipe(watch));
  try {
    if (file.truncated()) throw new UnreadableFile('The file has more than 500 MB: split it and import the parts.');
    return { ...readHead(watch.start(), headerRow), fileName: nameOf(file.fileName), fileBytes, fileKey };
  } catch (error) {
    await deps.storage.remove(fileKey);
    throw error instanceof UnreadableFile ? refuseField('file', error.message) : error;
  }
}

/** Reads the head of a kept file again, for another header row. @throws {Refusal} like `keepUpload`. */
export async function readKeptHead(
  deps: Deps,
  kept: { readonly fileKey: string; readonly encoding: Encoding },
  headerRow: number,
): Promise<FileHead> {
  const source = await deps.storage.open(kept.fileKey);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const bytes of source as AsyncIterable<Buffer>) {
    parts.push(bytes);
    size += bytes.length;
    if (size > HEAD_BYTES) break;
  }
  source.destroy();
  const bytes = Buffer.concat(parts).subarray(0, HEAD_BYTES);
  try {
    return readHead({ bytes, whole: size <= HEAD_BYTES, encoding: kept.encoding }, headerRow);
  } catch (error) {
    throw error instanceof UnreadableFile ? refuseField('header_row', error.message) : error;
  }
}

/** The last part of whatever path a browser sends, without control characters. */
const nameOf = (fileName: string) =>
  cutText((fileName.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, ''), 255) || 'contacts.csv';
