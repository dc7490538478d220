import { expect, test } from 'vitest';
import { groupPairs } from '../../server/features/duplicates/group-pairs.ts';
import type { FoundPair } from '../../server/features/duplicates/pairs.sql.ts';

const pair = (low_id: number, high_id: number, verdict: FoundPair['verdict'] = 'same'): FoundPair => ({
  low_id,
  high_id,
  verdict,
  reasons: verdict === 'same' ? ['same_name', 'same_phone'] : ['same_name'],
});

const idsOf = (pairs: readonly FoundPair[]) => groupPairs(pairs).map(({ ids, verdict }) => [verdict, ...ids]);

test('contacts of which every two are a pair are one group', () => {
  expect(groupPairs([pair(1, 2), pair(2, 3), pair(1, 3)])).toEqual([
    { ids: [1, 2, 3], verdict: 'same', reasons: ['same_name', 'same_phone'] },
  ]);
});

test("two that aren't a pair are never in one group, even with a third similar to both", () => {
  expect(idsOf([pair(1, 2), pair(2, 3)])).toEqual([
    ['same', 2, 3],
    ['same', 1, 2],
  ]);
});

test('a merely likely pair adds no one to a certain group', () => {
  expect(idsOf([pair(1, 2), pair(1, 3, 'likely'), pair(2, 3, 'likely')])).toEqual([
    ['same', 1, 2],
    ['likely', 1, 3],
    ['likely', 2, 3],
  ]);
});

test('no group is larger than a merge takes', () => {
  const crowd = Array.from({ length: 12 }, (_, low) =>
    Array.from({ length: 11 - low }, (__, more) => pair(low + 1, low + more + 2)),
  ).flat();

  expect(Math.max(...groupPairs(crowd).map(({ ids }) => ids.length))).toBe(10);
});
