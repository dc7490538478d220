import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNeighbours } from '#contract/contacts/person.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let agent: Client;
const ids = new Map<string, number>();
const names = new Map<number, string>();

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  const add = async (last_name: string, more: object) => {
    const id = await office.add({ owner: 'agent', last_name, ...more });
    const { rows } = await office.owner.query<{ number: number }>('select number from contacts where id = $1', [id]);
    ids.set(last_name, id);
    names.set(rows[0]?.number ?? 0, last_name);
  };
  await add('Abel', { city: 'Waco', created_at: '2026-01-03T00:00:00Z' });
  await add('Baker', { city: 'Austin', created_at: '2026-01-01T00:00:00Z' });
  await add('Cruz', { city: 'Waco', created_at: '2026-01-02T00:00:00Z' });
  await add('Diaz', { city: 'Waco', created_at: '2026-01-04T00:00:00Z' });
});
afterAll(() => office.close());

const around = async (name: string, scope: ContactsScopeInput = {}) => {
  const params = { id: ids.get(name) ?? 0 };
  const { data } = (await agent.call(findNeighbours, { params, body: { contacts_scope: scope } })).body;
  const nameOf = (number: number | null) => (number === null ? null : (names.get(number) ?? 'unknown'));
  return [nameOf(data.previous), nameOf(data.next), data.position, data.total];
};
const inWaco: ContactsScopeInput = { search: [{ field: 'city', value: 'Waco' }] };

describe('the neighbours of a contact', () => {
  test('are before and after it in the list, with its position', async () => {
    expect(await around('Baker')).toEqual(['Abel', 'Cruz', 2, 4]);
  });

  test('end where the list ends', async () => {
    expect([await around('Abel'), await around('Diaz')]).toEqual([
      [null, 'Baker', 1, 4],
      ['Cruz', null, 4, 4],
    ]);
  });

  test('are those of the filtered list', async () => {
    expect(await around('Cruz', inWaco)).toEqual(['Abel', 'Diaz', 2, 3]);
  });

  test('follow order and direction of the list', async () => {
    expect(await around('Cruz', { ...inWaco, order_field: 'created_at', order: 'desc' })).toEqual(['Abel', null, 3, 3]);
  });

  test('are found from its former position when it has left the list', async () => {
    expect(await around('Baker', inWaco)).toEqual(['Abel', 'Cruz', null, 3]);
  });

  test('are close matches where the list shows them', async () => {
    expect(await around('Diaz', { q: 'dias', forgiving: true })).toEqual([null, null, 1, 1]);
  });

  test("never include a contact that the caller can't see", async () => {
    await office.add({ owner: 'peer', last_name: 'Banks' });

    expect(await around('Baker', { contact_group: 'all' })).toEqual(['Abel', 'Cruz', 2, 4]);
  });
});

describe('there are no neighbors', () => {
  test("of a contact that the caller can't see", async () => {
    const id = await office.add({ owner: 'peer', last_name: 'Foreign' });
    const answer = await agent.call(findNeighbours, { params: { id }, body: { contacts_scope: {} } });

    expect(answer.status).toBe(404);
  });

  test('in a pool that is not there', async () => {
    const params = { id: ids.get('Abel') ?? 0 };
    const answer = await agent.call(findNeighbours, { params, body: { contacts_scope: { pool_id: 999_999 } } });

    expect(answer.status).toBe(404);
  });
});
