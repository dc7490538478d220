import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { UnpackUpload } from '../../server/features/imports/file/unpack-upload.ts';

const LIST = Buffer.from('First Name,Phone\nAna,512-555-0101\n');
const DAMAGED = 'The compressed file is damaged or incomplete. Compress it again, or upload the file inside.';

/** Parts as a network brings them: each after all work on the one before. */
async function* arriving(parts: readonly Buffer[]) {
  for (const part of parts) {
    yield part;
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }
}

async function unpacked(parts: Iterable<Buffer> | AsyncIterable<Buffer>) {
  const unpack = new UnpackUpload();
  const read: Buffer[] = [];
  for await (const part of Readable.from(parts).pipe(unpack)) read.push(part as Buffer);
  return { bytes: Buffer.concat(read), failure: unpack.failure?.message ?? null };
}

const inPieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe('an upload', () => {
  test.each([1, 2, 7, 100_000])('in pieces of %d bytes is unpacked', async (size) => {
    const list = Buffer.concat([LIST, Buffer.from(randomBytes(300).toString('hex'))]);
    expect(await unpacked(inPieces(gzipSync(list), size))).toEqual({ bytes: list, failure: null });
  });

  test.each([
    ['a list', LIST],
    ['one byte', Buffer.from([0x1f])],
    ['nothing', Buffer.alloc(0)],
  ])('that holds %s and no gzip passes as it is', async (_, bytes) => {
    expect(await unpacked(inPieces(bytes, 1))).toEqual({ bytes, failure: null });
  });

  test('of several parts is one list', async () => {
    const { bytes } = await unpacked([gzipSync(LIST), gzipSync(LIST)]);
    expect(bytes.toString()).toBe(LIST.toString().repeat(2));
  });

  test.each([
    ['one piece', [512]],
    ['later pieces', [512, 512, 512]],
  ])('padded with zeros in %s is unpacked', async (_, sizes) => {
    const padding = sizes.map((size) => Buffer.alloc(size));
    expect(await unpacked(arriving([gzipSync(LIST), ...padding]))).toEqual({ bytes: LIST, failure: null });
  });

  test('with other bytes after its padding says that it is damaged', async () => {
    const parts = [gzipSync(LIST), Buffer.alloc(512), Buffer.alloc(512), LIST, LIST];
    expect((await unpacked(arriving(parts))).failure).toBe(DAMAGED);
  });

  test.each([2, 5, 12, 200, -9, -1])('cut at byte %d says that it is incomplete', async (at) => {
    const packed = gzipSync(randomBytes(1_000));
    expect((await unpacked(inPieces(packed.subarray(0, at), 10))).failure).toBe(DAMAGED);
  });

  test('with a changed byte says that it is damaged', async () => {
    const packed = gzipSync(randomBytes(1_000));
    packed[500] = (packed[500] ?? 0) ^ 0xff;
    expect((await unpacked(inPieces(packed, 64))).failure).toBe(DAMAGED);
  });
});

describe('a bomb', () => {
  test('is refused before more than 200 times its bytes came out', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const { bytes, failure } = await unpacked(inPieces(packed, 16 * 1024));
    expect(failure).toBe('The file is compressed too tightly for a list. Unpack it and upload the file inside.');
    expect(bytes.length).toBeLessThan(8 * 1024 * 1024);
  });

  test('waits for its reader: no more comes out than is taken', async () => {
    // Some ninety times as large as packed.
    const block = randomBytes(10_000);
    const packed = gzipSync(Buffer.concat(Array.from({ length: 3_000 }, () => block)), { level: 9 });
    const unpack = new UnpackUpload();
    Readable.from([packed]).pipe(unpack);
    for (let turn = 0; turn < 20_000 && unpack.readableLength < 512 * 1024; turn += 1) await setImmediate();
    expect(unpack.readableLength).toBeLessThan(512 * 1024);
    let size = 0;
    for await (const part of unpack) size += (part as Buffer).length;
    expect(size).toBe(30_000_000);
  });
});
