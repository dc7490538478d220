import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXT_STATUSES, type TextStatus } from '#contract/messages/text.contract.ts';
import { movesOn, type ToldStatus } from '#rules/messages/text-status.ts';

test('a text moves on, and never back', () => {
  expect(movesOn('sending', 'sent')).toBe(true);
  expect(movesOn('unconfirmed', 'sent')).toBe(true);
  expect(movesOn('sent', 'delivered')).toBe(true);
  expect(movesOn('delivered', 'sent')).toBe(false);
  expect(movesOn('delivered', 'failed')).toBe(false);
  expect(movesOn('failed', 'delivered')).toBe(false);
  expect(movesOn('canceled', 'sent')).toBe(false);
});

test('in any order, words of the carrier end where the furthest of them is', () => {
  const told = fc.constantFrom<ToldStatus>('sent', 'delivered', 'failed');
  fc.assert(
    fc.property(fc.constantFrom(...TEXT_STATUSES), fc.array(told), (from, words) => {
      let now: TextStatus = from;
      let moves = 0;
      for (const word of words) if (movesOn(now, word)) [now, moves] = [word, moves + 1];
      expect(moves).toBeLessThanOrEqual(2);
      if (['sending', 'sent'].includes(from) && words.some((word) => word !== 'sent')) {
        expect(now).toBe(words.find((word) => word !== 'sent'));
      }
    }),
  );
});
