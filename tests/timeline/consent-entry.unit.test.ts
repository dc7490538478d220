import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { entryWords } from '../../src/views/timeline/entry-words.ts';

type Consented = Extract<TimelineEntry['what'], { of: 'consent' }>;

const wordsOf = (consent: Partial<Consented>, actor: TimelineEntry['actor'] = null) =>
  entryWords({
    key: '14-1',
    at: '2026-11-21T15:00:00.000Z',
    kind: 'changes',
    actor,
    acting_as: null,
    what: {
      of: 'consent',
      kind: 'withdrawn',
      channel: 'mail',
      purpose: 'marketing',
      source: 'mail',
      evidence: 'Unsubscribed by the link in an e-mail.',
      retracted: false,
      ...consent,
    },
  });

test('a consent in a thread says what was recorded, and how it is known', () => {
  expect(wordsOf({})).toMatchObject({
    did: 'Opt-out of marketing e-mail',
    body: 'E-mail: Unsubscribed by the link in an e-mail.',
  });
  const stop = { kind: 'do_not_call', channel: 'call', source: 'letter', evidence: 'Wrote to us.' } as const;
  expect(wordsOf(stop, { id: 3, name: 'Dana' })).toMatchObject({
    did: 'recorded an opt-out of calls (Do Not Call)',
    body: 'Letter: Wrote to us.',
  });
  expect(wordsOf({ kind: 'given', retracted: true }).did).toBe('Consent to marketing e-mail · Retracted');
});
