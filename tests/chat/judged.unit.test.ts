import { expect, test } from 'vitest';
import { by, type ContactSentence } from './agency-words.ts';
import { judge } from './judged.ts';

const HOUSTON: ContactSentence = {
  said: 'clients in Houston with a wheelchair',
  scope: { search: [by('city', 'Houston'), by('state', 'TX')], type: 'client' },
};

test('a condition that is missing is wrong, whatever else is asked', () => {
  const { asked, wrong } = judge(HOUSTON);
  expect([asked, wrong]).toEqual([true, true]);
});

test('a question about its own keywords is exempt', () => {
  expect(judge({ ...HOUSTON, parts: { state: 'a wheelchair' } }).wrong).toBe(false);
  expect(judge({ ...HOUSTON, parts: { state: 'in Houston' } }).wrong).toBe(true);
});

test('a question that is expected anyway excuses nothing else', () => {
  expect(judge({ ...HOUSTON, parts: { state: 'a wheelchair' }, asks: ['a wheelchair'] }).wrong).toBe(true);
});

test('a part that is to be asked and is not is wrong', () => {
  expect(judge({ said: 'clients in Houston', scope: HOUSTON.scope, asks: ['Houston'] }).wrong).toBe(true);
});
