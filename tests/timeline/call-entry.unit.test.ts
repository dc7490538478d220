import { expect, test } from 'vitest';
import { CALL_OUTCOMES } from '#contract/phone/call.contract.ts';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { entryWords } from '../../src/views/timeline/entry-words.ts';

const AMY = { id: 7, name: 'Amy Agent' };
type Called = Extract<TimelineEntry['what'], { of: 'call' }>;

const didOf = (call: Partial<Called>, actor: TimelineEntry['actor'] = AMY) =>
  entryWords({
    key: '12-1',
    at: '2026-11-21T15:00:00.000Z',
    kind: 'calls',
    actor,
    acting_as: null,
    what: {
      of: 'call',
      id: 1,
      direction: 'outbound',
      outcome: 'completed',
      seconds: 0,
      echo_instead: false,
      note: 'Wants a quote.',
      disposition: null,
      file_id: null,
      ...call,
    },
  }).did;

test('a call in which they talked says for how long', () => {
  expect([didOf({ seconds: 402 }), didOf({ seconds: 402, direction: 'inbound' })]).toEqual([
    'called · 6:42',
    'answered their call · 6:42',
  ]);
});

test('a call that came to nothing says how', () => {
  const [own, missed] = [
    CALL_OUTCOMES.map((outcome) => didOf({ outcome })),
    CALL_OUTCOMES.slice(1).map((outcome) => didOf({ outcome, direction: 'inbound' }, null)),
  ];
  expect([own, [...new Set(missed)]]).toEqual([
    [
      'called, connected briefly',
      'called, no answer',
      'called, busy',
      'called, declined',
      'called, canceled',
      'called, unavailable',
      'called, failed',
    ],
    ['Inbound call, missed', 'Inbound call, declined'],
  ]);
});

test('a call under way says so', () => {
  expect([didOf({ outcome: null }), didOf({ outcome: null, direction: 'inbound' })]).toEqual([
    'called, call in progress',
    'answered their call, call in progress',
  ]);
});

test('a call in which an echo answered in place of the contact does not claim that they talked', () => {
  expect(didOf({ seconds: 11, echo_instead: true })).toBe('called (demo echo line)');
});
