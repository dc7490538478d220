import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '#rules/imports/cut-text.ts';

test('keeps a text that is short enough', () => expect(cutText('Ana 😀', 6)).toBe('Ana 😀'));

test('leaves a character out that does not fit whole', () => expect(cutText('Ana 😀', 5)).toBe('Ana '));

test('never splits a character of a well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(12), (text, most) => {
      const cut = cutText(text, most);
      expect([
        cut.isWellFormed(),
        cut.length <= most,
        text.startsWith(cut),
        cut.length >= Math.min(text.length, most) - 1,
      ]).toEqual([true, true, true, true]);
    }),
  );
});
