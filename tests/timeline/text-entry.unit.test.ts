import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { entryWords } from '../../src/views/timeline/entry-words.ts';

type Texted = Extract<TimelineEntry['what'], { of: 'text' }>;

const wordsOf = (text: Partial<Texted>) =>
  entryWords({
    key: '13-1',
    at: '2026-11-21T15:00:00.000Z',
    kind: 'texts',
    actor: null,
    acting_as: null,
    what: {
      of: 'text',
      id: 1,
      direction: 'out',
      status: 'delivered',
      reason: '',
      body: 'Hi',
      automatic: false,
      ...text,
    },
  });

test('a text says what was written and what came of it', () => {
  expect(wordsOf({})).toMatchObject({ did: 'texted', body: 'Hi' });
  expect(wordsOf({ status: 'failed' }).did).toBe('texted, not delivered');
  expect(wordsOf({ status: 'held' }).did).toBe('wrote a text to send later');
  expect(wordsOf({ direction: 'in', status: 'received' }).did).toBe('Text from them');
  expect(wordsOf({ automatic: true }).did).toBe('Automatic reply by text');
});
