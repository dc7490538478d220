import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  const people = [
    ['Ana', '78704'],
    ['Bob', '78704-1234'],
    ['Cy', '77002'],
    ['Deb', '85001'],
    ['Eve', ''],
  ] as const;
  for (const [first_name, zip_code] of people)
    await office.add({ owner: 'agent', first_name, last_name: 'X', zip_code });
  await office.add({ owner: 'peer', first_name: 'Flo', last_name: 'X', zip_code: '78704' });
});
afterAll(() => office.close());

const foundBy = async (value: ContactFilter['value'], op: ContactFilter['op'] = 'is') =>
  (await office.namesOf('agent', { search: [{ field: 'county', op, value }] })).map((name) => name.split(' ')[0]);

test('a county finds the contacts of its ZIP codes', async () => {
  expect(await foundBy('Travis County, TX')).toEqual(['Ana', 'Bob']);
  expect(await foundBy('travis, tx')).toEqual(['Ana', 'Bob']);
  expect(await foundBy(['Travis County, TX', 'Maricopa County, AZ'])).toEqual(['Ana', 'Bob', 'Deb']);
});

test('outside of a county are the others, also without a ZIP code', async () => {
  expect(await foundBy('Travis County, TX', 'not')).toEqual(['Cy', 'Deb', 'Eve']);
});

test('a county that no state has is refused', async () => {
  await expect(foundBy('Travis County, FL')).rejects.toMatchObject({ code: 'refused' });
});
