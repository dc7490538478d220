import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryImportAttempt } from '#contract/imports.contract.ts';
import { removeStaleFiles } from '../../server/features/imports/file/remove-stale-files.ts';
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
