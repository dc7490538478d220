import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainFault } from '#contract/custom-domains.contract.ts';
import {
  GRACE_MS,
  isServed,
  nextCheckAfter,
  type Standing,
  standingAfter,
} from '#rules/custom-domains/domain-standing.ts';

const AT = new Date('2026-03-04T18:00:00Z');
const after = (ms: number) => new Date(AT.getTime() + ms);
const HOUR = 3_600_000;

const fresh: Standing = { status: 'pending', failing_since: null, verified_at: null, created_at: AT };
const live: Standing = { ...fresh, status: 'verified', verified_at: AT };

describe('a domain', () => {
  test('is verified by the first check that finds everything right', () => {
    expect(standingAfter(fresh, 'missing', AT)).toEqual(fresh);
    expect(standingAfter(fresh, null, AT)).toEqual(live);
  });

  test('is suspended only after 72 hours of faults', () => {
    const failing = standingAfter(live, 'wrong_target', AT);

    expect(failing).toMatchObject({ status: 'failing', failing_since: AT });
    expect(standingAfter(failing, 'wrong_target', after(GRACE_MS - 1)).status).toBe('failing');
    expect(standingAfter(failing, 'wrong_target', after(GRACE_MS)).status).toBe('suspended');
    expect(standingAfter(failing, null, after(GRACE_MS))).toMatchObject({ status: 'verified', failing_since: null });
  });

  test.each<DomainFault>(['no_answer', 'server_failed'])('%s proves nothing', (fault) => {
    expect(standingAfter(live, fault, AT)).toEqual(live);
    const failing = standingAfter(live, 'missing', AT);
    expect(standingAfter(failing, fault, after(2 * GRACE_MS)).status).toBe('failing');
  });

  test('is looked at often at first, then less, and not forever', () => {
    const next = (ms: number) => {
      const found = nextCheckAfter(fresh, after(ms));
      return found === null ? null : found.getTime() - after(ms).getTime();
    };

    expect([0, 2 * HOUR, 48 * HOUR, 31 * 24 * HOUR].map(next)).toEqual([60_000, 900_000, 6 * HOUR, null]);
  });

  test('is never served before it was right, nor 72 hours after it last was', () => {
    const checks = fc.array(
      fc.record({
        hours: fc.integer({ min: 1, max: 50 }),
        fault: fc.constantFrom<DomainFault | null>(null, 'missing', 'wrong_target', 'taken'),
      }),
    );
    fc.assert(
      fc.property(checks, (all) => {
        let [standing, at, firstFault] = [fresh, AT.getTime(), null as number | null];
        let wasRight = false;
        for (const { hours, fault } of all) {
          at += hours * HOUR;
          standing = standingAfter(standing, fault, new Date(at));
          wasRight ||= fault === null;
          firstFault = fault === null ? null : (firstFault ?? at);
          if (isServed(standing.status)) {
            expect(wasRight).toBe(true);
            expect(firstFault === null || at - firstFault < GRACE_MS).toBe(true);
          }
        }
      }),
    );
  });
});
