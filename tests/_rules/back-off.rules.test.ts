import { describe, expect, test } from 'vitest';
import { backOff } from '#rules/time/back-off.ts';

const waits = { first: 1_000, longest: 30_000 };

describe('a back-off', () => {
  test('doubles from the first wait to the longest', () => {
    const found = [0, 1, 2, 3, 4, 5, 6, 5_000].map((failures) => backOff(waits, failures));
    expect(found).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  test('spreads each wait between half and all of it', () => {
    expect([0, 0.5, 1].map((random) => backOff(waits, 3, random))).toEqual([4_000, 6_000, 8_000]);
    expect(backOff(waits, 9, 0)).toBe(15_000);
  });
});
