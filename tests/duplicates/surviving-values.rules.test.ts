import { expect, test } from 'vitest';
import { MERGED_FIELDS, type MergedField } from '#contract/duplicates.contract.ts';
import {
  type Choices,
  type FieldValue,
  type MergingContact,
  survivingValues,
} from '#rules/contacts/surviving-values.ts';

type Values = Partial<Record<MergedField, FieldValue>>;

const contact = (id: number, values: Values): MergingContact => ({
  id,
  values: {
    ...(Object.fromEntries(MERGED_FIELDS.map((field) => [field, null])) as MergingContact['values']),
    ...values,
  },
});

/** The fields that are filled then, and what was lost. */
function left(people: readonly [Values, ...Values[]], choices: Choices = {}) {
  const [first, ...others] = people.map((values, place) => contact(place + 1, values));
  if (first === undefined) throw new RangeError('There is somebody.');
  const { values, lost } = survivingValues([first, ...others], choices);
  const filled = Object.entries(values).filter(([, { value }]) => value !== null && value !== '');
  return [Object.fromEntries(filled.map(([field, { value, from_id }]) => [field, `${value} of ${from_id}`])), lost];
}

test.each<[string, readonly [Values, ...Values[]], Choices, unknown, unknown[]]>([
  [
    'the survivor says what it says, and its gaps are filled by the first of the others',
    [
      { first_name: 'Ana', company: '' },
      { first_name: 'Anna', company: 'Acme' },
      { company: 'Other', dob: '1955-03-12' },
    ],
    {},
    { first_name: 'Ana of 1', company: 'Acme of 2', dob: '1955-03-12 of 3' },
    [],
  ],
  [
    'what was chosen wins, even when it is nothing',
    [
      { first_name: 'Ana', company: 'Acme' },
      { first_name: 'Anna', company: '' },
    ],
    { first_name: 2, company: 2 },
    { first_name: 'Anna of 2' },
    [],
  ],
  [
    'another phone goes into the free second place with its kind',
    [
      { phone: '+1', phone_type: '2' },
      { phone: '+2', phone_type: '9', phone_ext: '45' },
    ],
    {},
    { phone: '+1 of 1', phone_type: '2 of 1', phone_2: '+2 of 2', phone_2_type: '9 of 2', phone_2_ext: '45 of 2' },
    [],
  ],
  [
    'the chosen phone comes first, and the own one moves to the second place',
    [{ phone: '+1', phone_type: '2' }, { phone: '+2' }],
    { phone: 2 },
    { phone: '+2 of 2', phone_2: '+1 of 1', phone_2_type: '2 of 1' },
    [],
  ],
  [
    'a second phone that was chosen is no first one',
    [
      { phone: '+1', phone_2: '+2' },
      { phone: '+3', phone_2: '+4' },
    ],
    { phone_2: 2 },
    { phone: '+1 of 1', phone_2: '+4 of 2' },
    [
      { field: 'phone', value: '+2', from_id: 1 },
      { field: 'phone', value: '+3', from_id: 2 },
    ],
  ],
  [
    'the same e-mail in other capitals is one',
    [{ email: 'ana@example.com' }, { email: 'Ana@Example.com', email_2: 'b@example.com' }],
    {},
    { email: 'ana@example.com of 1', email_2: 'b@example.com of 2' },
    [],
  ],
  [
    'an address is filled only by one that does not contradict it',
    [
      { state: 'TX', city: 'Austin' },
      { address: '2 Oak', city: 'Boston', state: 'MA' },
      { address: '1 Elm', city: 'austin' },
    ],
    {},
    { address: '1 Elm of 3', city: 'Austin of 1', state: 'TX of 1' },
    [],
  ],
  [
    'a note on a follow-up stays with its day',
    [{ follow_up_on: '2026-12-01' }, { follow_up_on: '2026-12-24', follow_up_note: 'Christmas' }],
    {},
    { follow_up_on: '2026-12-01 of 1' },
    [],
  ],
])('%s', (_title, people, choices, values, lost) => {
  expect(left(people, choices)).toEqual([values, lost]);
});
