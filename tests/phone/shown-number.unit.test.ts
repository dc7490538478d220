import { expect, test } from 'vitest';
import { writeAsYouType } from '../../src/views/phone/panel/as-you-type.ts';
import { keysTo, placeWith, shownNumber } from '../../src/views/phone/shown-number.ts';

const shown = (typed: string) => shownNumber(typed, writeAsYouType);

test('a number is written with dashes while it is typed', () => {
  expect(['5', '512', '5125', '512555', '5125550', '512555014'].map(shown)).toEqual([
    '5',
    '512',
    '512-5',
    '512-555',
    '512-555-0',
    '512-555-014',
  ]);
});

test('ten digits get the leading 1, eleven keep theirs', () => {
  expect(['5125550142', '15125550142', '1512555014'].map(shown)).toEqual([
    '1-512-555-0142',
    '1-512-555-0142',
    '1-512-555-014',
  ]);
});

test('a number of another country is grouped as there', () => {
  expect(['+442071838750', '+4915112345678', '+15125550142'].map(shown)).toEqual([
    '+44-20-7183-8750',
    '+49-1511-2345678',
    '+1-512-555-0142',
  ]);
});

test('stars, and numbers before their country has loaded, stay as they are typed', () => {
  expect([shown('*67'), shownNumber('5125550142', null)]).toEqual(['*67', '5125550142']);
});

test('the caret keeps what was behind it', () => {
  expect([0, 1, 4, 5, 10].map((behind) => placeWith(behind, '512-555-0142'))).toEqual([12, 11, 8, 6, 0]);
});

test('a change anywhere is what the pad can do: some erased at the end, the rest typed', () => {
  expect([
    keysTo('512', '5125'),
    keysTo('5125', '512'),
    keysTo('5125550', '5135550'),
    keysTo('', '18003569377'),
    keysTo('512', '512'),
  ]).toEqual([
    { erased: 0, text: '5' },
    { erased: 1, text: '' },
    { erased: 5, text: '35550' },
    { erased: 0, text: '18003569377' },
    { erased: 0, text: '' },
  ]);
});

test('an extension follows its number', () => {
  expect(['5125550100x45', '5125550100x'].map(shown)).toEqual(['1-512-555-0100 x45', '1-512-555-0100 x']);
  expect(placeWith(2, '1-512-555-0100 x45')).toBe(16);
  expect(placeWith(3, '1-512-555-0100 x45')).toBe(15);
});
