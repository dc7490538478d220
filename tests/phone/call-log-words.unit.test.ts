import { expect, test } from 'vitest';
import { CALL_OUTCOMES, DISPOSITIONS } from '#contract/phone/call.contract.ts';
import { noteCallEvents } from '#contract/phone.contract.ts';
import { KINDS_IN_WORDS, type Told, wordsOf } from '../../server/features/phone/calls/call-log-words.ts';
import { STATE_KINDS } from '../../server/features/phone/calls/call-state.ts';

const told = (body: Told['body'] = {}, direction: Told['direction'] = 'outbound'): Told => ({
  direction,
  number: '1-512-555-0142',
  who: 'Amy Agent',
  body,
});

test('every kind that moves a call and every kind of the browser has words', () => {
  const ofBrowser = noteCallEvents.body.shape.events._zod.def.element.shape.kind._zod.def.entries;
  const kinds = [
    ...STATE_KINDS,
    ...Object.values(ofBrowser),
    'asked',
    'dialled',
    'digits',
    'quality',
    'linked',
    'noted',
  ];
  expect(kinds.filter((kind) => !KINDS_IN_WORDS.includes(kind))).toEqual([]);
});

test('every end is said for both ways', () => {
  const ends = (direction: Told['direction']) =>
    CALL_OUTCOMES.map((outcome) => wordsOf('ended', told({ outcome, by: 'other', reason: '' }, direction)));
  expect([ends('outbound'), ends('inbound')]).toEqual([
    [
      'The other party hung up.',
      'No answer.',
      'The line was busy.',
      'The call was declined.',
      'Amy Agent canceled the call.',
      'No one was available to answer.',
      'The call failed.',
    ],
    [
      'The other party hung up.',
      'No answer.',
      'The line was busy.',
      'Amy Agent declined.',
      'The caller hung up.',
      'No one was available to answer.',
      'The call failed.',
    ],
  ]);
});

test('an end says its reason where there is one', () => {
  const reason = 'No carrier is connected. You can only call Bellwether numbers.';
  expect(wordsOf('ended', told({ outcome: 'unavailable', reason }))).toBe(`No one was available to answer. ${reason}`);
});

test('every result is said, and that it was taken back', () => {
  const set = [...DISPOSITIONS, null].map((disposition) => wordsOf('noted', told({ disposition })));
  expect([set[0], set.at(-1), new Set(set).size]).toEqual([
    'Amy Agent set the result to “interested”.',
    'Amy Agent cleared the result.',
    DISPOSITIONS.length + 1,
  ]);
});

test('sound and digits are said in numbers', () => {
  expect([
    wordsOf('quality', told({ mos: 4.43, lostPercent: 0.25 })),
    wordsOf('digits', told({ count: 1 })),
    wordsOf('transferred', told({ to: '+18135550108' })),
    wordsOf('something_new', told()),
  ]).toEqual([
    'Audio quality: 4.4 of 5, 0.3% packet loss.',
    'Amy Agent sent 1 digit.',
    'Amy Agent transferred the call to 1-813-555-0108.',
    'Something happened.',
  ]);
});
