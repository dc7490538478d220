import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeDue, monthDue, periodAround, shareBegins, shareLeft } from '#rules/billing/billing-period.ts';
import { dollars } from '#rules/billing/money.ts';

const day = (text: string) => new Date(`${text}T09:30:00Z`);

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
const later = fc.tuple(instants, fc.integer({ min: 0, max: 5 * 366 * 86_400_000 }));
const cents = fc.integer({ min: 0, max: 1_000_000 });
const shares = fc
  .integer({ min: 28, max: 31 })
  .chain((total) => fc.record({ left: fc.integer({ min: 0, max: total }), total: fc.constant(total) }));

describe('a month', () => {
  test('begins on the day of the first one', () =>
    expect(periodAround(day('2026-01-15'), day('2026-03-20'))).toEqual({
      start: day('2026-03-15'),
      end: day('2026-04-15'),
    }));

  test('that is shorter ends on its last day, and the next one is whole again', () => {
    expect(periodAround(day('2027-01-31'), day('2027-02-10'))).toEqual({
      start: day('2027-01-31'),
      end: day('2027-02-28'),
    });
    expect(periodAround(day('2027-01-31'), day('2027-03-05'))).toEqual({
      start: day('2027-02-28'),
      end: day('2027-03-31'),
    });
  });

  test('holds the instant that it is asked for, and meets the next one without a gap', () =>
    fc.assert(
      fc.property(later, ([anchor, ms]) => {
        const at = new Date(anchor.getTime() + ms);
        const { start, end } = periodAround(anchor, at);
        expect(start <= at && at < end).toBe(true);
        expect(periodAround(anchor, end).start).toEqual(end);
      }),
    ));
});

describe('the share that is left', () => {
  const period = { start: day('2026-04-01'), end: day('2026-05-01') };

  test('is whole at the begin and counts the day under way', () => {
    expect(shareLeft(period, period.start)).toEqual({ left: 30, total: 30 });
    expect(shareLeft(period, new Date(period.start.getTime() + 1))).toEqual({ left: 30, total: 30 });
    expect(shareLeft(period, day('2026-04-11'))).toEqual({ left: 20, total: 30 });
    expect(shareLeft(period, period.end)).toEqual({ left: 0, total: 30 });
  });

  test('begins where its days do', () =>
    expect(shareBegins(period, { left: 20, total: 30 })).toEqual(day('2026-04-11')));
});

describe('a change of the price', () => {
  test('costs the difference of both shares', () =>
    expect(changeDue({ fromCents: 2900, toCents: 8900, creditCents: 0 }, { left: 20, total: 30 })).toEqual({
      dueNowCents: 4000,
      creditCents: 0,
    }));

  test('is never negative, and is either due or credit', () =>
    fc.assert(
      fc.property(cents, cents, cents, shares, (fromCents, toCents, creditCents, share) => {
        const { dueNowCents, creditCents: kept } = changeDue({ fromCents, toCents, creditCents }, share);
        expect(Number.isInteger(dueNowCents) && Number.isInteger(kept)).toBe(true);
        expect(Math.min(dueNowCents, kept)).toBe(0);
        expect(Math.max(dueNowCents, kept)).toBeGreaterThanOrEqual(0);
      }),
    ));

  test('there and back on the same day sums to nothing, over any plans between', () =>
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 8 }), cents, shares, (first, between, credit, share) => {
        let paid = 0;
        let creditCents = credit;
        let fromCents = first;
        for (const toCents of [...between, first]) {
          const due = changeDue({ fromCents, toCents, creditCents }, share);
          paid += due.dueNowCents;
          creditCents = due.creditCents;
          fromCents = toCents;
        }
        expect(creditCents - paid).toBe(credit);
      }),
    ));

  test('of a whole month is the difference of the prices', () =>
    fc.assert(
      fc.property(cents, cents, (fromCents, toCents) => {
        const due = changeDue({ fromCents, toCents, creditCents: 0 }, { left: 30, total: 30 });
        expect(due.dueNowCents - due.creditCents).toBe(toCents - fromCents);
      }),
    ));
});

describe('a new month', () => {
  test('costs its price less the credit, to the cent', () =>
    fc.assert(
      fc.property(cents, cents, (price, credit) => {
        const { dueNowCents, creditCents } = monthDue(price, credit);
        expect(dueNowCents - creditCents).toBe(price - credit);
        expect(Math.min(dueNowCents, creditCents)).toBe(0);
      }),
    ));
});

test('money is US dollars with two decimals', () =>
  expect([dollars(0), dollars(5), dollars(2900), dollars(123_456_789), dollars(-50)]).toEqual([
    '$0.00',
    '$0.05',
    '$29.00',
    '$1,234,567.89',
    '-$0.50',
  ]));
