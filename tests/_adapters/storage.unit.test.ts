import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '../../server/adapters/storage/disk-storage.ts';
import { s3Storage } from '../../server/adapters/storage/s3-storage.ts';
import type { Storage } from '../../server/adapters/storage/storage.ts';
import { type S3StandIn, startS3 } from './s3-stand-in.ts';

interface Tried {
  readonly storage: Storage;
  /** Everything that lies there, whole or not. */
  lies(): string[];
  /** Says when a file came. */
  date(key: string, at: Date): void;
  close(): Promise<void>;
}

async function onDisk(): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-files-'));
  return {
    storage: diskStorage(folder),
    lies: () => readdirSync(folder).toSorted(),
    date: (key, at) => utimesSync(join(folder, key), at, at),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function inBucket(): Promise<Tried> {
  const s3 = await startS3();
  return {
    storage: s3Storage(s3.config),
    lies: () => [...s3.files.keys(), ...[...s3.unfinished.values()].map(({ key }) => `${key}.part`)].toSorted(),
    date: (key, at) => void s3.ages.set(key, at),
    close: () => s3.close(),
  };
}

const torn = (pieces: readonly Buffer[]) =>
  Readable.from(
    (async function* () {
      yield* pieces;
      throw new Error('the line broke');
    })(),
  );

describe.each([
  ['disk', onDisk],
  ['a bucket', inBucket],
] as const)('a storage on %s', (_, open) => {
  let it: Tried;
  beforeEach(async () => {
    it = await open();
  });
  afterEach(() => it.close());

  test('gives a file back as it was, with its size in bytes', async () => {
    const bytes = await it.storage.save('import-0001', Readable.from(['Jos', 'é']));

    expect([bytes, await text(await it.storage.open('import-0001'))]).toEqual([5, 'José']);
  });

  test('keeps an empty file', async () => {
    const bytes = await it.storage.save('import-0001', Readable.from([]));

    expect([bytes, await text(await it.storage.open('import-0001'))]).toEqual([0, '']);
  });

  test('keeps a file of many parts byte by byte', async () => {
    const piece = Buffer.alloc(1_000_003, 'abcdefg');
    const pieces = Array.from({ length: 21 }, () => piece);

    const bytes = await it.storage.save('import-0001', Readable.from(pieces));

    const back = await buffer(await it.storage.open('import-0001'));
    expect([bytes, back.equals(Buffer.concat(pieces)), it.lies()]).toEqual([21_000_063, true, ['import-0001']]);
  });

  test('gives the bytes of a range', async () => {
    await it.storage.save('import-0001', Readable.from(['0123456789']));

    expect(await text(await it.storage.open('import-0001', { start: 2, end: 4 }))).toBe('234');
  });

  test('keeps nothing of a source that fails, early or late', async () => {
    await expect(it.storage.save('import-0002', torn([Buffer.from('half')]))).rejects.toThrow('the line broke');
    await expect(
      it.storage.save('import-0003', torn(Array.from({ length: 30 }, () => Buffer.alloc(1_000_000)))),
    ).rejects.toThrow('the line broke');

    expect(it.lies()).toEqual([]);
  });

  test('keeps the existing file when a write with the same name fails', async () => {
    await it.storage.save('import-0001', Readable.from(['first']));

    await expect(it.storage.save('import-0001', torn([Buffer.from('sec')]))).rejects.toThrow('the line broke');

    expect(await text(await it.storage.open('import-0001'))).toBe('first');
  });

  test('forgets a removed file, and removing it again is fine', async () => {
    await it.storage.save('import-0003', Readable.from(['x']));

    await it.storage.remove('import-0003');
    await it.storage.remove('import-0003');

    await expect(it.storage.open('import-0003')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('lists whole files by the start of their names that came before a time, page by page', async () => {
    const keys = ['import-0001', 'import-0002', 'import-0003', 'import-0004', 'import-0005', 'file-0001'];
    for (const key of keys) await it.storage.save(key, Readable.from(['x']));
    for (const key of keys.filter((name) => name !== 'import-0002')) it.date(key, new Date('2026-11-01'));

    const listed: string[] = [];
    for await (const page of it.storage.list('import-', new Date('2026-11-02'))) listed.push(...page);

    expect(listed.toSorted()).toEqual(['import-0001', 'import-0003', 'import-0004', 'import-0005']);
  });

  test.each(['../escape', 'a/b', '', '.hidden-file', 'x'.repeat(101)])('takes no "%s" for a key', async (key) => {
    await expect(it.storage.open(key)).rejects.toThrow('is no key of the storage');
    await expect(it.storage.save(key, Readable.from(['x']))).rejects.toThrow('is no key of the storage');
  });
});

describe('a bucket', () => {
  let s3: S3StandIn;
  beforeEach(async () => {
    s3 = await startS3();
  });
  afterEach(() => s3.close());

  const large = () => Readable.from([Buffer.alloc(20_000_000)]);

  test('takes a small file in one request and a large one in parts', async () => {
    const storage = s3Storage(s3.config);
    await storage.save('import-0001', Readable.from(['x']));
    await storage.save('import-0002', large());

    expect(Object.fromEntries(s3.asked)).toEqual({ PUT: 1, 'POST uploads': 1, 'PUT part': 3, 'POST upload': 1 });
  });

  test('that is busy for a moment is asked again', async () => {
    s3.fail('PUT part', 503, 2);

    await s3Storage(s3.config).save('import-0002', large());

    expect(s3.files.get('import-0002')?.length).toBe(20_000_000);
  });

  test('that refuses a part keeps nothing of the file', async () => {
    s3.fail('PUT part', 403, 99);

    await expect(s3Storage(s3.config).save('import-0002', large())).rejects.toThrow();

    expect([[...s3.files], [...s3.unfinished]]).toEqual([[], []]);
  });

  test('that says nothing any more is a fault', async () => {
    s3.fail('GET', 0, 99);

    await expect(s3Storage(s3.config, { silenceMs: 200 }).open('import-0002')).rejects.toThrow();
  });

  test('refuses a wrong key', async () => {
    const storage = s3Storage({ ...s3.config, secretAccessKey: 'wrong' });

    await expect(storage.save('import-0001', Readable.from(['x']))).rejects.toThrow('SignatureDoesNotMatch');
  });

  test('is swept of what was cut off before a time, page by page, and of no file', async () => {
    const storage = s3Storage(s3.config);
    await storage.save('import-0001', Readable.from(['x']));
    const at = (day: string) => ({ begun: new Date(day), parts: new Map<number, Buffer>() });
    s3.unfinished.set('a', { key: 'import-0002', ...at('2026-11-01') });
    s3.unfinished.set('b', { key: 'import-0003', ...at('2026-11-03') });
    s3.unfinished.set('c', { key: 'import-0004', ...at('2026-11-01') });

    await storage.sweep(new Date('2026-11-02'));

    expect([[...s3.unfinished.keys()], [...s3.files.keys()]]).toEqual([['b'], ['import-0001']]);
  });
});
