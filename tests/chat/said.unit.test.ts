import { expect, test } from 'vitest';
import { isLeaveOut, isNo, isOrdinal, isYes, parseOrdinal } from '../../server/features/chat/said.ts';

test.each([
  ['the first one', 0],
  ['The second one.', 1],
  ['third', 2],
  ['the fourth one', 3],
  ['the 5th one', 4],
  ['number 2', 1],
  ['show me the last one please', 4],
  ['2', 1],
  ['two', 1],
  ['#2', 1],
  ['3.', 2],
  ['open 4 please', 3],
  ['option three', 2],
  ['the sixth one', null],
  ['the 11th one', null],
  ['7', null],
  ['65', null],
  ['show me 2', null],
  ['2 leads', null],
  ['the first of May', null],
  ['Maria Lopez', null],
])('of five things, %s is the one at %s', (said, place) => {
  expect(parseOrdinal(said, 5)).toBe(place);
});

test.each(['yes', 'Yep!', 'that’s her', 'Sí', 'ok', 'go ahead please', 'Yes please do', 'yes, that one, thanks'])(
  '%s is a yes',
  (said) => {
    expect([isYes(said), isNo(said)]).toEqual([true, false]);
  },
);

test.each(['no', 'None of them', 'not that one', 'nope.', 'no, none of them'])('%s is a no', (said) => {
  expect([isYes(said), isNo(said)]).toEqual([false, true]);
});

test.each(['leave it out', 'Skip that.', 'never mind'])('%s leaves it out', (said) => {
  expect(isLeaveOut(said)).toBe(true);
});

test('a sentence that begins so is none of them', () => {
  expect([isYes('yes men in Texas'), isNo('no phone'), isLeaveOut('leave it out of Texas')]).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ['the second one', true],
  ['the 12th one', true],
  ['two', false],
  ['the second of May', false],
])('%s is one of several things: %s', (said, is) => {
  expect(isOrdinal(said)).toBe(is);
});
