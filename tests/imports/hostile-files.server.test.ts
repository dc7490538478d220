import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileFiles } from './hostile-files.ts';
import { type FilesDesk, openFilesDesk } from './real-files-desk.ts';
import { makeWorkbook } from './workbook-maker.ts';

/** Growth of this process, which is both web and worker, in bytes. Source: promise P10. */
const MAX_GROWTH = 100 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let desk: FilesDesk;
beforeAll(async () => {
  desk = await openFilesDesk();
});
afterAll(() => desk.close());

test('every hostile file is refused with one sentence, in flat memory, and nothing of it stays', {
  timeout: 120_000,
}, async () => {
  const files = await hostileFiles();
  const calm = await makeWorkbook({ sheets: [{ name: 'A', rows: [['Name'], ['Ana']] }] });
  // The code of the readers and their threads are in memory from here on.
  await Promise.all(['calm.xlsx', 'calm-too.xlsx', 'calm.xls', 'calm.ods'].map((name) => desk.put(name, calm)));
  const stored = () => readdirSync(join(desk.deps.config.dataDir, 'files'));
  const calmFiles = stored();
  collectGarbage();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);

  const answers: unknown[] = [];
  // As many in parallel as a worker reads.
  for (let start = 0; start < files.length; start += 2) {
    const pair = files.slice(start, start + 2).map(async ({ name, bytes }) => {
      const { status, body } = await desk.put(name, bytes);
      return [name, status, (body as unknown as { errors: { file?: string[] } }).errors.file];
    });
    answers.push(...(await Promise.all(pair)));
    // Other test files share this process: with their modules in memory, garbage of many files could pile up.
    collectGarbage();
  }
  clearInterval(watch);

  expect(answers).toEqual(files.map(({ name, sentence }) => [name, 422, [sentence]]));
  expect(most - before).toBeLessThan(MAX_GROWTH);
  expect(await desk.sql(`select file_name from imports where file_name not like 'calm%'`)).toEqual([]);
  expect(stored()).toEqual(calmFiles);
});
