import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, openOffice } from './office.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  for (const owner of ['agent', 'peer', 'manager']) await office.add({ owner, last_name: owner });
  await office.owner.query(`update users set job_title = 'field_manager' where username in ('peer', 'manager')`);
});
afterAll(() => office.close());

test('contacts are narrowed to owners of a job title', async () => {
  const scope = { contact_group: 'all', order_field: 'last_name', representer_type: 'field_manager' } as const;
  const { data, meta } = await office.list('manager', scope);

  expect([data.map((row) => row.last_name), meta.total_count]).toEqual([['manager', 'peer'], 2]);
});

test('no one has an unused title', async () => {
  expect(await office.namesOf('manager', { contact_group: 'all', representer_type: 'advisor' })).toEqual([]);
});

test('the group of workflows is refused with the reason without access', async () => {
  const refusal = await office.list('agent', { contact_group: 'workflow' }).catch((error: unknown) => error);

  expect(refusal).toMatchObject({ code: 'access_denied', message: expect.stringMatching(/^Only for /) });
});
