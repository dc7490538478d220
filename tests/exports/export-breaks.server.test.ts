import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listExports } from '#contract/exports.contract.ts';
import { APP_ROLE, createPool } from '../../server/db/pool.ts';
import { exportStream } from '../../server/features/exports/export-stream.ts';
import type { Ending } from '../../server/features/exports/exports.sql.ts';
import { type ExportDesk, hashOf, openExportDesk, readAll } from './export-desk.ts';

let it: ExportDesk;
beforeAll(async () => {
  it = await openExportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, exports, audit_log, events cascade'));

/** First part of the key of the lock that a running export holds. */
const EXPORT_LOCK = 0x0e_29_02;

const proven = (username = 'agent') => ({ ...it.identityOf(username), sudoUntil: new Date(Date.now() + 3_600_000) });
const many = { why: 'A new system', columns: ['first_name', 'last_name', 'follow_up_note'] as const };

/** The manifest after the end of the export. */
async function ended(id: number) {
  for (;;) {
    const one = await it.manifest(it.agent, id);
    if (one.status !== 'running') return one;
    await sleep(5);
  }
}

/** Waits until the database has noticed which exports are left: it finds a closed connection in its own time. */
async function running(exports: number): Promise<void> {
  const held = `select from pg_locks where locktype = 'advisory' and classid = ${EXPORT_LOCK}
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await it.sql(held)).length !== exports) await sleep(5);
}

async function leave(stream: Readable): Promise<void> {
  stream.destroy();
  if (!stream.closed) await once(stream, 'close');
}

describe('what is counted is what is read', () => {
  test('concurrent additions, changes and deletions of contacts', async () => {
    await it.many('agent', 5_000, 200);
    const { id, stream } = await it.begin(proven(), { ...many, confirmed: 5_000 });
    await it.many('agent', 500);
    await it.sql(`update contacts set first_name = 'Late', deleted_at = case when id % 2 = 0 then now() end`);

    const bytes = await readAll(stream);

    const lines = bytes.toString().trimEnd().split('\n').slice(1);
    expect([lines.length, lines.filter((line) => line.startsWith('Late')).length]).toEqual([5_000, 0]);
    expect(await ended(id)).toMatchObject({ status: 'complete', rows: 5_000, sha256: hashOf(bytes) });
  });
});

describe('a business unit', () => {
  test('has three exports simultaneously, and others of the account have theirs', async () => {
    await it.many('agent', 3);
    await it.many('far', 1);
    const first = await Promise.all([1, 2, 3].map(() => it.begin(proven(), { confirmed: 3 })));

    const fourth = await it.begin(proven(), { confirmed: 3 }).catch((error: { code: string }) => error.code);
    const elsewhere = await it.begin(proven('far'), { confirmed: 1 });
    await leave(first[0]?.stream as Readable);
    await running(3);
    const next = await it.begin(proven(), { confirmed: 3 });

    expect([fourth, (await readAll(next.stream)).length > 0]).toEqual(['too_many', true]);
    await Promise.all([...first.slice(1), elsewhere].map(({ stream }) => leave(stream)));
  });
});

describe('a server', () => {
  test('says so when all places are taken', async () => {
    await it.many('agent', 1);
    const one = createPool({ url: it.deps.config.databaseUrl ?? '', role: APP_ROLE, max: 1 });
    const first = await it.begin(proven(), { confirmed: 1 }, undefined, one);
    const second = await it.begin(proven(), { confirmed: 1 }, undefined, one).catch((error: Error) => error);
    await leave(first.stream);
    await one.end();

    expect(second).toMatchObject({
      code: 'too_many',
      message: 'Too many exports are running on this server. Wait until one ends.',
    });
  });
});

describe('a file under way', () => {
  let now = 0;
  /** So many rows of 60 kB, of as many as were counted; what it comes to is kept in `ended`. */
  async function open(rows: number, counted = rows) {
    const client = await it.deps.pool.connect();
    await client.query('begin; select pg_advisory_xact_lock(29, 3)');
    const endings: Ending[] = [];
    const held: number[] = [];
    const holds = async () =>
      held.push((await it.sql(`select from pg_locks where locktype = 'advisory' and classid = 29`)).length);
    const stream = exportStream(
      {
        client,
        copy: `copy (select repeat('x', 60000) from generate_series(1, ${rows})) to stdout with (format csv)`,
        format: 'csv',
        columns: ['first_name'],
        rows: counted,
        now: () => new Date(now),
        end: async (ending) => {
          endings.push(ending);
          await holds();
        },
      },
      new AbortController().signal,
    );
    return { stream, endings, held, holds };
  }

  test('is held for alive until its manifest is kept', async () => {
    const { stream, endings, held, holds } = await open(2);
    await readAll(stream);
    await holds();

    expect([endings.map(({ rows, failure }) => [rows, failure]), held]).toEqual([[[2, null]], [1, 0]]);
  });

  test("with other rows than counted isn't complete", async () => {
    const { stream, endings } = await open(2, 3);
    const read = await readAll(stream).catch(() => 'broken');

    expect([read, endings.map(({ failure }) => failure)]).toEqual(['broken', ["The server couldn't finish the file."]]);
  });

  test.each([
    ['loses its place when it is taken too slowly', 30_000, 'The download was too slow.'],
    ['keeps its place with a line of half a megabit', 1_000, null],
  ])('%s', async (_what, msAPart, failure) => {
    const { stream, endings } = await open(120);
    try {
      for await (const _part of stream) {
        // The next part is ready before the clock moves.
        await sleep(3);
        now += msAPart;
      }
    } catch {
      // The outcome is in the ending.
    }

    expect(endings.map((ending) => ending.failure)).toEqual([failure]);
  });
});

describe('a reader', () => {
  test("a slow reader keeps the rows in the database, not in the server's memory", async () => {
    await it.many('agent', 12_000, 1_900);
    const { stream } = await it.begin(proven(), { ...many, confirmed: 12_000 });
    const inUse = () => process.memoryUsage().arrayBuffers;
    const before = inUse();
    stream.read(1);
    stream.once('readable', () => stream.read(1));
    await sleep(300);
    const grown = inUse() - before;

    const bytes = await readAll(stream);
    expect(grown).toBeLessThan(4 * 2 ** 20);
    expect(bytes.length).toBeGreaterThan(20 * 2 ** 20);
  });

  test("a reader that leaves ends the export, which isn't complete", async () => {
    await it.many('agent', 5_000, 500);
    const gone = new AbortController();
    const { id, stream } = await it.begin(proven(), { ...many, confirmed: 5_000 }, gone.signal);
    stream.on('error', () => undefined);
    await once(stream, 'readable');
    gone.abort();

    expect(await ended(id)).toMatchObject({
      status: 'failed',
      failure: 'The download ended early.',
      rows: null,
      sha256: null,
    });
    await leave(stream);
  });

  test('a reader that leaves before the first byte leaves nothing running', async () => {
    await it.many('agent', 1);
    const gone = new AbortController();
    gone.abort();
    const { id, stream } = await it.begin(proven(), { confirmed: 1 }, gone.signal);

    expect((await ended(id)).status).toBe('failed');
    await leave(stream);
  });
});

describe('a database that goes away', () => {
  test('breaks the line, so that nothing looks like a whole file, and the manifest says so', async () => {
    await it.many('agent', 12_000, 1_900);
    const path = '/v1/export.csv';
    await it.sql("update sessions set sudo_until = now() + interval '5 minutes'");
    const response = await fetch(it.url + path, {
      method: 'PATCH',
      headers: {
        origin: it.url,
        cookie: it.agent.cookie,
        'x-identity': `${it.agent.person?.id}:0`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ selection: { contacts_scope: {} }, ...many, confirmed: 12_000 }),
    });
    const broken = () =>
      it.sql(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (select%'`);
    // The first byte leaves before the database has read what it is asked for.
    while ((await broken()).length === 0) await sleep(5);

    const read = await response.arrayBuffer().then(
      () => 'whole',
      () => 'broken',
    );
    const { body } = await it.agent.call(listExports);
    const after = await ended(body.data[0]?.id ?? 0);

    expect([response.status, read, after.status, after.failure]).toEqual([
      200,
      'broken',
      'failed',
      "The server couldn't finish the file.",
    ]);
  });
});

test('a workbook that Excel could not open is not made', async () => {
  const contact = await it.add({ owner: 'agent', first_name: 'Ana' });
  const { accountId, userId } = it.identityOf('agent');
  await it.sql(`insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, repeat('x', 40000))`, [
    accountId,
    contact,
    userId,
  ]);

  const { id, stream } = await it.begin(proven(), { columns: ['notes'], confirmed: 1, format: 'xlsx' });
  const read = await readAll(stream).catch(() => 'broken');

  expect([read, (await ended(id)).failure]).toEqual([
    'broken',
    'A workbook cell can hold 32,767 characters. Export as CSV instead.',
  ]);
});
