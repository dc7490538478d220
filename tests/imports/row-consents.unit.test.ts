import { expect, test } from 'vitest';
import { consentGain, NO_CONSENTS, type RowConsent } from '../../server/features/imports/consents/row-consents.ts';

const cell = (channel: RowConsent['channel'], says: RowConsent['says']): RowConsent => ({
  channel,
  says,
  on: null,
  label: channel,
  text: 'Yes',
});
const brief = (all: readonly RowConsent[]) => all.map(({ channel, says }) => `${channel} ${says}`);
const gain = (said: RowConsent[], held: Partial<typeof NO_CONSENTS> = {}) => {
  const { added, keptOut, after } = consentGain(said, { ...NO_CONSENTS, ...held });
  return { added: brief(added), keptOut: brief(keptOut), after };
};

test('a new person gets what the row says', () => {
  expect(gain([cell('call', 'in'), cell('mail', 'out')])).toMatchObject({
    added: ['mail out', 'call in'],
    keptOut: [],
  });
});

test('an opt-in lifts no opt-out on record', () => {
  const said = [cell('call', 'in'), cell('mail', 'in')];
  expect(gain(said, { out: new Set(['call']) })).toMatchObject({ added: ['mail in'], keptOut: ['call in'] });
});

test('an opt-in lifts no opt-out of a contact with the same number', () => {
  expect(gain([cell('text', 'in')], { outAlike: new Set(['text']) })).toMatchObject({
    added: [],
    keptOut: ['text in'],
  });
});

test('an opt-out is recorded for a contact whose number has opted out elsewhere', () => {
  expect(gain([cell('text', 'out')], { outAlike: new Set(['text']) }).added).toEqual(['text out']);
});

test('an opt-out of calls in the same row keeps an opt-in to texts out, wherever its column is', () => {
  const said = [cell('text', 'in'), cell('call', 'out')];
  expect(gain(said)).toMatchObject({ added: ['call out'], keptOut: ['text in'] });
});

test('what a row added is not added again by a later row or a second run', () => {
  const said = [cell('call', 'in'), cell('text', 'out'), cell('mail', 'out')];
  const { after } = gain(said);
  expect(gain(said, after)).toMatchObject({ added: [], keptOut: [] });
});

test('an opt-out takes an opt-in back that was on record', () => {
  const { added, after } = gain([cell('mail', 'out')], { in: new Set(['mail']) });
  expect(added).toEqual(['mail out']);
  expect([...after.in]).toEqual([]);
});
