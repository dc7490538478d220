import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import { resumeOrphanedImports } from '../../server/features/imports/imports.jobs.ts';
import { runImport } from '../../server/features/imports/run/run-import.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade'),
);

const HEADER = 'First Name,Last Name,Phone,City\n';

test('a file in windows-1252 keeps its accents', async () => {
  const file = new File([Buffer.from(`${HEADER}Jos\xe9,Mu\xf1oz,512-555-0142,Waco\n`, 'latin1')], 'a.csv');
  const { body } = await it.agent.call(startImport, { body: {}, file });
  await it.run(body.data.id);

  expect(await it.sql('select first_name, last_name from contacts')).toEqual([
    { first_name: 'José', last_name: 'Muñoz' },
  ]);
});

test("an edit between lookup and lock isn't lost: the chunk is repeated", async () => {
  await it.importFile(`${HEADER}Ana,Ruiz,512-555-0142,Waco\n`);
  const { id } = await it.upload(`${HEADER}Ana,Ruiz,512-555-0142,Austin\n`);
  await it.agent.call(startImport, { body: { import_id: id } });
  let edited = false;
  const connect = async () => {
    const client = await it.deps.pool.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const spied = async (...args: unknown[]) => {
      if (!edited && String(args[0]).includes('for no key update')) {
        edited = true;
        await it.sql(`update contacts set source = 'by hand', version = version + 1`);
      }
      return query(...args);
    };
    return new Proxy(client, { get: (target, key) => (key === 'query' ? spied : bound(target, key)) });
  };
  const pool = new Proxy(it.deps.pool, { get: (target, key) => (key === 'connect' ? connect : bound(target, key)) });
  const deps = { ...it.deps, pool };
  await runImport(deps, { accountId: it.world.accountId, importId: id }, new AbortController().signal);

  expect([
    edited,
    await it.sql('select city, source, version from contacts'),
    await it.sql('select version_after from import_rows'),
  ]).toEqual([true, [{ city: 'Austin', source: 'by hand', version: 3 }], [{ version_after: 3 }]]);
});

const bound = (target: object, key: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
};

test('an unfinished import without a job gets one, of its kind, once', async () => {
  const { id } = await it.upload(`${HEADER}Ana,Ruiz,512-555-0142,Waco\n`);
  await it.agent.call(validateImport, { body: { import_id: id } });
  await it.sql('delete from pgboss.job');
  await resumeOrphanedImports(it.deps);
  await resumeOrphanedImports(it.deps);

  expect(await it.sql(`select name, data ->> 'importId' as import from pgboss.job`)).toEqual([
    { name: 'imports.check', import: String(id) },
  ]);
});

test('people are looked up by index before the table has statistics', async () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, row) => `P${row},Ruiz,512${2_000_000 + row},Waco\n`).join('');
  await it.sql('analyze contacts');
  await it.importFile(HEADER + people(5_000));
  const from = performance.now();
  await it.importFile(HEADER + people(5_000));

  // By anything but an index look-up a phone this takes a minute.
  expect(performance.now() - from).toBeLessThan(10_000);
});
