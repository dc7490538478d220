import { expect, test } from 'vitest';
import type { Call } from '#contract/phone/call.contract.ts';
import { toLog } from '../../server/features/phone/calls/call-log.ts';

const call = { call_direction: 'outbound', call_to: '+15125550142', user: { id: 7, name: 'Amy Agent' } } as Call;

/** The log of such events, one a second. */
const logOf = (events: readonly { readonly kind: string; readonly body: Readonly<Record<string, unknown>> }[]) =>
  toLog(
    call,
    events.map((event, place) => ({
      ...event,
      id: place + 1,
      event_key: `${place}`,
      at: new Date(place * 1_000),
      user_id: null,
      user_name: null,
    })),
  );
const kindsOf = (kinds: readonly string[]) =>
  logOf(kinds.map((kind) => ({ kind, body: {} }))).map(({ id, kind }) => `${id} ${kind}`);
const textsOf = (events: Parameters<typeof logOf>[0]) => logOf(events).map(({ text }) => text);

test('what agent and line tell of one thing stands once, whatever the browser saw between', () => {
  expect(kindsOf(['held', 'muted', 'held', 'resumed', 'recordingPaused', 'unmuted', 'recordingPaused'])).toEqual([
    '1 held',
    '2 muted',
    '4 resumed',
    '5 recordingPaused',
    '6 unmuted',
  ]);
});

test('what happens again stands again', () => {
  const again = ['announcing', 'announced', 'recordingStarted', 'recordingStopped', 'kept', 'recordingStarted'];
  expect(kindsOf([...again, 'held', 'resumed', 'held'])).toHaveLength(9);
});

test('digits on end stand once, with the count of the line where it tells of them', () => {
  const keys = { kind: 'digits', body: {} };
  const sent = (count: number) => ({ kind: 'digits', body: { count } });
  const muted = { kind: 'muted', body: {} };

  expect(textsOf([keys, keys, keys, sent(1), sent(3), muted, keys, sent(1)])).toEqual([
    'Amy Agent sent 4 digits.',
    'Amy Agent muted the microphone.',
    'Amy Agent sent 1 digit.',
  ]);
  expect(textsOf([keys, keys])).toEqual(['Amy Agent sent digits.']);
});

test('a call ends once', () => {
  expect(kindsOf(['answered', 'transferred', 'ended', 'quality', 'ended'])).toEqual([
    '1 answered',
    '2 transferred',
    '3 ended',
    '4 quality',
  ]);
});
