import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countSegments, withPlainMarks } from '#rules/messages/segments.ts';

describe('segments of a text', () => {
  test.each([
    ['', 'gsm7', 0, 160],
    ['a'.repeat(160), 'gsm7', 1, 0],
    ['a'.repeat(161), 'gsm7', 2, 145],
    ['a'.repeat(306), 'gsm7', 2, 0],
    ['a'.repeat(307), 'gsm7', 3, 152],
    ['é'.repeat(160), 'gsm7', 1, 0],
    ['€'.repeat(80), 'gsm7', 1, 0],
    ['Ç'.repeat(160), 'gsm7', 1, 0],
    ['ç'.repeat(70), 'ucs2', 1, 0],
    ['ñ¿¡'.repeat(50), 'gsm7', 1, 10],
    ['á'.repeat(71), 'ucs2', 2, 63],
    ['😀'.repeat(35), 'ucs2', 1, 0],
    ['😀'.repeat(36), 'ucs2', 2, 61],
  ] as const)('%j', (text, encoding, segments, left) => {
    expect(countSegments(text)).toMatchObject({ encoding, segments, left });
  });

  test('an escape pair is not split: a bracket that ends at 154 begins the second segment', () => {
    expect(countSegments(`${'a'.repeat(152)}[${'a'.repeat(10)}`)).toMatchObject({ segments: 2, units: 164, left: 141 });
    // 152 units, then the pair; without the rule the second segment would hold one unit less.
    expect(countSegments(`${'a'.repeat(153)}[${'a'.repeat(10)}`)).toMatchObject({ segments: 2, units: 165, left: 141 });
  });

  test('a surrogate pair is not split', () => {
    expect(countSegments(`á${'a'.repeat(65)}😀${'a'.repeat(10)}`)).toMatchObject({ units: 78, segments: 2, left: 55 });
  });

  test('a curly quote is named, and its plain one needs one segment', () => {
    const text = `${'a'.repeat(100)}’${'b'.repeat(20)}“”`;
    expect(countSegments(text)).toMatchObject({ encoding: 'ucs2', segments: 2, special: ['’', '“', '”'] });
    expect(countSegments(withPlainMarks(text))).toMatchObject({ encoding: 'gsm7', segments: 1, special: [] });
  });

  test('any text: what is left fits, and one unit more does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 800 }), (text) => {
        const { encoding, segments, left } = countSegments(text);
        const unit = encoding === 'gsm7' ? 'a' : 'á';
        const isAlone = segments <= 1;
        expect(countSegments(text + unit.repeat(left)).segments).toBe(Math.max(segments, left === 0 ? segments : 1));
        if (!isAlone) expect(countSegments(text + unit.repeat(left + 1)).segments).toBe(segments + 1);
      }),
    );
  });
});
