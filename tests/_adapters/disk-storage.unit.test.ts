import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('sweeping removes what a cut-off upload left before a time, and no file', async () => {
  const storage = diskStorage(folder);
  await storage.save('import-0004', Readable.from(['x']));
  for (const name of ['import-0005.part', 'import-0006.part']) writeFileSync(join(folder, name), 'half');
  const long = new Date('2026-11-01T00:00:00Z');
  for (const name of ['import-0004', 'import-0005.part']) utimesSync(join(folder, name), long, long);

  await storage.sweep(new Date('2026-11-02T00:00:00Z'));

  expect(readdirSync(folder).toSorted()).toEqual(['import-0004', 'import-0006.part']);
});
