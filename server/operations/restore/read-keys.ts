import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unpack } from '../backup/pack.ts';
import type { Source } from './load.ts';

/** The keys that lie in a backup; none in most. */
export async function readKeys({ folder, manifest: { keys }, key }: Source): Promise<Buffer[]> {
  if (keys === null) return [];
  const packed = await text(unpack(join(folder, keys.file), keys.file, key));
  return packed
    .split(',')
    .filter(Boolean)
    .map((each) => Buffer.from(each, 'base64'));
}
