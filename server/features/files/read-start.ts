import type { Storage } from '../../adapters/storage/storage.ts';

/** The first bytes of a file, at most so many. */
export async function readStart(storage: Storage, key: string, most: number): Promise<Buffer> {
  const source = await storage.open(key, { start: 0, end: most - 1 });
  const parts: Buffer[] = [];
  for await (const bytes of source as AsyncIterable<Buffer>) parts.push(bytes);
  return Buffer.concat(parts);
}
