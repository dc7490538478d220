import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContact, readContact, updateContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { PoolClient } from '../../server/db/pool.ts';
import { type Client, openApp, type TestApp } from './app.ts';

let it: TestApp;
let agent: Client;
let id: number;
/** Texts of everything that was sent to PostgreSQL, one per round trip. */
const sent: string[] = [];

beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
  const heard = new WeakSet<PoolClient>();
  it.deps.pool.on('acquire', (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [first] = args;
        const text = typeof first === 'string' ? first : (first as { text: string }).text;
        // The relay's bell rings after the answer, once for all commits of a moment.
        if (!text.includes('notify')) sent.push(text);
        return query(...args);
      },
    });
  });
  const created = await agent.call(createContact, { body: { contact: { first_name: 'Ana', last_name: 'Lopez' } } });
  ({ id } = created.body.data);
  // Every connection has prepared its statements, and the activity is noted.
  await agent.call(readContact, { params: { id: String(id) } });
});
afterAll(() => it.close());
beforeEach(() => sent.splice(0));

const patch = (first_name: string, idempotencyKey?: string) =>
  agent.call(updateContact, {
    params: { id },
    body: { contact: { first_name } },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

describe('round trips to PostgreSQL', () => {
  test('of a change with a key are at most 10, in one transaction', async () => {
    const { status } = await patch('Anna', 'once');

    expect([status, sent.filter((text) => /^(begin|commit)/.test(text)).length]).toEqual([200, 2]);
    expect(sent.length).toBeLessThanOrEqual(10);
  });

  test('of the same change again are at most 4', async () => {
    await patch('Anne', 'twice');
    sent.splice(0);
    const { status, headers } = await patch('Anne', 'twice');

    expect([status, headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test('of a change without a key are at most 8', async () => {
    const { status } = await patch('Annika');

    expect(status).toBe(200);
    expect(sent.length).toBeLessThanOrEqual(8);
  });

  test('of one contact are at most 4', async () => {
    const { status } = await agent.call(readContact, { params: { id: String(id) } });

    expect(status).toBe(200);
    expect(sent.length).toBeLessThanOrEqual(4);
  });

  test('of a list are at most 4', async () => {
    const { status } = await agent.call(listContacts, { body: { contacts_scope: { limit: 25 } } });

    expect(status).toBe(200);
    expect(sent.length).toBeLessThanOrEqual(4);
  });
});
