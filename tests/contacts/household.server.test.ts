import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHousehold, updateLinkedContact } from '#contract/contacts/person.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const HOME = { address: '2207 Mesquite Bend', zip_code: '78664' };
const add = (last_name: string, more: object = {}) => office.add({ owner: 'agent', last_name, ...more });
const household = async (id: number, client = agent) => {
  const { members, deleted } = (await client.call(listHousehold, { params: { id } })).body.data;
  const short = (list: typeof members) => list.map(({ last_name, reasons }) => [last_name, ...reasons]);
  return { members: short(members), deleted: short(deleted) };
};

test('contacts with the same address, or phone and last name, are listed with the reason, deleted ones apart', async () => {
  const rosa = await add('Rosa', { ...HOME, phone: '+15125550101', phone_2: '+15125550102' });
  await add('Both', { ...HOME, address: '2207 MESQUITE bend', phone: '+15125550101' });
  await add('Rósa', { phone_2: '+15125550101' });
  await add('Rosa Jr.', { phone: '+15125550102' });
  await add('House', { ...HOME, zip_code: '78664-1234' });
  await add('Gone', { ...HOME, deleted_at: '2026-01-01T00:00:00Z' });
  await add('Next door', { ...HOME, address: '2209 Mesquite Bend' });

  expect(await household(rosa)).toEqual({
    members: [
      ['Both', 'address', 'phone'],
      ['House', 'address'],
      ['Rósa', 'phone'],
      ['Rosa Jr.', 'phone'],
    ],
    deleted: [['Gone', 'address']],
  });
});

test('people who share only a phone are strangers until they are linked', async () => {
  const id = await add('Clerk', { phone: '+15125550501' });
  const other = await add('Cook', { phone: '+15125550501' });
  const nameless = await add('', { phone: '+15125550502' });
  await add('', { phone: '+15125550502' });
  expect([await household(id), await household(nameless)]).toEqual([
    { members: [], deleted: [] },
    { members: [], deleted: [] },
  ]);

  await agent.call(updateLinkedContact, { params: { id }, body: { linked_contact_id: other } });
  expect([(await household(id)).members, (await household(other)).members]).toEqual([
    [['Cook', 'phone']],
    [['Clerk', 'phone']],
  ]);
});

test('who became part of another contact is not there', async () => {
  const id = await add('Whole', { phone: '+15125550401' });
  await add('Whole', { phone: '+15125550401', deleted_at: '2026-01-01T00:00:00Z', merged_into_id: id });

  expect(await household(id)).toEqual({ members: [], deleted: [] });
});

test("excludes contacts that the caller can't see", async () => {
  const id = await add('Seen', { phone: '+15125550201' });
  await office.add({ owner: 'peer', last_name: 'Seen', phone: '+15125550201' });

  expect(await household(id)).toEqual({ members: [], deleted: [] });
  expect((await household(id, await office.signIn('admin'))).members).toEqual([['Seen', 'phone']]);
});

test('a contact without address and phone shares nothing', async () => {
  const id = await add('Nothing');
  await add('Nothing either');

  expect(await household(id)).toEqual({ members: [], deleted: [] });
});

test('one answer is bounded', async () => {
  const id = await add('Resident', { phone: '+15125550301' });
  for (let count = 0; count < 31; count += 1) await add('Resident', { phone: '+15125550301' });

  expect((await household(id)).members).toHaveLength(30);
});

test('another owner’s household is hidden', async () => {
  const foreign = await office.add({ owner: 'peer', last_name: 'Foreign' });

  expect((await agent.call(listHousehold, { params: { id: foreign } })).status).toBe(404);
});
