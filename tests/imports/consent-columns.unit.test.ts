import { expect, test } from 'vitest';
import { suggestMapping } from '#rules/imports/column-mapping.ts';

const suggest = (header: string, samples: readonly string[] = ['Yes', 'No']) =>
  suggestMapping([
    { header: 'Name', samples: ['Ana Ruiz'] },
    { header, samples },
  ])[1]?.field ?? null;

test.each([
  ['Email Opt Out', 'consent_mail'],
  ['HasOptedOutOfEmail', 'consent_mail'],
  ['Unsubscribed from all email', 'consent_mail'],
  ['Newsletter opt-in', 'consent_mail'],
  ['SMS consent', 'consent_text'],
  ['Do Not Text', 'consent_text'],
  ['text_opt_in', 'consent_text'],
  ['TCPA consent', 'consent_call'],
  ['Phone Opt-In', 'consent_call'],
  ['DoNotCall', 'do_not_call'],
  ['DNC', 'do_not_call'],
  ['National DNC', 'do_not_call'],
  ['Opt-in', null],
  ['Call / Text Consent', null],
  ['Do Not Contact', null],
  ['DNC scrub date', null],
  ['DNC Date', null],
  ['SMS consent IP', null],
  ['TCPA language', null],
  ['Email', 'email'],
])('%j is %s', (header, field) => {
  expect(suggest(header)).toBe(field);
});

test('days are evidence, other texts speak against it, and an empty column has its header', () => {
  expect(suggest('SMS opt-in date', ['3/5/2024', '2024-03-05 14:22'])).toBe('consent_text');
  expect(suggest('SMS opt-in', ['By replying YES you agree', 'https://example.com/form'])).toBe(null);
  expect(suggest('Do Not Call', [])).toBe('do_not_call');
});

test('the opt-outs of a channel come before its opt-ins, and a known source keeps its columns', () => {
  const headers = ['First Name', 'Email', 'Email Opt In', 'Email Opt Out', 'Do Not Call'];
  const samples = [['Ana'], ['ana@example.com'], ['Yes'], ['No'], ['false']];
  const fields = suggestMapping(headers.map((header, at) => ({ header, samples: samples[at] ?? [] })));
  expect(fields.map(({ field }) => field)).toEqual(['first_name', 'email', null, 'consent_mail', 'do_not_call']);
});
