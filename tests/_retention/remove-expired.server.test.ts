import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEPT } from '../../server/retention/kept.ts';
import { removeExpired } from '../../server/retention/remove-expired.ts';
import { openApp, type TestApp } from '../_api/app.ts';

const DAY_MS = 24 * 3_600_000;

let it: TestApp;
beforeAll(async () => {
  it = await openApp();
  const { accountId, people } = it.world;
  await it.owner.query(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key)
     values ($1, $2, $2, $2, 'leads.csv', 1, 'key')`,
    [accountId, people.agent.id],
  );
});
afterAll(() => it.close());

/** Columns of a row of each kind but `account_id`, and what its age counts from. `$1`: its number; `$3`: the user. */
const SAMPLES: Readonly<Record<string, readonly [columns: string, values: string, age: string]>> = {
  idempotency_keys: ['user_id, endpoint, key, request_hash', `$3::bigint, 'createTag', $1, ''`, 'created_at'],
  streams: ['stream', `'user:' || $1`, 'used_at'],
  sessions: ['user_id, token_hash', '$3::bigint, $1::bytea', 'expires_at'],
  replaced_tokens: ['token_hash, session_id', `$1::bytea, (select min(id) from sessions)`, 'replaced_at'],
  sign_in_challenges: ['secret_hash, user_id, created_at', `$1::bytea, $3::bigint, now()`, 'expires_at'],
  password_resets: ['token_hash, user_id, created_at', `$1::bytea, $3::bigint, now()`, 'expires_at'],
  sso_attempts: ['state_hash, browser_hash, nonce, verifier', `$1::bytea, '', '', ''`, 'expires_at'],
  sign_in_failures: ['subject, failures', `'user:unknown' || $1, 3`, 'last_at'],
  chat_sessions: ['user_id, actor_id, intent, welcome', `$3::bigint, $3::bigint, 'learn_system', '{}'`, 'spoken_at'],
  chat_usage: ['user_id', '$3::bigint', 'day'],
  outbox_mails: ['recipient, subject, text_body', `$1, '', ''`, 'created_at'],
  outbox_texts: ['recipient, body', `$1, ''`, 'created_at'],
  notifications: [
    'user_id, kind, about_id, occurrence, title, href',
    `$3::bigint, 'import', 1, $1, 'Done', '/imports/1'`,
    'created_at',
  ],
  import_throughput: ['user_id, rows', '$3::bigint, 1', 'slot'],
};
const OF_NO_ACCOUNT = ['sso_attempts', 'sign_in_failures'];

const count = async (kind: string): Promise<number> => {
  const { rows } = await it.owner.query<{ count: number }>(`select count(*) from ${kind}`);
  return rows[0]?.count ?? 0;
};

async function add(kind: string, name: string, at: Date): Promise<void> {
  const [columns = '', values = '', age = ''] = SAMPLES[kind] ?? [];
  const own = OF_NO_ACCOUNT.includes(kind) ? ['', ''] : ['account_id, ', '$4::bigint, '];
  await it.owner.query(
    `with given as (select $1::text, $3::bigint, $4::bigint)
     insert into ${kind} (${own[0]}${columns}, ${age}) select ${own[1]}${values}, $2::timestamptz`,
    [name, at, it.world.people.agent.id, it.world.accountId],
  );
}

test.each(KEPT.filter(({ kind }) => kind in SAMPLES))(
  '$kind: rows go when they are over, and a moment earlier they stay',
  async (kept) => {
    const { kind, keptMs } = kept;
    const ground = { ...it.deps, now: () => it.deps.now() };
    await add('sessions', `of ${kind}`, new Date(it.deps.now().getTime() + DAY_MS));
    await removeExpired(ground, { kinds: [kept] });
    const before = await count(kind);
    // Days have no hours.
    const margin = kind === 'chat_usage' ? DAY_MS : 60_000;
    const over = it.deps.now().getTime() - keptMs;
    for (const name of ['1', '2', '3']) await add(kind, name, new Date(over - margin * Number(name)));
    await add(kind, 'young', new Date(over + margin));

    const removed = await removeExpired(ground, { kinds: [kept], rowsAtOnce: 2 });

    expect(removed).toEqual({ [kind]: 3 });
    expect(await count(kind)).toBe(before + 1);
  },
);

test('an import keeps what it updated, and its problem rows for 90 days', async () => {
  const { accountId, people } = it.world;
  const { rows } = await it.owner.query<{ id: number }>('select id from imports');
  const id = rows[0]?.id ?? 0;
  const contact = await it.owner.query<{ id: number }>(
    `insert into contacts (account_id, number, business_unit_id, owner_id) values ($1, 1, $2, $3) returning id`,
    [accountId, people.agent.businessUnitId, people.agent.id],
  );
  await it.owner.query(
    `insert into import_rows (account_id, import_id, row_number, outcome, reason) values
       ($1, $2, 1, 'updated', ''), ($1, $2, 2, 'problem', 'x'), ($1, $2, 3, 'skipped', 'x'), ($1, $2, 4, 'retry', 'x')`,
    [accountId, id],
  );
  await it.owner.query(
    `update import_rows set cells = '{Bo,ask}', unread = '[{"index": 1}]' where import_id = $1 and row_number = 1`,
    [id],
  );
  await it.owner.query(
    `insert into import_check_rows (account_id, import_id, row_number, reason, message, cells) values ($1, $2, 2, 'x', '', '{}')`,
    [accountId, id],
  );
  await it.owner.query(`insert into import_fixes (account_id, import_id, row_number, cells) values ($1, $2, 2, '{}')`, [
    accountId,
    id,
  ]);
  await it.owner.query(
    `insert into import_kept_rows (account_id, import_id, row_number, contact_id, reason) values ($1, $2, 9, $3, 'x')`,
    [accountId, id, contact.rows[0]?.id],
  );
  const now = it.deps.now().getTime();
  const end = (days: number) =>
    it.owner.query(`update imports set status = 'done', finished_at = $2 where id = $1`, [
      id,
      new Date(now - days * DAY_MS),
    ]);
  const kinds = KEPT.filter(({ kind }) => kind.startsWith('import_') && kind !== 'import_throughput');

  await end(89);
  expect(Object.values(await removeExpired(it.deps, { kinds }))).toEqual([0, 0, 0, 0]);
  await end(91);
  expect(await removeExpired(it.deps, { kinds })).toEqual({
    import_rows: 3,
    import_check_rows: 1,
    import_fixes: 1,
    import_kept_rows: 1,
  });
  expect((await it.owner.query('select outcome, cells, unread from import_rows')).rows).toEqual([
    { outcome: 'updated', cells: null, unread: null },
  ]);
});

test('a stream with numbered events stays, so that no number is given twice', async () => {
  const { accountId } = it.world;
  const kinds = KEPT.filter(({ kind }) => kind === 'streams');
  const old = new Date(Date.now() - 8 * DAY_MS);
  await it.owner.query(`insert into streams (stream, account_id, last_offset, used_at) values ('busy', $1, 1, $2)`, [
    accountId,
    old,
  ]);
  await it.owner.query(
    `insert into events (account_id, stream, "offset", sequence, body) values ($1, 'busy', 1, 1, '{"type": "told"}')`,
    [accountId],
  );

  await removeExpired(it.deps, { kinds });
  expect((await it.owner.query(`select from streams where stream = 'busy'`)).rowCount).toBe(1);

  await it.owner.query('delete from events');
  await it.deps.pool.query(`select * from open_streams(array['busy'], array[$1::bigint])`, [accountId]);
  await removeExpired(it.deps, { kinds });
  expect((await it.owner.query(`select from streams where stream = 'busy'`)).rowCount).toBe(1);
});

test('one process at a time removes rows of a kind', async () => {
  const client = await it.owner.connect();
  const kinds = KEPT.filter(({ kind }) => kind === 'outbox_texts');
  try {
    await add('outbox_texts', 'old', new Date(it.deps.now().getTime() - 100 * DAY_MS));
    await client.query(`begin; select pg_advisory_xact_lock(4201002, hashtext('outbox_texts'))`);
    expect(await removeExpired(it.deps, { kinds })).toEqual({ outbox_texts: 0 });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await removeExpired(it.deps, { kinds })).toEqual({ outbox_texts: 1 });
});

test('what bounds each table is written down', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/decisions/080-what-is-kept.md'), 'utf8');
  const named = new Set(text.match(/[a-z0-9_]+/gu));
  const { rows } = await it.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by 1`,
  );
  const machinery = ['kysely_migration', 'schema_state'];

  expect(rows.map(({ name }) => name).filter((name) => !named.has(name) && !machinery.includes(name))).toEqual([]);
});
