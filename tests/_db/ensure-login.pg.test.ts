import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureLogin } from '../../server/db/ensure-login.ts';
import { createPool, type Pool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import { openDatabase, type TestDatabase } from './database.ts';
import { makeWorld, type World } from './world.ts';

let database: TestDatabase;
let world: World;
let login: string;
let appUrl: string;
beforeEach(async () => {
  database = await openDatabase();
  world = await makeWorld(database.pool);
  login = `login_${randomBytes(6).toString('hex')}`;
  const url = new URL(database.url);
  url.username = login;
  url.password = 'p@ss word';
  appUrl = url.href;
});
afterEach(async () => {
  await database.pool.query(`drop role if exists ${login}`);
  await database.close();
});

const ensure = async (url = appUrl, owner: Pool = database.pool): Promise<string | null> => {
  const client = await owner.connect();
  try {
    await ensureLogin(client, url);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    client.release();
  }
};

const refusals = async (pool: Pool, statements: readonly string[]) =>
  Promise.all(
    statements.map((text) =>
      pool.query(text).then(
        () => text,
        ({ code }: { code: string }) => code,
      ),
    ),
  );

test('the login of the app acts as the restricted role, and has no other right', async () => {
  expect(await ensure()).toBe(null);
  const app = createPool({ url: appUrl, role: 'bellwether_app', max: 1 });
  const bare = createPool({ url: appUrl, max: 1 });
  try {
    const own = await withAccount(app, world, (tx) => tx.raw<{ account_id: number }>('select account_id from users'));

    expect([...new Set(own.map((row) => row.account_id))]).toEqual([world.accountId]);
    expect((await bare.query('select from users')).rows).toEqual([]);
    expect(
      await refusals(bare, [
        'create table public.mine (id int)',
        'alter table users disable row level security',
        'set role bellwether_definer',
        'create role another',
      ]),
    ).toEqual(['42501', '42501', '42501', '42501']);
  } finally {
    await Promise.all([app.end(), bare.end()]);
  }
});

test('a password is kept as its verifier, and stays as it is', async () => {
  const kept = async () =>
    (
      await database.pool.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [
        login,
      ])
    ).rows[0]?.kept;
  await ensure();
  const first = await kept();
  await ensure(appUrl.replace('word', 'other'));

  expect(first).toMatch(/^SCRAM-SHA-256\$4096:/u);
  expect(await kept()).toBe(first);
});

test('the owner is left as it is', async () => {
  expect(await ensure(database.url)).toBe(null);
});

test('a login that may bypass row-level security is refused', async () => {
  await database.pool.query(`create role ${login} login bypassrls`);

  expect(await ensure()).toBe(
    `The user "${login}" of DATABASE_URL may bypass row-level security. Run: alter role "${login}" nosuperuser nobypassrls`,
  );
});

test.each(['', ' with inherit false, set false, admin true'])(
  'a login that may act as the definer is refused%s',
  async (how) => {
    await ensure();
    await database.pool.query(`grant bellwether_definer to ${login}${how}`);

    expect(await ensure()).toBe(
      `The user "${login}" of DATABASE_URL may act as bellwether_definer, which sees every account. Run: revoke bellwether_definer from "${login}"`,
    );
  },
);

test('an owner that may not create roles says what to run', async () => {
  const url = new URL(appUrl);
  url.username = `${login}_other`;
  await ensure();
  const poor = createPool({ url: appUrl, max: 1 });
  const fault = await ensure(url.href, poor);
  await poor.end();

  expect(fault).toBe(
    `The owner of the database may not set up the user "${login}_other" of DATABASE_URL. As an administrator, run: create role "${login}_other" login nocreatedb nocreaterole password '…'; grant bellwether_app to "${login}_other"`,
  );
});
