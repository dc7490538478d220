import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { updateTheme } from '#contract/profile.contract.ts';
import { type Client, openApp, type TestApp } from './app.ts';

const MINUTE_MS = 60_000;

let it: TestApp;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
});
afterAll(() => it.close());

const asked = (background: 'dark' | 'default', idempotencyKey: string) => ({ body: { background }, idempotencyKey });

/** Makes every change of the agent wait until it is let go. */
async function holdAgent() {
  const client = await it.owner.connect();
  await client.query('begin');
  await client.query('select 1 from users where id = $1 for no key update', [agent.person?.id]);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** A request that has claimed its key and waits. */
async function underWay(key: string) {
  const letGo = await holdAgent();
  const first = agent.call(updateTheme, asked('dark', key));
  await expect
    .poll(async () => (await it.owner.query('select 1 from idempotency_keys where key = $1', [key])).rowCount, {
      interval: 5,
    })
    .toBe(1);
  return { first, letGo };
}

describe('a request with a key', () => {
  test('that comes again gets the first answer, and nothing is done', async () => {
    const first = await agent.call(updateTheme, asked('dark', 'again'));
    await agent.call(updateTheme, { body: { background: 'default' } });

    const second = await agent.call(updateTheme, asked('dark', 'again'));

    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    const { rows } = await it.owner.query('select background from users where id = $1', [agent.person?.id]);
    expect(rows).toEqual([{ background: 'default' }]);
  });

  test('that asks for something else is refused', async () => {
    await agent.call(updateTheme, asked('dark', 'other'));

    const answer = await agent.call(updateTheme, asked('default', 'other'));

    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'refused', error: 'This Idempotency-Key was used for another request.' },
    ]);
  });

  test('of another user is another key', async () => {
    const peer = await it.signIn('peer');
    await agent.call(updateTheme, asked('dark', 'shared'));

    const answer = await peer.call(updateTheme, asked('default', 'shared'));

    expect(answer.status).toBe(200);
    expect(answer.headers['idempotent-replayed']).toBeUndefined();
  });

  test('that was refused can be tried again', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'repaired' };
    const send = (body: unknown) =>
      agent.send('PATCH', '/v1/users/update_theme', { headers, body: JSON.stringify(body) });

    const first = await send({ background: 'pink' });
    const second = await send({ background: 'dark' });

    expect([first.status, second.status]).toEqual([422, 200]);
  });

  test('of 300 characters is refused', async () => {
    const answer = await agent.call(updateTheme, asked('dark', 'k'.repeat(300)));

    expect(answer.status).toBe(400);
  });
});

describe('while the first request is under way', () => {
  test('its duplicate has to wait', async () => {
    const { first, letGo } = await underWay('twin');

    const twin = await agent.call(updateTheme, asked('dark', 'twin'));
    await letGo();

    expect([twin.status, twin.body]).toMatchObject([409, { code: 'in_progress' }]);
    expect(twin.headers['retry-after']).toBe('1');
    expect((await first).status).toBe(200);
  });

  test('of many twins one does the work', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => agent.call(updateTheme, asked('dark', 'many'))));

    const worked = answers.filter(({ status, headers }) => status === 200 && !('idempotent-replayed' in headers));
    expect(worked).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  test('a twin takes over once the first must have died', async () => {
    await agent.call(updateTheme, asked('dark', 'dead'));
    await it.owner.query(`update idempotency_keys set status = null, reply = null, effect = false where key = 'dead'`);

    const tooEarly = await agent.call(updateTheme, asked('dark', 'dead'));
    it.advance(MINUTE_MS + 1);
    const later = await agent.call(updateTheme, asked('dark', 'dead'));

    expect([tooEarly.status, later.status]).toEqual([409, 200]);
    expect(later.headers['idempotent-replayed']).toBeUndefined();
  });

  test('no twin takes over while a payment may still be under way', async () => {
    await agent.call(updateTheme, asked('dark', 'paying'));
    await it.owner.query(
      `update idempotency_keys set status = null, reply = null, effect = false where key = 'paying'`,
    );

    it.advance(32_000);
    const whilePaying = await agent.call(updateTheme, asked('dark', 'paying'));
    it.advance(14_000);
    const later = await agent.call(updateTheme, asked('dark', 'paying'));

    expect([whilePaying.status, later.status]).toEqual([409, 200]);
  });

  test('a change that was committed before its process died is not made again', async () => {
    await agent.call(updateTheme, asked('dark', 'committed'));
    await it.owner.query(`update idempotency_keys set status = null, reply = null where key = 'committed'`);
    await agent.call(updateTheme, { body: { background: 'default' } });
    it.advance(MINUTE_MS + 1);

    const again = await agent.call(updateTheme, asked('dark', 'committed'));

    expect([again.status, again.body]).toMatchObject([409, { code: 'conflict' }]);
    const { rows } = await it.owner.query('select background from users where id = $1', [agent.person?.id]);
    expect(rows).toEqual([{ background: 'default' }]);
  });

  test('a request that lives on after a twin took its key over changes nothing', async () => {
    await agent.call(updateTheme, { body: { background: 'default' } });
    const { first, letGo } = await underWay('outlived');
    await it.owner.query(
      `update idempotency_keys set created_at = created_at + interval '1 ms' where key = 'outlived'`,
    );

    await letGo();

    expect((await first).body).toMatchObject({ code: 'in_progress' });
    const { rows } = await it.owner.query('select background from users where id = $1', [agent.person?.id]);
    expect(rows).toEqual([{ background: 'default' }]);
  });

  test('a request that fails while the database is away gives its key free once it is back', async () => {
    const { first, letGo } = await underWay('freed');
    await it.owner.query('alter table idempotency_keys rename to away');
    await it.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    );
    expect((await first).status).toBe(503);
    await it.owner.query('alter table away rename to idempotency_keys');
    await letGo();

    await expect
      .poll(async () => (await agent.call(updateTheme, asked('dark', 'freed'))).status, {
        timeout: 5_000,
        interval: 200,
      })
      .toBe(200);
  });

  test('a request that was told to come again is answered for good once its work is done', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { first, letGo } = await underWay('late');
    await vi.advanceTimersByTimeAsync(12_000);
    vi.useRealTimers();
    expect((await first).status).toBe(503);
    await letGo();

    await expect
      .poll(async () => (await agent.call(updateTheme, asked('dark', 'late'))).status, { timeout: 5_000 })
      .toBe(200);
  });
});
