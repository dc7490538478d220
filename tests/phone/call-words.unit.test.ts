import { describe, expect, test } from 'vitest';
import { CALL_STATUSES, type CallOutcome, RECORDING_STATES } from '#contract/phone/call.contract.ts';
import {
  iconOf,
  outcomeSentence,
  partyOf,
  placeOf,
  recordingSentence,
  resultOf,
} from '../../src/views/phone/calls/call-words.ts';
import { formatShortWhen } from '../../src/views/_kit/format/format-when.ts';
import { call, recording } from './phone-fixtures.ts';

const DANA = 1001;
const inbound = { call_direction: 'inbound', call_from: '+19565550127', call_to: '+18135550117' } as const;
const ended = (outcome: CallOutcome) =>
  ({ status: 'ended', outcome, seconds: outcome === 'completed' ? 402 : 0 }) as const;

describe('how a call ended, in one sentence', () => {
  test.each([
    ['completed', 'Outbound call to Rosalind Okafor · 6 min 42 s'],
    ['no_answer', "Rosalind Okafor didn't answer."],
    ['busy', 'Rosalind Okafor was busy.'],
    ['rejected', 'Rosalind Okafor declined the call.'],
    ['cancelled', 'You canceled the call before Rosalind Okafor answered.'],
    ['unavailable', "Rosalind Okafor couldn't be reached."],
    ['failed', 'The call failed.'],
  ] as const)('outgoing, %s: %s', (outcome, sentence) => {
    expect(outcomeSentence(call(ended(outcome)), DANA)).toBe(sentence);
  });

  test('of a test call names the echo line', () => {
    const inside = { kind: 'echo', name: 'Test call' } as const;

    expect(outcomeSentence(call({ ...ended('completed'), contact: null, inside }), DANA)).toBe(
      'Outbound call to the echo line · 6 min 42 s',
    );
  });

  test.each([
    ['completed', 'Inbound call from 1-956-555-0127 · 6 min 42 s'],
    ['no_answer', 'Missed call from 1-956-555-0127.'],
    ['busy', 'Missed call from 1-956-555-0127: you were on another call.'],
    ['rejected', 'You declined the call from 1-956-555-0127.'],
    ['cancelled', '1-956-555-0127 hung up before the call was answered.'],
    ['unavailable', 'Missed call from 1-956-555-0127: no phone was online.'],
    ['failed', 'The call failed.'],
  ] as const)('incoming, %s: %s', (outcome, sentence) => {
    expect(outcomeSentence(call({ ...inbound, ...ended(outcome), contact: null }), DANA)).toBe(sentence);
  });

  test('of somebody else names them', () => {
    const other = { user: { id: 9, name: 'Priya Raman' } };

    expect(outcomeSentence(call({ ...ended('completed'), ...other }), DANA)).toMatch(
      /^Priya Raman · Outbound call to/u,
    );
    expect(outcomeSentence(call({ ...inbound, ...ended('busy'), ...other }), DANA)).toContain(
      'Priya Raman was on another call',
    );
  });

  test('of nobody is not said of the reader', () => {
    const ofNobody = (outcome: CallOutcome) =>
      outcomeSentence(call({ ...inbound, ...ended(outcome), contact: null, user: null }), DANA);

    expect([ofNobody('rejected'), ofNobody('busy')]).toEqual([
      'Call from 1-956-555-0127 declined.',
      'Missed call from 1-956-555-0127: no one was available.',
    ]);
  });

  test.each(CALL_STATUSES.filter((status) => status !== 'ended'))('while it is %s says so', (status) => {
    expect(outcomeSentence(call({ status }), DANA)).toMatch(/\.$/u);
    expect(resultOf(call({ status })).tone).toBe('info');
  });
});

test.each([
  ['completed', 'outbound', '6:42', 'Outgoing call'],
  ['no_answer', 'outbound', 'No answer', 'Outgoing call'],
  ['no_answer', 'inbound', 'Missed', 'Missed call'],
  ['cancelled', 'inbound', 'Missed', 'Missed call'],
  ['busy', 'inbound', 'Missed', 'Missed call'],
  ['unavailable', 'inbound', 'Missed', 'Missed call'],
  ['rejected', 'inbound', 'Declined', 'Incoming call'],
  ['completed', 'inbound', '6:42', 'Incoming call'],
  ['failed', 'outbound', 'Failed', 'Outgoing call'],
] as const)('%s, %s: %s, %s', (outcome, call_direction, text, label) => {
  const one = call({ call_direction, ...ended(outcome) });

  expect([resultOf(one).text, iconOf(one).label]).toEqual([text, label]);
});

test('who it was with is the contact, the number, or nobody who says so', () => {
  expect(partyOf(call())).toBe('Rosalind Okafor');
  expect(partyOf(call({ contact: null }))).toBe('1-512-555-0142');
  expect(partyOf(call({ ...inbound, call_from: '', contact: null }))).toBe('Private number');
});

test('a place is what is known of it', () => {
  expect(placeOf(call())).toBe('Round Rock, TX');
  expect(placeOf(call({ caller_city: '' }))).toBe('TX');
  expect(placeOf(call({ caller_city: '', caller_state: '' }))).toBe('');
});

test('what is recorded is said in every state', () => {
  const said = RECORDING_STATES.map((state) =>
    recordingSentence(call({ recording: recording({ state, seconds: 65 }) })),
  );

  expect(said).toEqual([
    'Not recorded',
    'Announcing',
    'Asking for consent',
    'In progress',
    'Paused',
    'Recorded, 1:05',
    'Failed',
  ]);
});

test('a time is short: of today the hour, of this week the day, else the date', () => {
  const now = '2026-11-21T18:00:00Z';
  const short = (at: string) => formatShortWhen(at, 'America/Chicago', now);

  expect(['2026-11-21T16:05:00Z', '2026-11-18T16:05:00Z', '2026-11-14T16:05:00Z'].map(short)).toEqual([
    '10:05 AM',
    'Wed',
    '11/14/2026',
  ]);
});

describe('somebody of the own agency', () => {
  const inside = { kind: 'colleague', name: 'Marcus Ellery' } as const;

  test('has a name, and is a colleague in place of a city', () => {
    const among = call({ contact: null, inside });
    expect([partyOf(among), placeOf(among)]).toEqual(['Marcus Ellery', 'Colleague']);
  });

  test.each([
    ['agent', null, 'You talked with 1-512-555-0142 for 6 min 42 s, then transferred the call to Marcus Ellery.'],
    [
      'agent',
      'rejected',
      "You talked with 1-512-555-0142 for 6 min 42 s, then transferred the call to Marcus Ellery, who didn't answer.",
    ],
    [
      'other',
      'completed',
      'You talked for 6 min 42 s, first with 1-512-555-0142, who transferred you to Marcus Ellery.',
    ],
  ] as const)('to whom the %s passed on, %s', (by, outcome, sentence) => {
    const passed_on = { by, to: '+16565550104', name: 'Marcus Ellery', outcome, returned: false };
    expect(outcomeSentence(call({ ...ended('completed'), contact: null, passed_on }), DANA)).toBe(sentence);
  });
});
