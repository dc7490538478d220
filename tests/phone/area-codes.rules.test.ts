import { expect, test } from 'vitest';
import { placeOfCaller } from '#rules/places/area-codes.ts';
import { numbersOf, STATE_CODES } from '#rules/places/us-places.ts';

test.each([
  ['+15125550142', { city: 'Austin', state: 'TX' }],
  ['+18135550107', { city: 'Tampa', state: 'FL' }],
  ['+17275550107', { city: 'St. Petersburg', state: 'FL' }],
  ['+12025550107', { city: 'Washington', state: 'DC' }],
  ['+14165550107', { city: '', state: '' }],
  ['+442071838750', { city: '', state: '' }],
  ['anonymous', { city: '', state: '' }],
])('%s is from %o', (number, place) => {
  expect(placeOfCaller(number)).toEqual(place);
});

test('every area code of a state has a city', () => {
  const nowhere = numbersOf(STATE_CODES).filter((start) => placeOfCaller(`${start}5550100`).city === '');

  expect(nowhere).toEqual([]);
});
