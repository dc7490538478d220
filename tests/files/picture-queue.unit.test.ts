import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import type { Deps } from '../../server/deps.ts';
import { keepCheckedFile } from '../../server/features/files/checked-file.ts';
import { makePicturesInProcess } from '../../server/features/files/make-pictures-in-process.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('an image behind one that takes long is asked to come again, not to be smaller, and leaves nothing', async () => {
  const storage = diskStorage(folder);
  let endFirst = () => {};
  const first = makePicturesInProcess(
    {
      type: 'png',
      open: () => new Promise<Readable>((_, reject) => (endFirst = () => reject(new Error('over')))),
      keep: async () => null,
    },
    new AbortController().signal,
  ).catch(() => 'over');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  const kept = keepCheckedFile(
    { storage, config: { files: { scanner: null } } } as unknown as Deps,
    { fileName: 'logo.png', stream: Readable.from([PNG]), truncated: () => false },
    { maxBytes: 1_000, types: ['png'], others: 'Only PNG.' },
  ).catch((error: unknown) => error);
  // Its bytes are stored first, which takes real time.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { interval: 5 });
  vi.advanceTimersByTime(20_000);

  expect(await kept).toMatchObject({
    code: 'unavailable',
    message: 'The server is busy with other images. Try again in a minute.',
  });
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual([]);
  endFirst();
  expect(await first).toBe('over');
});
