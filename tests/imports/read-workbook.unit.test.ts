import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import { openText } from '../../server/features/imports/file/kept-text.ts';
import { UnreadableFile } from '../../server/features/imports/file/unreadable-file.ts';
import { openSheet } from '../../server/features/imports/workbook/read-workbook.ts';
import { headsKey, loadWorkbook, readWorkbook } from '../../server/features/imports/workbook/workbook-heads.ts';
import { makeWorkbook } from './workbook-maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-workbook-'));
const storage = diskStorage(folder);
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = 'import-0190c2a4-0000-4000-8000-000000000002';
const forever = new AbortController().signal;

/** Keeps a workbook of several pieces of text. */
async function keep(): Promise<void> {
  const cell = (name: string) => createHash('sha512').update(name).digest('hex');
  const rows = Array.from({ length: 600 }, (_, row) => Array.from({ length: 20 }, (_each, at) => cell(`${row} ${at}`)));
  await storage.save(KEY, Readable.from([await makeWorkbook({ sheets: [{ name: 'A', rows }] })]));
}

test('an abort between two pieces ends the sheet', async () => {
  await keep();
  const over = new AbortController();
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const pieces = openSheet(await loadWorkbook(storage, KEY), 0, over.signal).iterator();
  await pieces.next();
  over.abort();
  await terminate.mock.results[0]?.value;
  const rest = async () => {
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) void piece;
  };

  await expect(rest()).rejects.toThrow('aborted');
});

const textOf = async (signal = forever): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const piece of openSheet(await loadWorkbook(storage, KEY), 0, signal)) parts.push(piece as Buffer);
  return Buffer.concat(parts).toString();
};

test('a thread reads one workbook after the other, and after an abort another thread does', async () => {
  await keep();
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const first = await textOf();

  expect(await textOf()).toBe(first);
  expect(terminate).not.toHaveBeenCalled();

  const over = new AbortController();
  const pieces = openSheet(await loadWorkbook(storage, KEY), 0, over.signal).iterator();
  await pieces.next();
  over.abort();
  await expect(pieces.next()).rejects.toThrow('aborted');

  expect(await textOf()).toBe(first);
  expect(terminate).toHaveBeenCalled();
});

test('a sheet that takes too long is reported, and not retried', async () => {
  await keep();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());

  await expect(openText(storage, { file_key: KEY, sheet: 0 }, forever)).rejects.toThrow(
    new UnreadableFile('The sheet takes too long to read. Save it as CSV and upload that.'),
  );
});

test('the heads are dropped when they are no longer needed', async () => {
  await keep();
  const save: typeof storage.save = async (key, source) => {
    await storage.remove(KEY);
    return storage.save(key, source);
  };
  await readWorkbook({ storage: { ...storage, save } }, { accountId: 1, fileKey: KEY }, forever);

  await expect(storage.open(headsKey(KEY))).rejects.toThrow();
});

test('the heads of a job that died before it could take them away go with the next try', async () => {
  await storage.save(headsKey(KEY), Readable.from(['{}']));
  await readWorkbook({ storage }, { accountId: 1, fileKey: KEY }, forever);

  await expect(storage.open(headsKey(KEY))).rejects.toThrow();
});
