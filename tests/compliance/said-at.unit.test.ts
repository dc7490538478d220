import { describe, expect, test } from 'vitest';
import { lastWord } from '#rules/compliance/consent-ledger.ts';
import { instantAt } from '#rules/time/zoned-time.ts';
import { saidAt } from '../../src/views/compliance/said-at.ts';
import { entry } from './reach-examples.ts';

const zone = 'America/New_York';
/** Eight in the evening in New York, the next day in UTC. */
const now = Date.parse('2026-06-03T00:30:00Z');

describe('the instant of something of which the day is known', () => {
  test.each([
    ['no day is now', 'withdrawn', '', {}],
    ['today is now, on the own clock', 'withdrawn', '2026-06-02', {}],
    ['consent of an earlier day is of its noon', 'given', '2026-06-01', { given_at: '2026-06-01T16:00:00.000Z' }],
    ['a refusal of an earlier day is of its end', 'withdrawn', '2026-06-01', { given_at: '2026-06-02T03:59:59.999Z' }],
    ['so is a do-not-call', 'do_not_call', '2026-06-01', { given_at: '2026-06-02T03:59:59.999Z' }],
    ['a day to come is said to be one', 'given', '2026-06-03', { given_at: '2026-06-03T16:00:00.000Z' }],
  ] as const)('%s', (_what, kind, day, expected) => {
    expect(saidAt(kind, day, { zone, now })).toEqual(expected);
  });

  test('a no counts before a yes of the same day', () => {
    const entries = (['withdrawn', 'given'] as const).map((kind) =>
      entry(kind, { given_at: '', ...saidAt(kind, '2026-06-01', { zone, now }) }),
    );
    expect(lastWord(entries, { channel: 'call', purpose: 'service', at: now, day: '2026-06-02' }).stop?.kind).toBe(
      'withdrawn',
    );
  });

  test.each([
    ['the short day', '2026-03-08', 12 * 60, '2026-03-08T16:00:00.000Z'],
    ['the end of the short day', '2026-03-08', 24 * 60, '2026-03-09T04:00:00.000Z'],
    ['the end of the long day', '2026-11-01', 24 * 60, '2026-11-02T05:00:00.000Z'],
  ])('knows when clocks change: %s', (_what, day, minute, expected) => {
    expect(new Date(instantAt(zone, day, minute)).toISOString()).toBe(expected);
  });
});
