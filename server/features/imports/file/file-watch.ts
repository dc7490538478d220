import { isAscii, isUtf8 } from 'node:buffer';
import { Transform } from 'node:stream';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import { detectEncoding } from './detect-encoding.ts';
import { type FileStart, HEAD_BYTES } from './file-head.ts';
import { sequenceAt, WholeSequences } from './utf8-text.ts';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

const NEW_LINE = 10;

/** Bytes of lines beyond ASCII that are looked at. Ours: some thousand names. */
const FOREIGN_BYTES = 64 * 1024;

/** Keeps the first bytes of a stream, and detects its text encoding. */
export class FileWatch extends Transform {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #seen = 0;
  readonly #whole = new WholeSequences();
  /** Bytes that go on with a character of UTF-8, and bytes that are none. */
  #continued = 0;
  #strays = 0;
  /** Lines with bytes beyond ASCII, by which an encoding is told from others. */
  readonly #foreign: Buffer[] = [];
  #foreignBytes = 0;

  override _transform(bytes: Buffer, _: BufferEncoding, done: (error: null, bytes: Buffer) => void): void {
    if (this.#headBytes < HEAD_BYTES) {
      const part = Buffer.from(bytes.subarray(0, HEAD_BYTES - this.#headBytes));
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    this.#seen += bytes.length;
    this.#count(this.#whole.take(bytes));
    done(null, bytes);
  }

  #count(bytes: Uint8Array): void {
    if (isAscii(bytes)) return;
    this.#keepForeign(bytes);
    if (isUtf8(bytes)) {
      this.#continued += bytes.length - UTF8.decode(bytes).length;
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const length = sequenceAt(bytes, at);
      if (length === 0) this.#strays += 1;
      else this.#continued += length - 1;
      at += length || 1;
    }
  }

  #keepForeign(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length && this.#foreignBytes < FOREIGN_BYTES; ) {
      const end = bytes.indexOf(NEW_LINE, from) + 1 || bytes.length;
      const line = bytes.subarray(from, Math.min(end, from + FOREIGN_BYTES));
      from = end;
      if (isAscii(line)) continue;
      this.#foreign.push(Buffer.from(line));
      this.#foreignBytes += line.length;
    }
  }

  /** `strays`: bytes of a text in UTF-8 that are none. Once all have passed. */
  start(): FileStart & { readonly strays: number } {
    this.#count(this.#whole.take(Buffer.alloc(0), true));
    const bytes = Buffer.concat(this.#head);
    const isMostlyUtf8 = this.#strays === 0 || this.#continued > this.#strays;
    const encoding = utf16Of(bytes) ?? (isMostlyUtf8 ? 'utf-8' : detectEncoding(Buffer.concat(this.#foreign)));
    const strays = encoding === 'utf-8' ? this.#strays : 0;
    return { bytes, whole: this.#seen === this.#headBytes, encoding, strays };
  }
}

/** Bytes by which UTF-16 without a mark is known. Ours. */
const PROBE_BYTES = 4096;

/** UTF-16 by its mark, or by a zero in every other byte, as letters and digits have it. */
function utf16Of(bytes: Buffer): ImportEncoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const probe = bytes.subarray(0, PROBE_BYTES);
  for (const [index, byte] of probe.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = probe.length / 5;
  if (odd > many && even < odd / 10) return 'utf-16le';
  return even > many && odd < even / 10 ? 'utf-16be' : null;
}
