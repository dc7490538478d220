import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../server/errors.ts';
import { onceInOne } from '../../server/http/once-in-one.ts';
import type { Identity } from '../../server/identity.ts';
import { holding, untilWaiting } from '../_db/held.ts';
import { type Client, openApp, type TestApp } from './app.ts';

let it: TestApp;
let agent: Client;
let id: number;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query('truncate idempotency_keys');
  const created = await agent.call(createContact, { body: { contact: { first_name: 'Ana' } } });
  ({ id } = created.body.data);
});

const patch = (first_name: string, idempotencyKey = 'key') =>
  agent.call(updateContact, { params: { id }, body: { contact: { first_name } }, idempotencyKey });

const stored = async () => {
  const { rows } = await it.owner.query<{ first_name: string; version: number }>(
    'select first_name, version from contacts where id = $1',
    [id],
  );
  return rows[0];
};
const keys = async () => (await it.owner.query('select status, effect from idempotency_keys')).rows;

/** While the first request holds its key and waits for the contact. */
const underWay = <T>(work: () => Promise<T>) =>
  holding(
    it.owner,
    { text: 'select from contacts where id = $1 for no key update', values: [id] },
    async (_, release) => {
      const first = patch('Anna');
      await untilWaiting(it.owner, 1);
      const result = await work();
      await release();
      return { first: await first, result };
    },
  );

describe('a change whose key commits with it', () => {
  test('has one effect, and the same answer again', async () => {
    const [first, again] = [await patch('Anna'), await patch('Anna')];

    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    expect([await stored(), await keys()]).toEqual([
      { first_name: 'Anna', version: 2 },
      [{ status: 200, effect: true }],
    ]);
  });

  test('is in progress for a twin, which waits for nothing, and shows no key before its end', async () => {
    const { first, result } = await underWay(async () => [await patch('Anna'), await keys()] as const);

    expect([result[0].status, result[0].body, result[1]]).toMatchObject([409, { code: 'in_progress' }, []]);
    expect([first.status, (await patch('Anna')).headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(await stored()).toEqual({ first_name: 'Anna', version: 2 });
  });

  test('is done by one of many twins', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => patch('Anna')));

    const worked = answers.filter(({ status, headers }) => status === 200 && !('idempotent-replayed' in headers));
    expect([worked.length, await stored()]).toEqual([1, { first_name: 'Anna', version: 2 }]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  test('is rolled back when another request has committed the key first', async () => {
    const { first } = await underWay(() =>
      it.owner.query(
        `insert into idempotency_keys (account_id, user_id, endpoint, key, request_hash, effect, status, created_at)
         select account_id, owner_id, 'updateContact', 'key', '', true, 200, now() from contacts where id = $1`,
        [id],
      ),
    );

    expect([first.status, await stored()]).toEqual([422, { first_name: 'Ana', version: 1 }]);
  });

  test('that is refused leaves no key', async () => {
    const answer = await agent.call(updateContact, {
      params: { id: 999_999 },
      body: { contact: { first_name: 'Anna' } },
      idempotencyKey: 'key',
    });

    expect([answer.status, await keys()]).toEqual([404, []]);
  });

  test('is refused under the key of another request', async () => {
    await patch('Anna');
    const answer = await patch('Anne');

    expect([answer.status, (await stored())?.first_name]).toEqual([422, 'Anna']);
  });

  test('takes over a key whose claim died before its change', async () => {
    await patch('Anna');
    await it.owner.query('update idempotency_keys set status = null, reply = null, effect = false');
    const tooEarly = await patch('Anna');
    it.advance(46_000);

    expect([tooEarly.status, (await patch('Anna')).status, await keys()]).toEqual([
      409,
      200,
      [{ status: 200, effect: true }],
    ]);
  });

  test('gets the answer of a twin that committed just after the look, instead of a refusal', async () => {
    const { people } = it.world;
    const identity = { ...people.agent, userId: people.agent.id } as unknown as Identity;
    const request = { url: '/v1/contacts/1', headers: {} } as FastifyRequest;
    const asked = (key: string) => ({ request, endpoint: updateContact, identity, key, parts: [{ a: 1 }] });
    await onceInOne(it.deps, asked('first'), () => Promise.resolve({ status: 200, reply: { data: 'first' } }));
    const afterTwin = async (): Promise<never> => {
      await it.owner.query(
        `insert into idempotency_keys (account_id, user_id, endpoint, key, request_hash, created_at, effect, status, reply)
         select account_id, user_id, endpoint, 'twin', request_hash, created_at, effect, status, reply from idempotency_keys`,
      );
      throw new Refusal('conflict', 'The name is taken.');
    };

    expect(await onceInOne(it.deps, asked('twin'), afterTwin)).toEqual({
      status: 200,
      reply: { data: 'first' },
      replayed: true,
    });
  });
});
