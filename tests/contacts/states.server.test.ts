import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContact, readContact, updateContact } from '#contract/contacts.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const create = (state: string) => agent.call(createContact, { body: { contact: { last_name: 'Lopez', state } } });

async function stored(state: string) {
  const { body } = await create('');
  await office.owner.query('update contacts set state = $2 where id = $1', [body.data.id, state]);
  return body.data;
}

test('a new contact has the two letters of its state, or none', async () => {
  const states = await Promise.all(['Tex.', 'calif.', 'Puerto Rico', ''].map(create));
  expect(states.map(({ body }) => body.data.state)).toEqual(['TX', 'CA', 'PR', '']);
});

test('what is no state is refused by its field', async () => {
  expect(await create('Zzz')).toMatchObject({
    status: 422,
    body: { errors: { state: ['State “Zzz” is unknown. Enter a US state or territory, like TX or Texas.'] } },
  });
});

test('a state that was stored before stays while others are edited, and is not taken again', async () => {
  const { id, version } = await stored('Zzz');
  const change = (contact: object) => agent.call(updateContact, { params: { id }, body: { version, contact } });

  expect(await change({ state: 'Zzz', city: 'Waco' })).toMatchObject({
    status: 200,
    body: { data: { state: 'Zzz', city: 'Waco' } },
  });
  expect((await change({ state: 'Yyy' })).status).toBe(422);
  expect((await change({ state: 'Tex.' })).body.data.state).toBe('TX');
});

test('the migration normalizes what is certain, a batch at a time, and leaves the rest', async () => {
  const written = ['Tex.', 'texas', ' N. Mex. ', 'Penna', 'tx', 'TX', 'ZZ', 'Zzz', 'Ontario', '', 'Washington, D.C.'];
  const ids: number[] = [];
  for (const state of written) ids.push((await stored(state)).id);
  const sql = readFileSync(new URL('../../server/db/migrations/0052_states.sql', import.meta.url), 'utf8');
  const run = () => office.owner.query(`begin; ${sql.replace('limit 5000', 'limit 4')}; commit`);
  for (let batch = 0; batch < 3; batch += 1) await run();

  const states = await Promise.all(
    ids.map(async (id) => (await agent.call(readContact, { params: { id } })).body.data.state),
  );
  expect(states).toEqual(['TX', 'TX', 'NM', 'PA', 'TX', 'TX', 'ZZ', 'Zzz', 'Ontario', '', 'DC']);
});
