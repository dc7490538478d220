import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { scanStream, TooLargeToScan } from '../../server/adapters/storage/clamd.ts';
import { type ClamdStandIn, startClamd } from '../files/clamd-stand-in.ts';
import { EICAR } from '../files/sample-files.ts';

let clamd: ClamdStandIn | null = null;
afterEach(async () => {
  await clamd?.close();
  clamd = null;
});

test('a stream without a virus is clean, whole and in any pieces', async () => {
  clamd = await startClamd();

  const found = await scanStream(clamd.url, Readable.from([Buffer.alloc(1), Buffer.alloc(300_000), Buffer.alloc(7)]));

  expect([found, clamd.scanned]).toEqual([null, [300_008]]);
});

test('reports a virus by name, also across chunks and on a file system socket', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'));
  clamd = await startClamd(join(folder, 'clamd.sock'));

  const found = await scanStream(
    clamd.url,
    Readable.from([Buffer.from(EICAR.slice(0, 20)), Buffer.from(EICAR.slice(20))]),
  );

  rmSync(folder, { recursive: true });
  expect(found).toBe('Eicar-Test-Signature');
});

test('a scanner that cannot is a fault', async () => {
  clamd = await startClamd();
  clamd.answer = 'no more memory ERROR\0';

  await expect(scanStream(clamd.url, Readable.from([Buffer.alloc(9)]))).rejects.toThrow(
    'Virus scanner: no more memory ERROR',
  );
});

test('a scanner that closes the connection on a large stream has reported it before', async () => {
  const scanner = createServer((line) => {
    line.on('error', () => undefined);
    line.once('data', () => line.end('INSTREAM size limit exceeded. ERROR\0', () => line.resetAndDestroy()));
  });
  scanner.listen(0, '127.0.0.1');
  await once(scanner, 'listening');
  const { port } = scanner.address() as AddressInfo;
  const large = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(2 ** 20)));

  await expect(scanStream(`tcp://127.0.0.1:${port}`, large)).rejects.toThrow(TooLargeToScan);

  scanner.close();
});

test('a scanner that is away is a fault', async () => {
  clamd = await startClamd();
  const { url } = clamd;
  await clamd.close();
  clamd = null;

  await expect(scanStream(url, Readable.from([Buffer.alloc(9)]))).rejects.toThrow('ECONNREFUSED');
});

test('a source that breaks is a fault', async () => {
  clamd = await startClamd();
  const torn = Readable.from(
    (async function* () {
      yield Buffer.alloc(9);
      throw new Error('the disk broke');
    })(),
  );

  await expect(scanStream(clamd.url, torn)).rejects.toThrow('the disk broke');
});
