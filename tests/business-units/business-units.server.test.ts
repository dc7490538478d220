import { beforeAll, expect, test } from 'vitest';
import { businessUnits } from '#contract/business-units.contract.ts';
import { listUserPlaces } from '#contract/users.contract.ts';
import type { Client, TestApp } from '../_api/app.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
let it: TestApp;
let chief: Client;
beforeAll(() => {
  ({ it, chief } = office());
});

const add = async (body: { name: string; number?: string }) => await chief.call(businessUnits.create, { body });

test('without a number a unit gets the one after the highest of its kind, and a number is unique whatever its capitals', async () => {
  await add({ name: 'Texas', number: 'ga-4' });
  await add({ name: 'Far', number: '41' });

  const [next, blank, taken] = [
    await add({ name: 'Next' }),
    await add({ name: 'Blank', number: '  ' }),
    await add({ name: 'Taken', number: 'GA-4' }),
  ];
  const { id } = next.body.data;
  const emptied = await chief.call(businessUnits.update, { params: { id }, body: { number: ' ' } });

  const { body: named } = await add({ name: 'Branch', number: 'BU-7' });
  const afterIt = await add({ name: 'Branch after it' });

  expect([named.data.number, afterIt.body.data.number]).toEqual(['BU-7', 'BU-8']);
  expect([next, blank].map(({ body }) => body.data.number)).toEqual(['42', '43']);
  expect([taken.status, taken.body]).toMatchObject([
    422,
    { errors: { number: ['A business unit with this number already exists.'] } },
  ]);
  expect([emptied.status, emptied.body]).toMatchObject([422, { errors: { number: ['Enter a number.'] } }]);
});

test('a unit that is off keeps its users, and says so to those who place users', async () => {
  const { businessUnitId } = it.world.people.agent;
  const off = await chief.call(businessUnits.update, { params: { id: businessUnitId }, body: { active: false } });

  const { body } = await chief.call(listUserPlaces);

  expect(body.data.business_units.find(({ id }) => id === businessUnitId)?.active).toBe(false);
  expect(off.body.data.used).toBeGreaterThan(0);
  expect((await office().agent.call(businessUnits.list, { query: {} })).status).toBe(403);
});

describeResource(office, RESOURCES.businessUnit, {
  use: async ({ owner }, id) => {
    await owner.query(
      `insert into users (account_id, business_unit_id, username, first_name, last_name, email, roles, password_hash)
       select account_id, $1, 'placed', 'In', 'Unit', 'placed@agency.test', '{agent}', '' from users where username = 'agent'`,
      [id],
    );
    return '1 user uses this business unit. Turn it off instead: the user will keep the business unit.';
  },
});
