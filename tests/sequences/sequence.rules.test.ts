import { describe, expect, test } from 'vitest';
import type { SequenceContent } from '#contract/sequences.contract.ts';
import { occasionsOf, searchedDays } from '#rules/sequences/dated-occasions.ts';
import { begun, follow, planOf, type SequenceEvent, type SequenceState } from '#rules/sequences/sequence.ts';

const CHICAGO = 'America/Chicago';
const DAY = 24 * 3_600_000;
const at = (written: string) => Date.parse(written);

const part = (recurrence: SequenceContent['recurrence'] = 'none') =>
  ({ recurrence, subject: '', body: 'Hi', format: 'text' }) as const;
const content = (recurrence: SequenceContent['recurrence'], ...parts: ReturnType<typeof part>[]): SequenceContent => ({
  name: 'Welcome',
  channel: 'sms',
  recurrence,
  parts,
});
const twoSteps = planOf(content('none', part(), part()), false, CHICAGO);
const all = (plan: typeof twoSteps, state: SequenceState, ...events: SequenceEvent[]) =>
  events.reduce((known, event) => follow(plan, known, event), state);

describe('the steps of a sequence', () => {
  const gaps = (plan: typeof twoSteps) =>
    plan.steps.map(({ part: of, gap: { count, unit } }) => `${of} ${count} ${unit}`);

  test('follow a day apart, at the pace of the trigger, or at their own', () => {
    expect(gaps(twoSteps)).toEqual(['0 1 day', '1 1 day']);
    expect(gaps(planOf(content('weekly', part(), part(), part('monthly')), false, CHICAGO))).toEqual([
      '0 1 week',
      '1 1 week',
      '2 1 month',
    ]);
  });

  test('a single one repeats at the pace of its trigger, a year of months at most; one of a day does not', () => {
    expect(gaps(planOf(content('monthly', part()), false, CHICAGO))).toHaveLength(12);
    expect(gaps(planOf(content('yearly', part()), true, CHICAGO))).toEqual(['0 1 year']);
    expect(gaps(planOf(content('none', part()), false, CHICAGO))).toHaveLength(1);
  });
});

describe('a delay', () => {
  const NOON = at('2026-03-04T18:00:00Z');
  const delayed = (delay: string) => ({ ...part(), delay });
  const sentAt = (plan: typeof twoSteps, now: number) =>
    all(plan, begun(now), { type: 'clock', now }, { type: 'allowed' }, { type: 'sent', now }).at;

  test.each([
    ['PT2H', '2026-03-04T20:00:00Z'],
    ['P3D', '2026-03-07T16:00:00Z'],
    // The clocks change on 03/08.
    ['P1W', '2026-03-11T15:00:00Z'],
    ['P1M', '2026-04-04T15:00:00Z'],
  ])('of %s is the time from one step to the next', (delay, expected) => {
    const plan = planOf(content('weekly', part(), delayed(delay)), false, CHICAGO);
    expect(sentAt(plan, NOON)).toBe(at(expected));
  });

  test('before the first step is counted from the occasion, once, and only when the content is known', () => {
    const plan = planOf(content('none', delayed('P2D'), part()), false, CHICAGO);
    const pinned = follow(plan, begun(NOON), { type: 'pinned' });
    expect(pinned).toMatchObject({ stage: 'waiting', step: 0, at: at('2026-03-06T16:00:00Z') });
    expect(follow(twoSteps, begun(NOON), { type: 'pinned' })).toEqual(begun(NOON));
    const due = follow(plan, pinned, { type: 'clock', now: at('2026-03-06T16:00:00Z') });
    expect(follow(plan, due, { type: 'pinned' })).toEqual(due);
  });
});

test('inactivity is reached at 10 AM so many days after the last contact', () => {
  const span = { after: at('2026-03-01T00:00:00Z'), until: at('2026-03-31T00:00:00Z'), inactiveDays: 30 };
  expect(occasionsOf('no_contact', '2026-02-10', CHICAGO, span)).toEqual([
    { day: '2026-03-12', at: at('2026-03-12T15:00:00Z') },
  ]);
  expect(occasionsOf('no_contact', '2026-01-10', CHICAGO, span)).toEqual([]);
});

