import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHANNELS, PURPOSES } from '#contract/compliance.contract.ts';
import { CONSENT_CHANNELS, CONSENT_KINDS, CONSENT_PURPOSES } from '#contract/compliance/consent-kinds.contract.ts';
import type { LedgerEntry } from '#rules/compliance/consent-ledger.ts';
import { blockedUntil, decisionSentence } from '#rules/compliance/contactability-words.ts';
import { decide } from '#rules/compliance/contactability.ts';
import { ask, contact, entry, rule } from './reach-examples.ts';

const FEDERAL = rule('hours', { channel: 'call', purpose: 'marketing', value: { from: '08:00', to: '21:00' } });
const FLORIDA = rule('hours', { jurisdiction: 'US-FL', purpose: 'marketing', value: { from: '08:00', to: '20:00' } });
const TEXAS = rule('hours', {
  jurisdiction: 'US-TX',
  value: { from: '09:00', to: '21:00', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
});
const TEXAS_SUNDAY = rule('hours', {
  jurisdiction: 'US-TX',
  value: { from: '12:00', to: '21:00', days: ['sun'] },
});
const HOURS = [FEDERAL, FLORIDA, TEXAS, TEXAS_SUNDAY];
const WRITTEN = rule('consent', { purpose: 'automated', channel: 'text' });

describe('calling hours', () => {
  test.each([
    ['the first minute in New York', 'NY', '+12125550142', '2026-01-15T13:00:00Z', true, null],
    ['a minute before it', 'NY', '+12125550142', '2026-01-15T12:59:59Z', false, '2026-01-15T13:00:00.000Z'],
    ['the last minute', 'NY', '+12125550142', '2026-01-16T01:59:00Z', true, null],
    ['the first one too late', 'NY', '+12125550142', '2026-01-16T02:00:00Z', false, '2026-01-16T13:00:00.000Z'],
    ['the same in summer', 'NY', '+12125550142', '2026-07-16T00:59:00Z', true, null],
    ['Arizona, which keeps its time', 'AZ', '+16025550142', '2026-07-15T14:59:00Z', false, '2026-07-15T15:00:00.000Z'],
    ['a stricter state', 'FL', '+13055550142', '2026-01-16T01:00:00Z', false, '2026-01-16T13:00:00.000Z'],
    ['a Sunday morning in Texas', 'TX', '+12145550142', '2026-01-18T17:00:00Z', false, '2026-01-18T18:00:00.000Z'],
    ['a Monday morning in Texas', 'TX', '+12145550142', '2026-01-19T15:00:00Z', true, null],
    [
      'the western end of Florida, by its number',
      'FL',
      '+18505550142',
      '2026-01-15T13:30:00Z',
      false,
      '2026-01-15T14:00:00.000Z',
    ],
    ['El Paso, by its number', 'TX', '+19155550142', '2026-01-19T15:30:00Z', false, '2026-01-19T16:00:00.000Z'],
    [
      'a number of another coast: both count',
      'NY',
      '+14155550142',
      '2026-01-15T15:00:00Z',
      false,
      '2026-01-15T16:00:00.000Z',
    ],
    [
      'a number of Florida without a state',
      '',
      '+13055550142',
      '2026-01-16T01:30:00Z',
      false,
      '2026-01-16T13:00:00.000Z',
    ],
    [
      'nobody knows where: Adak still sleeps',
      '',
      '+442071838750',
      '2026-01-15T17:59:00Z',
      false,
      '2026-01-15T18:00:00.000Z',
    ],
    ['nobody knows where: everywhere is day', '', '+442071838750', '2026-01-15T20:00:00Z', true, null],
  ])('%s', (_what, state, phone, at, allowed, nextAt) => {
    const decision = ask(HOURS, { state, phone }, at);

    expect([decision.allowed, decision.next_at]).toEqual([allowed, nextAt]);
  });

  test('of the day on which clocks go forward and back are those on the wall', () => {
    const night = rule('hours', { value: { from: '02:30', to: '04:00' } });
    // 02:00 becomes 03:00: the first minute after half past two is 03:00.
    expect(ask([night], {}, '2026-03-08T06:00:00Z').next_at).toBe('2026-03-08T07:00:00.000Z');
    // 02:00 becomes 01:00: half past one comes twice.
    const twice = rule('hours', { value: { from: '01:30', to: '02:00' } });
    expect(ask([twice], {}, '2026-11-01T05:00:00Z').next_at).toBe('2026-11-01T05:30:00.000Z');
    expect(ask([twice], {}, '2026-11-01T06:00:00Z').next_at).toBe('2026-11-01T06:30:00.000Z');
  });

  test('do not bind what is about their own policy, nor mail', () => {
    const night = '2026-01-15T08:00:00Z';

    expect(ask(HOURS, {}, night, { purpose: 'service' }).reason).toBe('nothing_forbids');
    expect(ask(HOURS, {}, night, { channel: 'mail' }).reason).toBe('nothing_forbids');
  });

  test('do not matter for someone who has died, whom no consent and no hour brings back', () => {
    const { allowed, reason, next_at } = ask(HOURS, { died: true, entries: [entry('given')] }, '2026-01-15T18:00:00Z');

    expect([allowed, reason, next_at]).toEqual([false, 'deceased', null]);
  });

  test('of every way are of calls and texts, which alone have a clock', () => {
    const [night, every] = ['2026-01-15T08:00:00Z', [rule('hours', { value: { from: '08:00', to: '21:00' } })]];
    const reasons = CHANNELS.map((channel) => ask(every, {}, night, { channel }).reason);

    expect(reasons).toEqual(['outside_hours', 'outside_hours', 'nothing_forbids', 'nothing_forbids']);
  });

  test('name the row that decided, the zones and the time there', () => {
    expect(ask(HOURS, { state: 'FL', phone: '+18505550142' }, '2026-01-15T13:30:00Z')).toEqual({
      channel: 'call',
      purpose: 'marketing',
      at: '2026-01-15T13:30:00.000Z',
      allowed: false,
      reason: 'outside_hours',
      rule: { id: FLORIDA.id, title: 'hours', source: 'a law' },
      evidence: {
        entry: null,
        clocks: [
          { zone: 'America/New_York', time: '08:30' },
          { zone: 'America/Chicago', time: '07:30' },
        ],
        places: [{ state: 'FL', by: 'address' }],
      },
      next_at: '2026-01-15T14:00:00.000Z',
    });
  });

  test('of a state are named before newer ones of the whole country', () => {
    const newer = rule('hours', { starts_on: '2025-01-01', value: { from: '08:00', to: '20:00' } });

    expect(ask([FLORIDA, newer], { state: 'FL', phone: '+13055550142' }, '2026-01-16T01:30:00Z').rule?.id).toBe(
      FLORIDA.id,
    );
  });

  test('open too late for a consent that runs out tonight', () => {
    const consent = rule('consent');
    const entries = [entry('given', { expires_on: '2026-01-15' })];

    expect(ask([FEDERAL, consent], { entries }, '2026-01-16T02:30:00Z')).toMatchObject({
      reason: 'outside_hours',
      next_at: null,
    });
  });

  test('that never open have no next minute', () => {
    const never = rule('hours', { value: { from: '22:00', to: '23:00' } });

    expect(ask([FEDERAL, never], {}, '2026-01-15T20:00:00Z').next_at).toBeNull();
  });
});

describe('a number that moved', () => {
  const AUSTIN = { state: 'TX', city: 'Austin', zip_code: '78701', phone: '+12395550142' };
  /** Sunday, 8:32 in Austin and 9:32 in Florida. */
  const SUNDAY = '2026-11-22T14:32:00Z';

  test.each([
    ['by the address', { zip_code: '' }],
    ['by a city that is not the main city of a code, and the ZIP code', { city: 'Round Rock', zip_code: '78664' }],
    ['by the ZIP code alone', { state: '', city: '' }],
    ['by a longer ZIP code alone', { state: '', city: '', zip_code: '78701-1234' }],
  ])('has the hours of where they live, %s', (_what, more) => {
    const decision = ask(HOURS, { ...AUSTIN, ...more }, SUNDAY);

    expect(decision).toMatchObject({
      allowed: false,
      rule: { id: TEXAS_SUNDAY.id },
      next_at: '2026-11-22T18:00:00.000Z',
    });
    expect(decision.evidence.places.map(({ state }) => state)).toEqual(['TX', 'FL']);
  });

  test('and those of the number, where they are stricter', () => {
    // 19:30 in Austin on a Monday: Texas allows it, Florida at 20:30 does not.
    expect(ask(HOURS, AUSTIN, '2026-11-24T01:30:00Z')).toMatchObject({
      allowed: false,
      rule: { id: FLORIDA.id },
      // 9:00 in Austin, by Texas.
      next_at: '2026-11-24T15:00:00.000Z',
    });
  });

  test('cites the rule that opens last', () => {
    // 7:30 in Austin, 8:30 in New York, which has not opened by its own rule until 8:45 there.
    const late = rule('hours', { jurisdiction: 'US-NY', value: { from: '08:45', to: '21:00' } });
    const decision = ask([late, TEXAS], { ...AUSTIN, phone: '+12125550142' }, '2026-11-23T13:30:00Z');
    expect([decision.rule?.id, decision.next_at]).toEqual([TEXAS.id, '2026-11-23T15:00:00.000Z']);
    const later = rule('hours', { jurisdiction: 'US-NY', value: { from: '11:00', to: '21:00' } });
    const other = ask([later, TEXAS], { ...AUSTIN, phone: '+12125550142' }, '2026-11-23T13:30:00Z');
    expect([other.rule?.id, other.next_at]).toEqual([later.id, '2026-11-23T16:00:00.000Z']);
  });

  test.each([
    ['address, ZIP code and number agree', { phone: '+15125550142' }, [['TX', 'address']]],
    ['the number alone is known', { state: '', city: '', zip_code: '' }, [['FL', 'number']]],
    [
      'the ZIP code is of a third state',
      { zip_code: '10001' },
      [
        ['TX', 'address'],
        ['NY', 'zip'],
        ['FL', 'number'],
      ],
    ],
    ['the ZIP code and the number agree', { state: '', zip_code: '33101' }, [['FL', 'zip']]],
    ['nothing is known', { state: 'Zzz', zip_code: 'D-10115', phone: '+442071838750' }, []],
    ['the address is of a territory', { state: 'PR', zip_code: '00901', phone: '+17875550142' }, [['PR', 'address']]],
  ])('%s', (_what, more, places) => {
    const found = ask(HOURS, { ...AUSTIN, ...more }, SUNDAY).evidence.places;
    expect(found.map(({ state, by }) => [state, by])).toEqual(places);
  });

  test('says so, wherever the hours decide', () => {
    const sentence = (more: object, at: string) => decisionSentence(ask(HOURS, { ...AUSTIN, ...more }, at));
    expect(sentence({}, SUNDAY)).toBe(
      "It's 8:32 AM to 9:32 AM where they may be, outside calling hours. Address in Texas, area code in Florida: the stricter rule applies.",
    );
    expect(sentence({}, '2026-11-22T20:00:00Z')).toBe(
      'Within calling hours at their location. Address in Texas, area code in Florida: the stricter rule applies.',
    );
    expect(sentence({ state: '' }, SUNDAY)).toContain('ZIP code in Texas, area code in Florida');
    expect(sentence({ zip_code: '10001' }, SUNDAY)).toContain(
      'Address in Texas, ZIP code in New York, area code in Florida',
    );
    expect(sentence({ phone: '+15125550142' }, SUNDAY)).toBe("It's 8:32 AM where they live, outside calling hours.");
  });

  test.each([
    ['later that day', {}, SUNDAY, {}, 'Call blocked until 12:00 PM CT'],
    ['the next day', {}, '2026-11-23T03:30:00Z', {}, 'Call blocked until Monday 9:00 AM CT'],
    ['a text message', {}, SUNDAY, { channel: 'text' }, 'Text message blocked until 12:00 PM CT'],
    [
      'a number alone',
      { state: '', city: '', zip_code: '' },
      '2026-11-24T12:30:00Z',
      {},
      'Call blocked until 8:00 AM ET',
    ],
    ['Arizona', { state: 'AZ', city: '', zip_code: '85001', phone: null }, SUNDAY, {}, null],
    ['an allowed call', {}, '2026-11-22T20:00:00Z', {}, null],
  ] as const)('says until when it is blocked: %s', (_what, more, at, asked, until) => {
    expect(blockedUntil(ask(HOURS, { ...AUSTIN, ...more }, at, asked))).toBe(until);
  });

  test('mail and sharing have no place', () => {
    expect(ask(HOURS, AUSTIN, SUNDAY, { channel: 'mail' }).evidence.places).toEqual([]);
  });
});

describe('the dated table', () => {
  const old = rule('hours', { ends_on: '2026-01-31', value: { from: '08:00', to: '12:00' } });
  const coming = rule('hours', { starts_on: '2026-02-01', value: { from: '08:00', to: '21:00' } });

  test('counts by the day of the recipient', () => {
    // 20:00 on January 31 in New York is February 1 in UTC.
    expect(ask([old, coming], {}, '2026-02-01T01:00:00Z')).toMatchObject({ allowed: false, rule: { id: old.id } });
    expect(ask([old, coming], {}, '2026-02-01T20:00:00Z')).toMatchObject({ allowed: true, rule: { id: coming.id } });
  });

  test('is checked again for the next minute', () => {
    expect(ask([old, coming], {}, '2026-01-31T18:00:00Z').next_at).toBe('2026-02-01T13:00:00.000Z');
  });

  test('frees what it forbids after its last day', () => {
    const consent = rule('consent', { ends_on: '2026-01-16' });

    expect(ask([consent], {}, '2026-01-15T20:00:00Z')).toMatchObject({
      reason: 'no_consent',
      next_at: '2026-01-17T05:00:00.000Z',
    });
  });

  test('is not asked for laws of other states', () => {
    expect(ask([FLORIDA], { state: 'GA', phone: null, email: null }, '2026-01-16T01:30:00Z').reason).toBe('no_address');
    expect(ask([FLORIDA], { state: 'GA', phone: '+14045550142' }, '2026-01-16T01:30:00Z').allowed).toBe(true);
  });
});

describe('consent', () => {
  const NOON = '2026-06-01T16:00:00Z';
  const text = (entries: readonly LedgerEntry[], purpose: (typeof PURPOSES)[number] = 'automated') =>
    ask([WRITTEN], { entries }, NOON, { channel: 'text', purpose });

  test.each([
    ['nothing', [], 'no_consent'],
    ['consent to everything', [entry('given')], 'consented'],
    ['consent to the channel', [entry('given', { channel: 'text' })], 'consented'],
    ['consent to another channel', [entry('given', { channel: 'call' })], 'no_consent'],
    ['consent to less', [entry('given', { purpose: 'marketing' })], 'no_consent'],
    ['consent that ran out', [entry('given', { expires_on: '2026-05-31' })], 'expired'],
    ['consent on its last day', [entry('given', { expires_on: '2026-06-01' })], 'consented'],
    ['consent that is not given yet', [entry('given', { given_at: '2026-06-02T00:00:00.000Z' })], 'no_consent'],
    [
      'consent and its withdrawal',
      [entry('given'), entry('withdrawn', { given_at: '2026-02-01T00:00:00.000Z' })],
      'withdrawn',
    ],
    ['both at one instant', [entry('withdrawn'), entry('given')], 'withdrawn'],
    [
      'a withdrawal and new consent',
      [entry('given', { given_at: '2026-02-01T00:00:00.000Z' }), entry('withdrawn')],
      'consented',
    ],
    [
      'a withdrawal, and consent that ran out',
      [entry('withdrawn'), entry('given', { given_at: '2026-02-01T00:00:00.000Z', expires_on: '2026-03-01' })],
      'withdrawn',
    ],
    ['a number on a list', [entry('do_not_call', { channel: 'call' })], 'do_not_call'],
    [
      'a withdrawal of mail',
      [entry('given'), entry('withdrawn', { channel: 'mail', given_at: '2026-02-01T00:00:00.000Z' })],
      'consented',
    ],
  ] as const)('%s', (_what, entries, reason) => {
    expect(text(entries).reason).toBe(reason);
  });

  test('withdrawn for machines leaves texts by hand alone, and not the other way', () => {
    const robots = [entry('withdrawn', { purpose: 'automated' })];
    const selling = [entry('withdrawn', { purpose: 'marketing' })];

    expect(PURPOSES.map((purpose) => text(robots, purpose).allowed)).toEqual([true, true, false]);
    expect(PURPOSES.map((purpose) => text(selling, purpose).allowed)).toEqual([true, false, false]);
  });

  test('to sharing is a consent of its own', () => {
    const sharing = rule('data_sharing', { channel: 'share' });
    const share = (entries: readonly LedgerEntry[]) =>
      ask([sharing], { entries, phone: null, email: null }, NOON, { channel: 'share', purpose: 'service' }).reason;

    expect(share([entry('given')])).toBe('no_consent');
    expect(share([entry('given', { channel: 'share' })])).toBe('consented');
    expect(share([entry('given', { channel: 'share' }), entry('withdrawn')])).toBe('withdrawn');
  });

  test('to sharing is not what a rule for every way asks', () => {
    expect(ask([rule('consent')], {}, NOON, { channel: 'share', purpose: 'service' }).reason).toBe('nothing_forbids');
  });

  test('keeps the entry that decided as evidence', () => {
    const given = entry('given', { evidence: 'web form of May 2' });

    expect(text([given]).evidence.entry).toEqual(given);
  });
});

const instant = fc
  .integer({ min: 0, max: 365 * 24 * 60 })
  .map((minute) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString());
const anyEntry = fc.record({
  id: fc.constant(1),
  channel: fc.constantFrom(...CONSENT_CHANNELS),
  kind: fc.constantFrom(...CONSENT_KINDS),
  purpose: fc.constantFrom(...CONSENT_PURPOSES),
  evidence: fc.constant(''),
  given_at: instant,
  expires_on: fc.constantFrom(null, '2026-06-30'),
});
const END = new Date('2027-02-01T17:00:00Z');

test('whatever happened before, a withdrawal of everything after the last consent forbids everything', () => {
  fc.assert(
    fc.property(
      fc.array(anyEntry, { maxLength: 12 }),
      fc.constantFrom(...CHANNELS),
      fc.constantFrom(...PURPOSES),
      (history, channel, purpose) => {
        const last =
          history
            .map(({ given_at }) => given_at)
            .toSorted()
            .at(-1) ?? '2026-01-01T00:00:00.000Z';
        const entries = [...history, entry('withdrawn', { given_at: last })];

        const decision = decide([FEDERAL, WRITTEN], contact({ entries }), { channel, purpose, at: END });

        expect([decision.allowed, decision.next_at]).toEqual([false, null]);
      },
    ),
  );
});

test('the order in which entries were written down does not matter', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyEntry, { maxLength: 8, selector: ({ given_at }) => given_at }), (history) => {
      const reasonOf = (entries: readonly LedgerEntry[]) =>
        decide([WRITTEN], contact({ entries }), { channel: 'text', purpose: 'automated', at: END }).reason;

      expect(reasonOf(history)).toBe(reasonOf(history.toReversed()));
    }),
  );
});

