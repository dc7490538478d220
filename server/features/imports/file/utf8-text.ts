import { isUtf8 } from 'node:buffer';

/** Bytes of the sequence that begins here; 0: there is none. */
export function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lengthBy(lead);
  if (length < 2) return length;
  if (at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong forms, surrogates and values beyond the last character are invalid.
  const isOutside = (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f);
  if (isOutside || (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0;
  for (let index = at + 1; index < at + length; index += 1) if (!isContinuation(bytes[index])) return 0;
  return length;
}

function lengthBy(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Joins pieces so that none ends within a sequence. */
export class WholeSequences {
  #rest: Uint8Array = new Uint8Array(0);

  /** Complete characters so far. `final`: nothing follows. */
  take(bytes: Uint8Array, final = false): Uint8Array {
    const joined = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = final ? joined.length : wholeEnd(joined);
    this.#rest = Uint8Array.from(joined.subarray(end));
    return joined.subarray(0, end);
  }
}

/** Start of a sequence that the next chunk may complete. */
function wholeEnd(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at -= 1) {
    if (isContinuation(bytes[at])) continue;
    return at + lengthBy(bytes[at] ?? 0) > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}

/** UTF-8, in which each byte that is none is read as Windows-1252. */
export class Utf8Decoder {
  readonly #whole = new WholeSequences();
  readonly #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #stray = new TextDecoder('windows-1252');
  #begun = false;

  decode(bytes: Uint8Array = new Uint8Array(0), { stream = false } = {}): string {
    const text = this.#read(this.#whole.take(bytes, !stream));
    if (this.#begun || text === '') return text;
    this.#begun = true;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  #read(bytes: Uint8Array): string {
    if (isUtf8(bytes)) return this.#utf8.decode(bytes);
    let text = '';
    let from = 0;
    for (let at = 0; at < bytes.length; ) {
      const length = sequenceAt(bytes, at);
      if (length === 0) {
        text += this.#utf8.decode(bytes.subarray(from, at)) + this.#stray.decode(bytes.subarray(at, at + 1));
        from = at + 1;
      }
      at += length || 1;
    }
    return text + this.#utf8.decode(bytes.subarray(from));
  }
}
