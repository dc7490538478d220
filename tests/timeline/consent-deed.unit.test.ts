import { expect, test } from 'vitest';
import { bulkWords } from '../../src/views/timeline/action-words.ts';
import { consentDeed } from '../../src/views/timeline/consent-deed.ts';

const DNC = { kind: 'do_not_call', channel: 'call', purpose: 'marketing' } as const;
const MAIL = { kind: 'withdrawn', channel: 'mail', purpose: 'marketing' } as const;

test.each([
  [DNC, 'an opt-out of calls (Do Not Call)'],
  [{ ...DNC, purpose: 'any' } as const, 'an opt-out of all calls (Do Not Call)'],
  [{ ...DNC, channel: 'text' } as const, 'an opt-out of text messages (Do Not Call)'],
  [MAIL, 'an opt-out of marketing e-mail'],
  [{ kind: 'withdrawn', channel: 'any', purpose: 'any' } as const, 'an opt-out of contact on all channels'],
  [{ kind: 'given', channel: 'call', purpose: 'automated' } as const, 'consent to automated calls'],
  [{ kind: 'given', channel: 'any', purpose: 'any' } as const, 'consent to calls, text messages and e-mail'],
  [{ kind: 'given', channel: 'share', purpose: 'any' } as const, 'consent to data sharing'],
])('%j is told with its kind and channel', (entry, words) => {
  expect(consentDeed(entry)).toBe(words);
});

test('a bulk change says what it recorded, beside the tag if the contact got it', () => {
  const bulk = { action: 'do_not_call', mode: null, names: [], changed: false, consents: [DNC, MAIL], alone: false };
  const tags = { ...bulk, action: 'tags', mode: 'add', names: ['DNC'], consents: [DNC] };
  expect([bulkWords(bulk), bulkWords(tags), bulkWords({ ...tags, changed: true })]).toEqual([
    'recorded an opt-out of calls (Do Not Call) and an opt-out of marketing e-mail (bulk change)',
    'recorded an opt-out of calls (Do Not Call) (bulk change)',
    'added the tag DNC, and recorded an opt-out of calls (Do Not Call) (bulk change)',
  ]);
});
