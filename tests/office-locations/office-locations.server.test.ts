import { expect, test } from 'vitest';
import { officeLocations } from '#contract/office-locations.contract.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
describeResource(office, RESOURCES.officeLocation);

const create = (fields: object) =>
  office().chief.call(officeLocations.create, { body: { name: 'Downtown', office_type: 'main', ...fields } });

test('an office keeps its number as E.164 and its state as two letters', async () => {
  const { body } = await create({ phone: '(512) 555-0142', state: 'texas', zip_code: '78701' });

  expect(body.data).toMatchObject({ phone: '+15125550142', state: 'TX', zip_code: '78701', timezone: null });
});

test.each([
  ['phone', '12'],
  ['email', 'ana at example'],
  ['zip_code', '7870'],
])('a wrong %s names its field', async (field, value) => {
  const { status, body } = await create({ name: field, [field]: value });

  expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
});

test('an agent is offered the offices of the account, and manages none', async () => {
  const { agent } = office();

  const [mine, managed] = [await agent.call(officeLocations.choices), await agent.call(officeLocations.list)];

  expect(mine.body.data.map(({ name }) => name)).toContain('Downtown');
  expect(managed.status).toBe(403);
});
