import { expect, test } from 'vitest';
import { spendMinutes } from '../../server/features/demo/demo-calls.ts';
import { seededRandom } from '../../server/features/demo/seeded-random.ts';

const dana = { id: 1, number: '+18135550101', zone: 'America/Chicago', spent: 480 };

test('minutes that are gone were talked in working hours of this month', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  const calls = spendMinutes(seededRandom(1), dana, [], now);
  const hours = calls.map(({ created_at: at }) => Number(at.toISOString().slice(11, 13)) - 6);
  expect([
    calls.reduce((sum, { seconds }) => sum + seconds / 60, 0),
    hours.filter((hour) => hour < 9 || hour > 16),
    calls.filter(({ ended_at: end }) => end >= now),
    calls[0]?.created_at.toISOString().slice(0, 7),
  ]).toEqual([480, [], [], '2026-11']);
});

test('in a young month they were talked since it began', () => {
  const now = new Date('2026-11-01T15:00:00Z');
  const calls = spendMinutes(seededRandom(1), { ...dana, spent: 40 }, [], now);
  expect(calls.map(({ created_at: at }) => at.toISOString().slice(0, 16))).toEqual(
    Array.from({ length: 3 }, () => '2026-11-01T05:00'),
  );
});
