import { expect, test } from 'vitest';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { ask, contact, entry, rule } from './reach-examples.ts';

const LIMIT = rule('daily_limit', { purpose: 'automated', value: { messages: 2 } });
const CONSENT = rule('consent', { purpose: 'automated', channel: 'text' });
const HOURS = rule('hours', { channel: 'text', purpose: 'marketing', value: { from: '08:00', to: '21:00' } });
const RULES = [LIMIT, CONSENT, HOURS];
const CAMPAIGN = { channel: 'text', purpose: 'automated' } as const;

const texts = (...at: string[]) => at.map((one) => ({ channel: 'text' as const, at: one }));
const willing = { entries: [entry('given')] };
const at = (instant: string, messages: ReturnType<typeof texts>, more = {}, asked: object = CAMPAIGN) =>
  ask(RULES, { ...willing, messages, ...more }, instant, asked);

test('the message beyond the limit waits for the next day where the person lives, and names what filled it', () => {
  const sent = texts('2026-01-15T14:00:00.000Z', '2026-01-15T15:00:00.000Z');
  const refused = at('2026-01-15T16:00:00Z', sent);

  expect(refused).toMatchObject({
    allowed: false,
    reason: 'daily_limit',
    rule: { id: LIMIT.id },
    next_at: '2026-01-16T13:00:00.000Z',
    evidence: { messages: sent },
  });
  expect(decisionSentence(refused)).toBe('They got 2 campaign messages today, as many as are allowed.');
});

test.each([
  ['one fewer', texts('2026-01-15T14:00:00.000Z')],
  ['the evening before, which is the same day in UTC', texts('2026-01-15T04:00:00.000Z', '2026-01-15T14:00:00.000Z')],
])('%s leaves room', (_, messages) => {
  expect(at('2026-01-15T16:00:00Z', messages)).toMatchObject({ allowed: true, reason: 'consented' });
});

test('texts and e-mails count together, and e-mail has the same day', () => {
  const messages = [...texts('2026-01-16T01:00:00.000Z'), { channel: 'mail' as const, at: '2026-01-16T02:00:00.000Z' }];
  const mail = { channel: 'mail', purpose: 'automated' };

  expect(at('2026-01-16T03:00:00Z', messages as never, {}, mail)).toMatchObject({
    reason: 'daily_limit',
    next_at: '2026-01-16T05:00:00.000Z',
    evidence: { clocks: [{ zone: 'America/New_York' }] },
  });
});

test('where the place is unknown, the day must be over everywhere', () => {
  const nowhere = { state: '', phone: null };
  const messages = texts('2026-01-16T03:00:00.000Z', '2026-01-16T04:00:00.000Z');
  const mail = { channel: 'mail', purpose: 'automated' };
  // 1 AM in New York, and still the evening before in Honolulu.
  expect(at('2026-01-16T06:00:00Z', messages, nowhere, mail).reason).toBe('daily_limit');
  expect(at('2026-01-16T11:00:00Z', messages, nowhere, mail).allowed).toBe(true);
});

test.each(['service', 'marketing'] as const)('what a person sends by hand for %s is not limited', (purpose) => {
  const messages = texts('2026-01-15T14:00:00.000Z', '2026-01-15T15:00:00.000Z');
  expect(at('2026-01-15T16:00:00Z', messages, {}, { channel: 'text', purpose }).allowed).toBe(true);
});

test("an account's newer rule counts instead of the shipped one", () => {
  const own = rule('daily_limit', { purpose: 'automated', starts_on: '2026-01-10', value: { messages: 5 } });
  const messages = texts('2026-01-15T14:00:00.000Z', '2026-01-15T15:00:00.000Z');
  const facts = contact({ ...willing, messages });
  expect(ask([own, ...RULES], facts, '2026-01-15T16:00:00Z', CAMPAIGN).allowed).toBe(true);
});
