import { describe, expect, test } from 'vitest';
import { hasRunOut } from '../../src/views/compliance/ran-out.ts';
import { msUntilAnother } from '../../src/views/compliance/use-contactability.ts';

describe('consent that holds until a day', () => {
  const texan = { state: 'TX', city: '', zip_code: '', phone: '+15125550142' };
  const last = '2026-06-02';

  test.each([
    ['holds on the evening of that day where they live', 'call', '2026-06-03T01:00:00Z', false],
    ['is over the next morning', 'call', '2026-06-03T12:00:00Z', true],
    ['is over when its day has ended in UTC for what has no place', 'mail', '2026-06-03T01:00:00Z', true],
  ] as const)('%s', (_what, channel, at, isOver) => {
    expect(hasRunOut({ channel, expires_on: last }, texan, Date.parse(at))).toBe(isOver);
  });

  test('is never over without a last day', () => {
    expect(hasRunOut({ channel: 'any', expires_on: null }, texan, Date.parse('2999-01-01T00:00:00Z'))).toBe(false);
  });
});

describe('permissions are checked again', () => {
  const now = Date.parse('2026-06-02T01:55:00Z');

  test.each([
    ['at the next quarter of an hour when it is open', [null], 300_000],
    ['when it opens', [null, '2026-06-02T01:56:00Z'], 60_000],
    ['at the next quarter when it opens later', ['2026-06-02T12:00:00Z'], 300_000],
    ['at the next quarter after no answer', [], 300_000],
  ])('%s', (_what, nexts, wait) => {
    const decisions = nexts.map((next_at) => ({ next_at }));
    expect(msUntilAnother(decisions, now)).toBe(wait + 1_000);
  });
});
