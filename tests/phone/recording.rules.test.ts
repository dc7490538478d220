import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PURPOSES, RECORDING_MODES } from '#contract/compliance.contract.ts';
import {
  keptSentence,
  lockedSentence,
  recordingRule,
  retentionOf,
  stricterOf,
} from '#rules/compliance/recording-rule.ts';
import { rule } from '../compliance/reach-examples.ts';

const DAY = '2026-11-21';
const TEXAN = { state: 'TX', city: '', zip_code: '', phone: '+15125550142', purpose: 'marketing', day: DAY } as const;
const CALIFORNIAN = { ...TEXAN, state: 'CA', phone: '+14155550142' } as const;

const SALES = rule('recording', { channel: 'call', purpose: 'marketing', value: { mode: 'locked' } });
const CALIFORNIA = rule('recording', { jurisdiction: 'US-CA', channel: 'call', value: { mode: 'consented' } });

describe('how a call is recorded', () => {
  test('without a rule it is announced', () => {
    expect(recordingRule([], TEXAN)).toEqual({ mode: 'announced', asks: false, rule: null });
  });

  test('of several rules the strictest one counts, and is cited', () => {
    const { id, title, source } = SALES;
    expect(recordingRule([CALIFORNIA, SALES], CALIFORNIAN)).toMatchObject({
      mode: 'locked',
      rule: { id, title, source },
    });
  });

  test('a sales call to a state that asks for consent is locked and asks', () => {
    const asks = [CALIFORNIAN, TEXAN].map((call) => recordingRule([CALIFORNIA, SALES], call).asks);
    expect(asks).toEqual([true, false]);
  });

  test('what is learnt later never makes it looser', () => {
    const [announced, consented, locked] = [[], [CALIFORNIA], [SALES]].map((rules) =>
      recordingRule(rules, CALIFORNIAN),
    );
    if (announced === undefined || consented === undefined || locked === undefined)
      throw new Error('a rule is missing');
    expect([stricterOf(locked, announced), stricterOf(announced, locked)]).toEqual([locked, locked]);
    expect(stricterOf(locked, consented)).toEqual({ ...locked, asks: true });
    expect(stricterOf(consented, locked)).toEqual({ ...locked, asks: true });
  });

  test.each([
    ['a call for service, in California', { ...CALIFORNIAN, purpose: 'service' }, 'consented'],
    [
      'a number of California, of whose owner nothing is known',
      { ...CALIFORNIAN, state: '', purpose: 'service' },
      'consented',
    ],
    ['somebody in Texas with a number of California', { ...CALIFORNIAN, state: 'TX', purpose: 'service' }, 'consented'],
    ['a call for service, in Texas', { ...TEXAN, purpose: 'service' }, 'announced'],
    ['an automatic sales call', { ...TEXAN, purpose: 'automated' }, 'locked'],
    ['the day before a rule is in force', { ...TEXAN, day: '1999-12-31' }, 'announced'],
  ] as const)('%s', (_, call, mode) => {
    expect(recordingRule([CALIFORNIA, SALES], call).mode).toBe(mode);
  });

  test('one more rule never makes it looser', () => {
    const rules = fc.array(
      fc
        .record({
          mode: fc.constantFrom(...RECORDING_MODES),
          jurisdiction: fc.constantFrom('US', 'US-CA', 'US-TX'),
          purpose: fc.constantFrom(null, ...PURPOSES),
          channel: fc.constantFrom(null, 'call' as const, 'text' as const),
        })
        .map(({ mode, ...reach }) => rule('recording', { ...reach, value: { mode } })),
    );
    const asked = fc.record({ state: fc.constantFrom('CA', 'TX', ''), purpose: fc.constantFrom(...PURPOSES) });
    const strictness = (among: Parameters<typeof recordingRule>[0], call: Parameters<typeof recordingRule>[1]) =>
      RECORDING_MODES.indexOf(recordingRule(among, call).mode);
    fc.assert(
      fc.property(rules, rules, asked, (some, more, reach) => {
        const call = { ...TEXAN, ...reach };
        const all = strictness([...some, ...more], call);
        expect(all).toBe(Math.max(strictness(some, call), strictness(more, call)));
        expect(strictness([...some, ...more].toReversed(), call)).toBe(all);
      }),
    );
  });

  test('only a locked one cannot be stopped, and says by which rule', () => {
    expect(lockedSentence(recordingRule([SALES], TEXAN))).toBe(
      `This recording can't be stopped or paused. ${SALES.title} (${SALES.source}).`,
    );
    expect(lockedSentence(recordingRule([CALIFORNIA], CALIFORNIAN))).toBeNull();
  });
});

describe('how long a recording is kept', () => {
  const ALL = rule('retention', { value: { years: 10 } });
  const SOLD = rule('retention', { channel: 'call', purpose: 'marketing', value: { years: 6 } });
  const until = (rules: Parameters<typeof retentionOf>[0], call: Parameters<typeof retentionOf>[1]) =>
    retentionOf(rules, call)?.until ?? null;

  test('the rule on such calls goes before the one on all records', () => {
    expect(until([ALL, SOLD], TEXAN)).toBe('2032-11-21');
    expect(until([ALL, SOLD], { ...TEXAN, purpose: 'service' })).toBe('2036-11-21');
  });

  test('of two as near the longer one counts', () => {
    const shorter = rule('retention', {
      jurisdiction: 'US-TX',
      channel: 'call',
      purpose: 'marketing',
      value: { years: 5 },
    });
    expect(until([shorter, SOLD], TEXAN)).toBe('2032-11-21');
  });

  test('without a rule nothing is said', () => {
    expect(retentionOf([], TEXAN)).toBeNull();
  });

  test('what began on a leap day stays until the day after it', () => {
    expect(until([SOLD], { ...TEXAN, day: '2028-02-29' })).toBe('2034-03-01');
  });

  test('it cannot be deleted on its last day, and can on the next', () => {
    const kept = retentionOf([SOLD], TEXAN);
    const said = `The recording is kept until 11/21/2032. ${SOLD.title} (${SOLD.source}).`;
    expect(['2026-11-21', '2032-11-21', '2032-11-22'].map((day) => kept && keptSentence(kept, day))).toEqual([
      said,
      said,
      null,
    ]);
  });
});
