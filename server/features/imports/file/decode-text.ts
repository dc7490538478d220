import { getDecoder } from 'iconv-lite';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import { Utf8Decoder } from './utf8-text.ts';

export interface TextDecoding {
  /** Without bytes: the end of the text. `stream`: more follows. */
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** Encodings that `TextDecoder` doesn't know. */
const DOS: readonly ImportEncoding[] = ['cp437', 'cp850'];

/** A decoder that replaces what it can't read, and never fails. */
export function decoderOf(encoding: ImportEncoding): TextDecoding {
  if (encoding === 'utf-8') return new Utf8Decoder();
  if (!DOS.includes(encoding)) return new TextDecoder(encoding);
  const dos = getDecoder(encoding);
  return { decode: (bytes) => (bytes === undefined ? (dos.end() ?? '') : dos.write(Buffer.from(bytes))) };
}

export const decodeText = (bytes: Uint8Array, encoding: ImportEncoding): string =>
  decoderOf(encoding).decode(bytes, { stream: true });
