import { isUtf8 } from 'node:buffer';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import { FileWatch } from '../file/file-watch.ts';
import { decoderOf, type TextDecoding } from '../file/decode-text.ts';

/** Bytes in which a document names its encoding, and bytes that are decoded in one step. Ours. */
const NAMED_WITHIN = 4096;
const PIECE_BYTES = 64 * 1024;

/**
 * A document as text, in pieces: in Unicode when its bytes are that, otherwise in the encoding that it names, otherwise
 * in the one that reads best.
 */
export function* textPieces(bytes: Buffer): Generator<string> {
  const decoder = textDecoderOf(bytes);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

function textDecoderOf(bytes: Buffer): TextDecoding {
  const start = bytes.subarray(0, NAMED_WITHIN);
  const unicode = encodingOf(start);
  if (unicode.startsWith('utf-16')) return decoderOf(unicode);
  if (isUtf8(bytes)) return decoderOf('utf-8');
  const encoding = encodingOf(bytes);
  const named = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(start.toString('latin1'))?.[1] ?? '';
  try {
    // What names itself UTF-8 here is not, or only in part.
    if (encoding !== 'utf-8' && !/^utf/i.test(named)) return new TextDecoder(named);
  } catch {
    // No encoding that we know.
  }
  return decoderOf(encoding);
}

function encodingOf(bytes: Buffer): ImportEncoding {
  const watch = new FileWatch();
  watch.resume();
  watch.write(bytes);
  return watch.start().encoding;
}
