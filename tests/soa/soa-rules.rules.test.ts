import { describe, expect, test } from 'vitest';
import { SOA_STATUSES, type SoaStatus } from '#contract/soa.contract.ts';
import { afterStep, SOA_STEPS, statusAt } from '#rules/soa/soa.machine.ts';
import { isTimely, soaRuleOn, timingOf } from '#rules/soa/soa-timing.ts';

const stepsOf = (status: SoaStatus) => SOA_STEPS.filter((step) => afterStep(status, step) !== null);

describe('the machine', () => {
  test('reaches every status from a draft', () => {
    const seen = new Set<SoaStatus>(['drafted']);
    for (const status of seen) for (const step of stepsOf(status)) seen.add(afterStep(status, step) ?? status);
    expect([...seen].toSorted()).toEqual([...SOA_STATUSES].toSorted());
  });

  test('lets nobody sign twice, and nothing leave its end', () => {
    for (const status of ['signed', 'completed', 'rejected', 'superseded'] as const) {
      expect([afterStep(status, 'sign'), afterStep(status, 'record'), afterStep(status, 'view')]).toEqual([
        null,
        null,
        null,
      ]);
    }
    expect([stepsOf('rejected'), stepsOf('superseded'), stepsOf('completed')]).toEqual([[], [], ['supersede']]);
  });

  test('never loses what is signed by time, opening or sending', () => {
    for (const status of ['signed', 'completed'] as const)
      expect(stepsOf(status).filter((step) => ['expire', 'send', 'view'].includes(step))).toEqual([]);
  });

  test.each(SOA_STATUSES.filter((status) => status !== 'expired'))(
    'a link that is %s expires only while open',
    (status) => {
      const now = new Date('2026-11-29T12:00:00Z');
      const isOpen = status === 'sent' || status === 'viewed';
      expect(statusAt({ status, expires_at: now }, now)).toBe(isOpen ? 'expired' : status);
      expect(statusAt({ status, expires_at: new Date(now.getTime() + 1) }, now)).toBe(status);
      expect(statusAt({ status, expires_at: null }, now)).toBe(status);
    },
  );
});

describe('the rule', () => {
  const rule = (id: number, starts_on: string, ends_on: string | null, hours_before: number) =>
    ({ id, rule: 'scope_of_appointment', starts_on, ends_on, value: { hours_before }, title: '', source: '' }) as const;
  const rules = [rule(1, '2023-09-30', '2026-09-30', 48), rule(2, '2026-10-01', null, 0)];

  test.each([
    ['2023-09-29', undefined],
    ['2026-09-30', 1],
    ['2026-10-01', 2],
    ['2027-01-01', 2],
  ])('of %s is %s', (day, id) => expect(soaRuleOn(rules, day)?.id).toBe(id));

  test('that is stricter counts', () =>
    expect(soaRuleOn([...rules, rule(3, '2026-10-01', null, 24)], '2026-11-01')?.id).toBe(3));

  const meeting = new Date('2026-11-29T12:00:00Z');
  test.each([
    [48, 'in_time'],
    [47.99, 'short'],
    [0, 'short'],
    [-0.01, 'after'],
  ])('of 48 hours, signed %s hours before: %s', (hours, timing) =>
    expect(timingOf(new Date(meeting.getTime() - hours * 3_600_000), meeting, 48)).toBe(timing),
  );

  test('accepts a late agreement with a reason, never one after the meeting', () => {
    expect([isTimely('in_time', null), isTimely('short', null), isTimely('short', 'walk_in')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isTimely('after', 'walk_in')).toBe(false);
    expect(timingOf(meeting, null, 48)).toBeNull();
  });
});
