import { describe, expect, test } from 'vitest';
import {
  type ComplianceRule,
  type Decision,
  PURPOSES,
  REASONS,
  type RuleTopic,
  type RuleValue,
} from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { decide } from '#rules/compliance/contactability.ts';
import { glanceOf, valueWords } from '../../src/views/compliance/compliance-words.ts';
import { bodyOf, draftAfter, emptyDraft, ofTopic } from '../../src/views/compliance/rule-draft.ts';
import { contact, entry, rule } from './reach-examples.ts';

const HOURS = rule('hours', { channel: 'call', purpose: 'marketing', value: { from: '08:00', to: '21:00' } });
const ROBOTS = rule('consent', { channel: 'call', purpose: 'automated' });

describe('a channel at a glance', () => {
  const look = (facts: Parameters<typeof contact>[0], at = '2026-06-01T16:00:00Z') =>
    glanceOf(
      PURPOSES.map((purpose) =>
        decide([HOURS, ROBOTS], contact(facts), { channel: 'call', purpose, at: new Date(at) }),
      ),
      'call',
    );

  test.each([
    ['nothing said', {}, 'good', 'Manual only'],
    ['agreed to all', { entries: [entry('given')] }, 'good', 'Allowed'],
    ['on a list', { entries: [entry('do_not_call', { channel: 'call', purpose: 'marketing' })] }, 'bad', 'Do Not Call'],
    ['wants nothing', { entries: [entry('withdrawn')] }, 'bad', 'Not allowed'],
    ['no number', { phone: null }, 'info', 'Not possible'],
  ] as const)('%s', (_what, facts, tone, word) => {
    expect(look(facts)).toMatchObject({ tone, word, nextAt: null });
  });

  test('an opt-out of marketing by e-mail is no Do Not Call', () => {
    const entries = [entry('withdrawn', { channel: 'mail', purpose: 'marketing' })];
    const decisions = PURPOSES.map((purpose) =>
      decide([], contact({ entries }), { channel: 'mail', purpose, at: new Date('2026-06-01T16:00:00Z') }),
    );

    expect(glanceOf(decisions, 'mail')).toMatchObject({
      word: 'No marketing',
      why: 'They asked not to be e-mailed for marketing. Service e-mails are allowed.',
    });
  });

  test('at night says from when', () => {
    expect(look({}, '2026-06-02T03:00:00Z')).toMatchObject({
      tone: 'warn',
      word: 'Not now',
      nextAt: '2026-06-02T12:00:00.000Z',
      why: "It's 11:00 PM where they live, outside calling hours.",
    });
  });
});

test('every reason is a sentence', () => {
  const said = REASONS.map((reason) =>
    decisionSentence({
      channel: 'mail',
      purpose: 'automated',
      at: '',
      allowed: false,
      reason,
      rule: null,
      next_at: null,
      evidence: { entry: null, clocks: [], places: [] },
    } satisfies Decision),
  );

  expect(said.filter((sentence) => !/^[A-Z].*\.$/u.test(sentence))).toEqual([]);
  expect(new Set(said).size).toBe(REASONS.length);
});

test.each<[RuleTopic, RuleValue, string]>([
  ['hours', { from: '12:00', to: '21:00', days: ['sun'] }, '12:00 PM to 9:00 PM, Sun'],
  ['retention', { years: 10 }, '10 years'],
  ['scope_of_appointment', { hours_before: 0 }, 'Any time before'],
  ['consent', { written: true }, 'In writing'],
  ['recording', { mode: 'locked' }, "Always recorded, can't be stopped"],
  ['opt_out', {}, ''],
])('what a rule on %s asks is a few words', (topic, value, words) => {
  expect(valueWords({ rule: topic, value })).toBe(words);
});

test('a rule on sharing says neither way nor purpose, and one on papers is of all of them at first', () => {
  const draft = emptyDraft('2026-11-21');

  expect(bodyOf({ ...draft, ...ofTopic('data_sharing') })).toMatchObject({ channel: null, purpose: null });
  expect(bodyOf({ ...draft, ...ofTopic('retention') })).toMatchObject({ channel: null, purpose: null });
  expect(bodyOf({ ...draft, ...ofTopic('consent') })).toMatchObject({ channel: 'call', purpose: 'marketing' });
});

test('a rule on recording says how, and for what', () => {
  const draft = { ...emptyDraft('2026-11-21'), ...ofTopic('recording'), mode: 'consented' } as const;

  expect(bodyOf(draft)).toMatchObject({ channel: null, purpose: 'marketing', value: { mode: 'consented' } });
});

test('a rule that follows starts as a copy, on the day after the last', () => {
  const more = { state: 'in_force', source_url: '', to_review: true, created_by: null, ended: null } as const;
  const before: ComplianceRule = { ...HOURS, ...more, ends_on: '2026-12-31' };

  expect(bodyOf(draftAfter(before, '2026-11-21'))).toEqual({
    rule: 'hours',
    jurisdiction: 'US',
    channel: 'call',
    purpose: 'marketing',
    value: { from: '08:00', to: '21:00' },
    title: 'hours',
    source: 'a law',
    source_url: '',
    starts_on: '2027-01-01',
    ends_on: null,
  });
  expect(
    bodyOf({ ...emptyDraft('2026-11-21'), rule: 'retention', channel: '', purpose: '', years: '6' }),
  ).toMatchObject({
    channel: null,
    purpose: null,
    value: { years: 6 },
  });
});
