import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Utf8Decoder } from '../../server/features/imports/file/utf8-text.ts';

/** A text in pieces. */
function decoded(bytes: Uint8Array, cuts: readonly number[]): string {
  const decoder = new Utf8Decoder();
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  let text = '';
  let from = 0;
  for (const end of ends) {
    text += decoder.decode(bytes.subarray(from, end), { stream: true });
    from = end;
  }
  return text + decoder.decode();
}

describe('a text in UTF-8', () => {
  test('is the same however it is cut', () => {
    const cuts = fc.array(fc.nat());
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), cuts, (text, at) => {
        expect(decoded(Buffer.from(text), at)).toBe(text.startsWith('\uFEFF') ? text.slice(1) : text);
      }),
    );
  });

  test('of any bytes comes out the same however they are cut, and nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.nat()), (bytes, at) => {
        const text = decoded(bytes, at);

        expect(text).toBe(decoded(bytes, []));
        expect(text).not.toContain('\uFFFD');
      }),
    );
  });

  test.each([
    ['a byte of its own', [0x52, 0xe9, 0x21], 'Ré!'],
    ['a sequence that is cut short', [0xe2, 0x82, 0x41], 'â‚A'],
    ['a sequence that is cut short by the end', [0x41, 0xc3], 'AÃ'],
    ['half a surrogate', [0xed, 0xa0, 0x80], 'í\u00a0€'],
    ['an overlong form', [0xc0, 0xaf], 'À¯'],
  ])('takes what is none as Windows-1252: %s', (_, bytes, text) => {
    expect(decoded(Uint8Array.from(bytes), [1])).toBe(text);
  });
});
