import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { ensureLogin } from '../../server/db/ensure-login.ts';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { requireIsolation } from '../../server/db/require-isolation.ts';
import { outsideAccounts, preparedOutside, type Tx, withAccount } from '../../server/db/tx.ts';
import { clientOf } from '../_api/app.ts';
import { connect, NOTIFICATIONS, OWN_IMPORTS } from '../_cable/cable-client.ts';
import type { TestDatabase } from '../_db/database.ts';
import { PASSWORD, type Username } from '../_db/world.ts';
import { type Processes, startProcesses } from '../_telemetry/processes.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const LOGIN = `app_${randomBytes(6).toString('hex')}`;
const LIMITS = { statementMs: 600, lockMs: 300, idleInTransactionMs: 500 };
/** Transactions that share few connections. Ours. */
const MANY = 300;

let pooler: PgBouncer;
let processes: Processes;
let urls: { readonly pooled: string; readonly direct: string };
/** As a process of the app makes it. */
let pool: Pool;
/** Past the settings of transactions: what a connection of the pooler is by itself. */
let bare: Pool;

/** Makes the login, and starts PgBouncer with what PostgreSQL keeps of its password. */
async function standBetween({ url, pool: owner }: TestDatabase) {
  const direct = new URL(url);
  direct.username = LOGIN;
  direct.password = randomBytes(12).toString('hex');
  const client = await owner.connect();
  await ensureLogin(client, direct.href).finally(() => client.release());
  const { rows } = await owner.query<{ kept: string }>('select rolpassword as kept from pg_authid where rolname = $1', [
    LOGIN,
  ]);
  pooler = await startPgBouncer(url, { [LOGIN]: rows[0]?.kept ?? '' });
  urls = { direct: direct.href, pooled: pooler.behind(direct.href) };
  return { DATABASE_URL: urls.pooled, DATABASE_DIRECT_URL: urls.direct };
}

beforeAll(async () => {
  processes = await startProcesses(standBetween);
  pool = createPool({ url: urls.pooled, directUrl: urls.direct, prepares: false, role: APP_ROLE, max: 12, ...LIMITS });
  bare = createPool({ url: urls.pooled, directUrl: urls.direct, max: 1 });
});
afterAll(async () => {
  await Promise.all([pool?.end(), bare?.end()]);
  await processes?.database.pool.query(`drop owned by ${LOGIN}`);
  await pooler?.stop();
  await processes?.stop();
});

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { code?: string; message?: string }) => error.code ?? error.message,
  );
const accountsIn = (tx: Tx) =>
  tx.prepared<{ account_id: number; role: string }>(
    `select distinct account_id, current_user::text as role from users`,
  );
const enter = async (username: Username) => {
  const client = clientOf(processes.url, processes.world.people[username]);
  expect((await client.call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
  return client;
};

describe('isolation', () => {
  test('the login is no superuser, owns nothing, and sees no rows by itself', async () => {
    const { rows } = await bare.query(
      `select current_user::text as login, rolsuper, rolbypassrls, (select count(*)::int from users) as users,
              exists (select from pg_class where relowner = oid) as owns
       from pg_roles where rolname = current_user`,
    );

    expect(rows).toEqual([{ login: LOGIN, rolsuper: false, rolbypassrls: false, users: 0, owns: false }]);
  });

  test('transactions of two accounts on the same few connections see their own rows', async () => {
    const { accountId, otherAccountId } = processes.world;
    const seen = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => {
        const account = index % 2 === 0 ? accountId : otherAccountId;
        if (index % 3 === 0) await preparedOutside(pool, 'select find_session($1, $2)', [randomBytes(32), '127.0.0.1']);
        const rows = await withAccount(pool, { accountId: account }, accountsIn);
        return JSON.stringify(rows) === JSON.stringify([{ account_id: account, role: APP_ROLE }]);
      }),
    );
    const left = await bare.query(
      `select current_user::text as role, current_setting('app.account_id', true) as account`,
    );

    expect(seen).toEqual(Array.from({ length: MANY }, () => true));
    expect(left.rows).toEqual([{ role: LOGIN, account: expect.toBeOneOf(['', null]) }]);
  });

  test('a process that was not told about the pooler refuses to start', async () => {
    const unaware = createPool({ url: urls.pooled, role: APP_ROLE, max: 1 });
    const fault = await codeOf(requireIsolation(unaware));
    await unaware.end();

    expect(fault).toMatch(/^DATABASE_URL leads to a pooler that drops the options of connections\./u);
  });
});

describe('limits hold', () => {
  test('of a statement', async () => {
    expect(await codeOf(withAccount(pool, processes.world, (tx) => tx.raw('select pg_sleep(5)')))).toBe('57014');
    expect(await codeOf(outsideAccounts(pool, 'select pg_sleep(5)'))).toBe('57014');
  });

  test('of a lock', async () => {
    const holder = await processes.database.pool.connect();
    await holder.query('begin; lock table tags');
    const waited = await codeOf(withAccount(pool, processes.world, (tx) => tx.raw('select from tags')));
    await holder.query('rollback');
    holder.release();

    expect(waited).toBe('55P03');
  });

  test('of a pause within a transaction, whose locks end with it', async () => {
    const paused = codeOf(
      withAccount(pool, processes.world, async (tx) => {
        await tx.raw('select pg_advisory_xact_lock(77)');
        await new Promise((later) => setTimeout(later, 1_500));
        await tx.raw('select 1');
      }),
    );
    await new Promise((later) => setTimeout(later, 1_000));
    const free = await processes.database.pool.query('select pg_try_advisory_lock(77) as free');

    expect(free.rows).toEqual([{ free: true }]);
    expect(await paused).not.toBe(undefined);
  });
});

describe('web and jobs behind the pooler', () => {
  test('import, tell their own users over the cable, and show others nothing', async () => {
    const [agent, outsider] = [await enter('agent'), await enter('outsider')];
    const port = Number(new URL(processes.url).port);
    const [cable, foreign] = [
      await connect(port, { cookie: agent.cookie, origin: processes.url }),
      await connect(port, { cookie: outsider.cookie, origin: processes.url }),
    ];
    await Promise.all([cable.subscribe(OWN_IMPORTS), foreign.subscribe(OWN_IMPORTS), cable.subscribe(NOTIFICATIONS)]);
    const before = [cable, foreign].map((client) => client.messages().length);
    const people = Array.from({ length: 200 }, (_, n) => `Pat,Pooler${n},pat${n}@example.com`);
    const file = new File([`First name,Last name,Email\n${people.join('\n')}\n`], 'people.csv');

    const { id } = (await agent.call(validateImport, { file })).body.data;
    expect((await agent.call(startImport, { body: { import_id: id } })).status).toBe(200);
    const read = async () => (await agent.call(readImportAttempt, { params: { id } })).body.data;
    await vi.waitFor(async () => expect((await read()).status).toBe('done'), { timeout: 30_000, interval: 100 });
    await cable.until(() => cable.messages().length > (before[0] ?? 0) + 1);
    const all = { body: { contacts_scope: {} } };
    const [own, other] = [await agent.call(listContacts, all), await outsider.call(listContacts, all)];

    expect([own.body.data.length > 0, other.body.data]).toEqual([true, []]);
    expect(foreign.messages().length).toBe(before[1]);
    await Promise.all([cable.close(), foreign.close()]);
  });

  test('log no failure', () => {
    const faults = (['web', 'jobs'] as const).flatMap((role) =>
      processes.lines(role).filter(({ level }) => Number(level) >= 40),
    );

    expect(faults).toEqual([]);
  });
});
