import { describe, expect, test } from 'vitest';
import { afterFailure, DUNNING_DAYS, whenDue } from '#rules/plans/dunning.ts';
import { forecast } from '#rules/plans/forecast.ts';
import { monthAround, quotePlan } from '#rules/plans/plan-month.ts';

const at = (text: string) => new Date(text);
const DAY_MS = 86_400_000;
const NEW_YORK = 'America/New_York';

describe('a month', () => {
  test('is the one on the clocks of its zone, also where they change', () => {
    expect(monthAround(NEW_YORK, at('2026-11-01T03:59:59Z'))).toEqual({
      start: at('2026-10-01T04:00:00Z'),
      end: at('2026-11-01T04:00:00Z'),
    });
    expect(monthAround(NEW_YORK, at('2026-11-01T04:00:00Z'))).toEqual({
      start: at('2026-11-01T04:00:00Z'),
      end: at('2026-12-01T05:00:00Z'),
    });
  });
});

describe('a price', () => {
  const november = monthAround(NEW_YORK, at('2026-11-21T12:00:00Z'));
  const priced = (priceCents: number, quantity = 1) => ({ priceCents, quantity });

  test('of a new subscription is that of the days left, today included', () => {
    const quote = quotePlan({ from: null, to: priced(1_500, 3), creditCents: 0 }, november, at('2026-11-21T12:00:00Z'));
    expect(quote).toMatchObject({ dueNowCents: 1_500, creditCents: 0, share: { left: 10, total: 30 } });
  });

  test('of more licenses is that of the ones that are added', () => {
    const quote = quotePlan(
      { from: priced(3_000, 2), to: priced(3_000, 3), creditCents: 0 },
      november,
      at('2026-11-21T12:00:00Z'),
    );
    expect(quote.dueNowCents).toBe(1_000);
  });

  test('of a cheaper plan is a credit, which is used up first', () => {
    const cheaper = quotePlan(
      { from: priced(4_500), to: priced(1_500), creditCents: 0 },
      november,
      at('2026-11-21T12:00:00Z'),
    );
    expect(cheaper).toMatchObject({ dueNowCents: 0, creditCents: 1_000 });
    const back = quotePlan(
      { from: priced(1_500), to: priced(4_500), creditCents: 1_000 },
      november,
      at('2026-11-21T12:00:00Z'),
    );
    expect(back).toMatchObject({ dueNowCents: 0, creditCents: 0 });
  });

  test('on the first instant of a month with a change of clocks is that of the whole month', () => {
    const quote = quotePlan({ from: null, to: priced(1_500), creditCents: 0 }, november, november.start);
    expect(quote).toMatchObject({ dueNowCents: 1_500, share: { left: 30, total: 30 } });
  });
});

describe('a payment that failed', () => {
  /** Every try of a month, in days after it began. */
  function tries(firstTry: number): { days: number[]; ended: number } {
    const began = at('2026-12-01T05:00:00Z');
    const days: number[] = [];
    let now = firstTry;
    for (let failures = 1; ; failures += 1) {
      days.push(now);
      const next = afterFailure(failures, began, new Date(began.getTime() + now * DAY_MS));
      if (next.next === 'end') return { days, ended: now };
      now = (next.at.getTime() - began.getTime()) / DAY_MS;
    }
  }

  test('is tried again on days 1, 3, 5 and 7, then the subscription ends', () => {
    expect(tries(0)).toEqual({ days: [0, ...DUNNING_DAYS], ended: 7 });
  });

  test('that came late is tried a day apart, never at once', () => {
    expect(tries(20).days).toEqual([20, 21, 22, 23, 24]);
  });

  test.each([
    ['active', null, false, 'wait'],
    ['active', '2026-12-02T00:00:00Z', false, 'wait'],
    ['active', '2026-12-01T00:00:00Z', false, 'charge'],
    ['past_due', '2026-12-01T00:00:00Z', false, 'charge'],
    ['active', '2026-12-01T00:00:00Z', true, 'end'],
    ['ended', '2026-12-01T00:00:00Z', false, 'wait'],
    ['pending', '2026-12-01T00:00:00Z', false, 'wait'],
  ] as const)('%s, due %s, canceled %s: %s', (status, due, cancelsAtPeriodEnd, expected) => {
    const dueAt = due === null ? null : at(due);
    expect(whenDue({ status, dueAt, cancelsAtPeriodEnd }, at('2026-12-01T00:00:00Z'))).toBe(expected);
  });
});

describe('a forecast', () => {
  const month = monthAround('UTC', at('2026-11-16T00:00:00Z'));

  test('goes on at the pace of the month so far', () => {
    const seen = forecast({ used: 600, allocation: 1_000 }, month, 'UTC', at('2026-11-16T00:00:00Z'));
    expect(seen).toEqual({ expected: 1_200, runs_out_on: '2026-11-26' });
  });

  test.each([
    ['without a limit', 600, null, null],
    ['that lasts', 400, 1_000, null],
    ['of nothing', 0, 1_000, null],
    ['that is used up', 1_000, 1_000, '2026-11-16'],
  ])('%s', (_, used, allocation, runs_out_on) => {
    expect(forecast({ used, allocation }, month, 'UTC', at('2026-11-16T00:00:00Z'))).toMatchObject({ runs_out_on });
  });

  test('of the first hours takes them for a day', () => {
    expect(forecast({ used: 30, allocation: null }, month, 'UTC', at('2026-11-01T01:00:00Z')).expected).toBe(929);
  });
});