test('the next minute is allowed, and none before it is', () => {
  const clock = fc
    .integer({ min: 0, max: 1439 })
    .map((minute) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'));
  const places = fc.constantFrom(
    ['NY', null],
    ['TX', '+19155550142'],
    ['', '+18505550142'],
    ['AZ', null],
    ['HI', '+18085550142'],
  );
  const minutes = fc.integer({ min: 0, max: 365 * 24 * 60 });
  fc.assert(
    fc.property(clock, clock, places, minutes, (one, other, [state, number], minute) => {
      const [from = one, to = other] = [one, other].toSorted();
      const rules = [rule('hours', { value: { from, to } }), TEXAS_SUNDAY];
      const facts = contact({ state: state ?? '', phone: number ?? '+12125550142' });
      const decideAt = (ms: number) =>
        decide(rules, facts, { channel: 'call', purpose: 'marketing', at: new Date(ms) });
      const at = Date.UTC(2026, 0, 1) + minute * 60_000;

      const { allowed, next_at: nextAt } = decideAt(at);
      if (allowed || nextAt === null) return;

      const next = Date.parse(nextAt);
      expect(decideAt(next).allowed).toBe(true);
      const between = Array.from(
        { length: Math.min(150, (next - at) / 60_000 - 1) },
        (_, back) => next - (back + 1) * 60_000,
      );
      expect(between.filter((ms) => decideAt(ms).allowed)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