describe('a contact in a sequence', () => {
  const NOON = at('2026-03-04T18:00:00Z');
  const due = all(twoSteps, begun(NOON), { type: 'clock', now: NOON });

  test('is due at its time and not before, is sent once, and waits for the next day at 10 AM at its place', () => {
    expect(follow(twoSteps, begun(NOON), { type: 'clock', now: NOON - 1 }).stage).toBe('waiting');
    expect(due.stage).toBe('due');
    // An answer that nobody asked for sends nothing.
    expect(follow(twoSteps, begun(NOON), { type: 'sent', now: NOON }).step).toBe(0);
    const sent = all(twoSteps, due, { type: 'allowed' }, { type: 'sent', now: NOON });
    expect(sent).toMatchObject({ stage: 'waiting', step: 1, at: at('2026-03-05T16:00:00Z') });
    const last = all(
      twoSteps,
      sent,
      { type: 'clock', now: NOON + DAY },
      { type: 'allowed' },
      { type: 'sent', now: NOON + DAY },
    );
    expect(last).toMatchObject({ stage: 'done', step: 2, at: null });
  });

  test('keeps 10 AM over the change of clocks', () => {
    const before = at('2026-03-07T16:00:00Z');
    const sent = all(
      twoSteps,
      begun(before),
      { type: 'clock', now: before },
      { type: 'allowed' },
      { type: 'sent', now: before },
    );
    expect(sent.at).toBe(at('2026-03-08T15:00:00Z'));
  });

  test('is held until it may be sent, and ends after 30 days of being held', () => {
    const held = follow(twoSteps, due, { type: 'later', until: NOON + DAY, note: 'Night.' });
    expect(held).toMatchObject({ stage: 'held', step: 0, at: NOON + DAY, since: NOON, note: 'Night.' });
    expect(follow(twoSteps, held, { type: 'clock', now: NOON + DAY }).stage).toBe('due');
    expect(follow(twoSteps, held, { type: 'clock', now: NOON + 31 * DAY })).toMatchObject({
      stage: 'ended',
      reason: 'missed',
    });
  });

  test('a message for a day is not sent three days late, and any other is', () => {
    const dated = { ...twoSteps, isDated: true };
    const late = { type: 'clock', now: NOON + 3 * DAY + 1 } as const;
    expect(follow(dated, begun(NOON), late)).toMatchObject({ stage: 'ended', reason: 'missed' });
    expect(follow(twoSteps, begun(NOON), late).stage).toBe('due');
  });

  test('stays ended, whatever comes', () => {
    const ended = follow(twoSteps, due, { type: 'end', reason: 'stopped', note: 'Stopped.' });
    expect(ended).toMatchObject({ stage: 'ended', at: null });
    expect(
      all(twoSteps, ended, { type: 'clock', now: NOON }, { type: 'allowed' }, { type: 'sent', now: NOON }),
    ).toEqual(ended);
  });
});

describe('the days of a contact', () => {
  const within = (from: string, to: string) => ({ after: at(from), until: at(to) });

  test('a birthday is at 10 AM at the place, also across the change of clocks', () => {
    expect(
      occasionsOf('birthday', '1950-03-08', CHICAGO, within('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z')),
    ).toEqual([{ day: '2026-03-08', at: at('2026-03-08T15:00:00Z') }]);
  });

  test('one of February 29 is on March 1 where a year has none', () => {
    const of = (year: number) =>
      occasionsOf('birthday', '1952-02-29', CHICAGO, within(`${year}-02-20T00:00:00Z`, `${year}-03-10T00:00:00Z`)).map(
        ({ day }) => day,
      );
    expect([of(2027), of(2028)]).toEqual([['2027-03-01'], ['2028-02-29']]);
    expect(searchedDays('birthday', within('2027-03-01T00:00:00Z', '2027-03-01T23:00:00Z')).keys).toContain(229);
  });

  test('the first day of a policy is no anniversary, and its end counts 30 days ahead', () => {
    const march = within('2026-03-01T00:00:00Z', '2026-03-31T00:00:00Z');
    expect(occasionsOf('policy_anniversary', '2026-03-08', CHICAGO, march)).toEqual([]);
    expect(occasionsOf('policy_expiring', '2026-04-07', CHICAGO, march)).toMatchObject([{ day: '2026-03-08' }]);
  });

  test('New Year is found from both sides', () => {
    const days = occasionsOf('birthday', '1960-01-01', CHICAGO, within('2026-12-30T00:00:00Z', '2027-01-02T00:00:00Z'));
    expect(days).toMatchObject([{ day: '2027-01-01' }]);
    expect(searchedDays('birthday', within('2026-12-31T20:00:00Z', '2026-12-31T21:00:00Z')).keys).toContain(101);
  });
});
