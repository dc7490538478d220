import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLines, LINE_HEIGHT, wrap } from '../../server/features/printing/fit-lines.ts';

const SPACE = { width: 171, height: 60, largest: 11, smallest: 5 };
/** Every sign is half as wide as high. */
const measure = (text: string, _: number, size: number) => Array.from(text).length * size * 0.5;

test('short lines keep the largest size', () => {
  expect(fitLines(['Maria Garza', '12 Oak Street', 'Austin, TX 78701'], SPACE, measure)).toEqual({
    size: 11,
    lines: [
      { text: 'Maria Garza', of: 0 },
      { text: '12 Oak Street', of: 1 },
      { text: 'Austin, TX 78701', of: 2 },
    ],
  });
});

test('a line that is a little too long is shrunk, a longer one is broken between words', () => {
  expect(fitLines(['x'.repeat(36)], SPACE, measure)).toEqual({ size: 9.5, lines: [{ text: 'x'.repeat(36), of: 0 }] });
  expect(fitLines([`${'x'.repeat(30)} ${'y'.repeat(30)}`], SPACE, measure)).toEqual({
    size: 11,
    lines: [
      { text: 'x'.repeat(30), of: 0 },
      { text: 'y'.repeat(30), of: 0 },
    ],
  });
});

test('whatever a line holds, nothing leaves the space, and every line shows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 3 }),
      (lines) => {
        const fitted = fitLines(lines, SPACE, measure);
        expect(fitted.lines.length * fitted.size * LINE_HEIGHT).toBeLessThanOrEqual(SPACE.height);
        for (const { text, of } of fitted.lines)
          expect(measure(text, of, fitted.size)).toBeLessThanOrEqual(SPACE.width + fitted.size);
        expect(new Set(fitted.lines.map(({ of }) => of)).size).toBe(lines.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('a word of any length takes work that grows as its length', () => {
  const workFor = (length: number) => {
    let signs = 0;
    wrap('x'.repeat(length), 90, (part) => {
      signs += part.length;
      return part.length;
    });
    return signs / length;
  };

  expect([workFor(1_000), workFor(10_000)].map((each) => each < 25)).toEqual([true, true]);
});

test('a text that is broken loses nothing but the spaces at which it breaks', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const lines = wrap(text, 40, (part) => Array.from(part).length);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
    { numRuns: 200 },
  );
});
