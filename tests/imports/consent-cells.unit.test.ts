import { expect, test } from 'vitest';
import { readConsentWord, yesMeans } from '#rules/imports/consent-cells.ts';

test.each([
  ['Yes', 'yes'],
  ['TRUE', 'yes'],
  ['1', 'yes'],
  ['x', 'yes'],
  ['Sí', 'yes'],
  ['ja', 'yes'],
  ['Oui', 'yes'],
  ['✔', 'yes'],
  ['No', 'no'],
  ['0', 'no'],
  ['n', 'no'],
  ['nein', 'no'],
  ['non', 'no'],
  ['Opted-In', 'in'],
  ['subscribed', 'in'],
  ['Abonné', 'in'],
  ['opted out', 'out'],
  ['Unsubscribed', 'out'],
  ['Désinscrit', 'out'],
  ['Dado de baja', 'out'],
  ['abgemeldet', 'out'],
  ['DNC', 'out'],
  ['maybe', null],
  ['yes, but call first', null],
  ['10', null],
  ['', null],
])('%j says %s', (written, says) => {
  expect(readConsentWord(written)).toBe(says);
});

test.each([
  ['SMS Opt-in', 'in'],
  ['Newsletter', 'in'],
  ['Einwilligung', 'in'],
  ['Notes on consent', 'in'],
  ['Email Opt Out', 'out'],
  ['Unsubscribed from all email', 'out'],
  ['Do Not Text', 'out'],
  ["Don't call", 'out'],
  ['Nicht anrufen', 'out'],
  ['Ne pas appeler', 'out'],
  ['Opt In/Out', null],
  ['Opt-in / Opt-out', null],
  ['SMS consent (no texts)', null],
])('yes below %j means %s', (header, meaning) => {
  expect(yesMeans(header)).toBe(meaning);
});
