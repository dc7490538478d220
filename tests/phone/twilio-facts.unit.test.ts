import { describe, expect, test } from 'vitest';
import { ringOutcomes, stateOf, type StateFact } from '../../server/features/phone/calls/call-state.ts';
import {
  endOfDial,
  endOfRecording,
  factOfStatus,
  instantOf,
  startOfRecording,
  userOf,
} from '../../server/features/phone/twilio/twilio-facts.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 17, 0, second));
const leg = (sid: string, userId: number, CallStatus: string, second: number) => ({
  CallSid: sid,
  To: `client:user-${userId}`,
  CallStatus,
  Timestamp: at(second).toUTCString(),
});

/** Every order of the list. */
function* orders<T>(list: readonly T[]): Generator<readonly T[]> {
  if (list.length < 2) yield list;
  for (const [place, first] of list.entries()) {
    if (list.length < 2) return;
    for (const rest of orders(list.toSpliced(place, 1))) yield [first, ...rest];
  }
}

/** Facts as the database keeps them: one a key, the first that came. */
function noted(forms: readonly Record<string, string>[]): readonly StateFact[] {
  const facts = new Map<string, StateFact>();
  for (const form of forms) {
    const fact = factOfStatus(form, 'inbound', 1, NOW);
    if (fact !== null && !facts.has(fact.key)) facts.set(fact.key, fact);
  }
  return [...facts.values()];
}

describe('the status of two devices that ring', () => {
  const EVENTS = [
    leg('CA1', 7, 'ringing', 1),
    leg('CA2', 8, 'ringing', 1),
    leg('CA2', 8, 'busy', 3),
    leg('CA1', 7, 'in-progress', 5),
    { ...leg('CA1', 7, 'completed', 47), CallDuration: '42' },
    leg('CA3', 9, 'canceled', 5),
  ];

  test('comes to one end in all 720 orders, with each event once and twice', () => {
    const ends = new Set<string>();
    let runs = 0;
    for (const order of orders(EVENTS)) {
      for (const forms of [order, [...order, ...order]]) {
        runs++;
        const facts = noted(forms);
        ends.add(JSON.stringify([stateOf(facts, false), [...ringOutcomes(facts, [7, 8, 9])]]));
      }
    }

    expect(runs).toBe(1_440);
    expect([...ends].map((end) => JSON.parse(end) as unknown)).toEqual([
      [
        {
          status: 'ended',
          outcome: 'completed',
          reason: '',
          answered_at: at(5).toISOString(),
          ended_at: at(47).toISOString(),
          seconds: 42,
          held: false,
          recording: 'off',
          recording_seconds: 0,
          recording_agreed: null,
        },
        [
          [7, 'answered'],
          [8, 'rejected'],
          [9, 'missed'],
        ],
      ],
    ]);
  });
});

test('a device is the person behind it, a number nobody', () => {
  expect(userOf('client:user-12')).toBe(12);
  expect(userOf('client:user-12x')).toBeNull();
  expect(userOf('+15125550142')).toBeNull();
  expect(userOf(undefined)).toBeNull();
});

test('a time that cannot be read is now', () => {
  expect(instantOf({ Timestamp: 'soon' }, NOW)).toEqual(NOW);
});

describe('the end of a dial', () => {
  const end = (CallStatus: string, DialCallStatus: string, side: 'outbound' | 'inbound', toDevices: boolean) =>
    endOfDial({ CallSid: 'CA1', CallStatus, DialCallStatus }, side, toDevices, NOW);

  test('says nothing when they talked: the leg itself tells', () => {
    expect(end('in-progress', 'completed', 'outbound', false)).toBeNull();
  });

  test.each([
    ['in-progress', 'busy', false, 'busy'],
    ['in-progress', 'busy', true, 'rejected'],
    ['in-progress', 'no-answer', true, 'no_answer'],
    ['in-progress', 'failed', true, 'unavailable'],
    ['in-progress', 'failed', false, 'failed'],
    ['completed', 'no-answer', false, 'cancelled'],
  ])('with the caller %s and the dial %s (devices: %s) is %s', (call, dial, toDevices, outcome) => {
    expect(end(call, dial, 'outbound', toDevices)).toMatchObject({ kind: 'ended', outcome, at: NOW });
  });

  test('by giving up names who it was, seen from each side', () => {
    expect(end('completed', 'canceled', 'outbound', true)).toMatchObject({ by: 'agent' });
    expect(end('completed', 'canceled', 'inbound', true)).toMatchObject({ by: 'other' });
  });
});

test('a recording has the times of the carrier, whenever they are told of', () => {
  const form = { RecordingStartTime: at(10).toUTCString(), RecordingDuration: '32' };

  expect([startOfRecording(form, NOW), endOfRecording(form, NOW)]).toEqual([new Date(at(10).getTime() + 999), at(42)]);
  expect([startOfRecording({}, NOW), endOfRecording({}, NOW)]).toEqual([NOW, NOW]);
  expect(startOfRecording(form, at(10))).toEqual(at(10));
});
