import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '../../server/adapters/disk-storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file comes back as it was, with its size in bytes', async () => {
  const storage = diskStorage(folder);

  const bytes = await storage.save('import-0001', Readable.from(['Jos', 'é']));

  expect(bytes).toBe(5);
  expect(await text(await storage.open('import-0001'))).toBe('José');
});

test('a source that fails leaves nothing behind', async () => {
  const storage = diskStorage(folder);
  const torn = Readable.from(
    (async function* () {
      yield 'half';
      throw new Error('the line broke');
    })(),
  );

  await expect(storage.save('import-0002', torn)).rejects.toThrow('the line broke');

  expect(readdirSync(folder)).toEqual([]);
});

test('sweeping removes what a cut-off upload left before a time, and no file', async () => {
  const storage = diskStorage(folder);
  await storage.save('import-0004', Readable.from(['x']));
  for (const name of ['import-0005.part', 'import-0006.part']) writeFileSync(join(folder, name), 'half');
  const long = new Date('2026-11-01T00:00:00Z');
  for (const name of ['import-0004', 'import-0005.part']) utimesSync(join(folder, name), long, long);

  await storage.sweep(new Date('2026-11-02T00:00:00Z'));

  expect(readdirSync(folder).toSorted()).toEqual(['import-0004', 'import-0006.part']);
});

test('a removed file is gone, and removing it again is no fault', async () => {
  const storage = diskStorage(folder);
  await storage.save('import-0003', Readable.from(['x']));

  await storage.remove('import-0003');
  await storage.remove('import-0003');

  await expect(storage.open('import-0003')).rejects.toThrow('ENOENT');
});

test.each(['../escape', 'a/b', '', '.hidden-file', 'x'.repeat(101)])('"%s" is no key', async (key) => {
  const storage = diskStorage(folder);

  await expect(storage.open(key)).rejects.toThrow('is no key of the storage');
});
