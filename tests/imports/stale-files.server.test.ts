import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryImportAttempt, validateImport } from '#contract/imports.contract.ts';
import { removeStaleFiles } from '../../server/features/imports/file/remove-stale-files.ts';
import { loseCommitAfter } from '../_db/lose-commit.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());

const DAY_MS = 24 * 3600 * 1000;
const CSV = 'First Name,Phone\nAna,512-555-0142\n';

const fileOf = async (id: number) => {
  const [row] = await it.sql<{ file_key: string }>('select file_key from imports where id = $1', [id]);
  const source = await it.deps.storage.open(row?.file_key ?? '').catch(() => null);
  source?.destroy();
  return source === null ? 'gone' : 'there';
};
const inDays = (days: number) =>
  removeStaleFiles({ ...it.deps, now: () => new Date(it.deps.now().getTime() + days * DAY_MS) });

test('a file is removed once its import cannot be undone any more, or was never started', async () => {
  const done = await it.importFile(CSV);
  const draft = await it.upload(CSV);
  const paused = await it.importFile(CSV);
  await it.sql(`update imports set status = 'paused', finished_at = null where id = $1`, [paused.id]);
  await inDays(6);
  const before = [await fileOf(done.id), await fileOf(draft.id), await fileOf(paused.id)];
  await inDays(8);

  expect([before, await fileOf(done.id), await fileOf(draft.id), await fileOf(paused.id)]).toEqual([
    ['there', 'there', 'there'],
    'gone',
    'gone',
    'there',
  ]);
});

test('an import that is tried again without its file says so', async () => {
  const { id } = await it.importFile(CSV);
  await it.sql(`update imports set status = 'failed', failure = 'x', done_rows = 0, created = 0 where id = $1`, [id]);
  await inDays(8);
  await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
  await it.run(id);

  expect(await it.read(id)).toMatchObject({
    status: 'failed',
    failure: 'The uploaded file is missing. Upload it again.',
  });
});

test('a file whose import was created stays, even if the answer was lost', async () => {
  const end = loseCommitAfter(it.deps.pool, 'insert into imports');
  const file = new File([CSV], 'list.csv');
  const { status } = await it.agent.call(validateImport, { body: {}, file });
  end();
  const [last] = await it.sql<{ id: number }>('select id from imports order by id desc limit 1');

  expect([status, await fileOf(last?.id ?? 0)]).toEqual([503, 'there']);
});

test('a file is removed only after its row says that it is gone', async () => {
  const { id } = await it.importFile(CSV);
  const told: unknown[] = [];
  const remove = async (key: string): Promise<void> => {
    told.push(...(await it.sql('select file_removed_at is not null as gone from imports where file_key = $1', [key])));
    throw new Error('The storage is away.');
  };
  const storage = { ...it.deps.storage, remove, sweep: () => Promise.resolve() };

  await removeStaleFiles({ ...it.deps, storage, now: () => new Date(it.deps.now().getTime() + 9 * DAY_MS) });

  expect([told.at(-1), await fileOf(id)]).toEqual([{ gone: true }, 'there']);
});
