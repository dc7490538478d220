import type { FileType } from '#contract/files.contract.ts';
import { scanStream } from '../../adapters/storage/clamd.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { FileRefusal, TYPES } from './file-types.ts';
import { type KeptFile, keepFile, newFileKey } from './keep-file.ts';
import { makePicturesInProcess } from './make-pictures-in-process.ts';
import type { Cut } from './picture.ts';

/** Milliseconds that the check of a picture may take once it is its turn, and until then: the user waits for both. Ours. */
const CHECK_MS = 9_000;
const TURN_MS = 20_000;

const BUSY = 'The server is busy with other images. Try again in a minute.';

interface Taken {
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** The refusal of another type: "Campaign triggers take a PNG, JPEG or GIF image." */
  readonly others: string;
  /** Of the request. Absent: `file`. */
  readonly field?: string;
  /** Of a picture; absent: `whole`. A square one is WebP. */
  readonly cut?: Cut;
}

/**
 * Stores a file that belongs to no contact once it is checked like theirs, while its user waits: by name, bytes and virus
 * scanner, and a picture re-encoded. Nothing of a refused one stays.
 * @throws {Refusal} `refused` under the field; `unavailable` while other pictures are before it for too long.
 */
export async function keepCheckedFile(deps: Deps, file: IncomingFile, taken: Taken): Promise<KeptFile> {
  try {
    const kept = await keepFile(deps.storage, file, taken.maxBytes);
    try {
      return await checked(deps, kept, taken);
    } catch (error) {
      await deps.storage.remove(kept.fileKey);
      throw error;
    }
  } catch (error) {
    return refuseAtFile(error, taken.field);
  }
}

/** A refusal of a file, at its field. */
export function refuseAtFile(error: unknown, field = 'file'): never {
  throw error instanceof FileRefusal ? refuseField(field, error.message) : error;
}

async function checked(
  { config, storage }: Deps,
  kept: KeptFile,
  { types, others, cut = 'whole' }: Taken,
): Promise<KeptFile> {
  if (!types.includes(kept.type)) throw new FileRefusal(others);
  if (config.files.scanner !== null) {
    const found = await scanStream(config.files.scanner, await storage.open(kept.fileKey));
    if (found !== null) throw new FileRefusal(`A virus was found (${found.slice(0, 80)}) and the file was removed.`);
  }
  return TYPES[kept.type].check === 'picture' ? encodedAgain(storage, kept, cut) : kept;
}

/** The picture without anything that isn't picture, such as its place; smaller versions are not kept. */
async function encodedAgain(storage: Deps['storage'], kept: KeptFile, cut: Cut): Promise<KeptFile> {
  const waiting = new AbortController();
  const patience = setTimeout(() => waiting.abort(), TURN_MS);
  const made = new Set<string>();
  const keep = async (bytes: Parameters<typeof storage.save>[1]) => {
    const key = newFileKey();
    made.add(key);
    return { key, bytes: await storage.save(key, bytes) };
  };
  const open = () => {
    clearTimeout(patience);
    return storage.open(kept.fileKey);
  };
  const isLate = new Promise<never>((_, reject) => {
    // Others are before it in the queue, which says nothing about this image.
    waiting.signal.addEventListener('abort', () => reject(new Refusal('unavailable', BUSY, { retryAfter: 30 })));
  });
  try {
    const pictures = makePicturesInProcess({ type: kept.type, cut, open, keep }, waiting.signal, CHECK_MS);
    const { whole } = await Promise.race([pictures, isLate]);
    made.delete(whole.key);
    await storage.remove(kept.fileKey);
    const stored = { ...kept, fileKey: whole.key, bytes: whole.bytes };
    return cut === 'square' ? { ...stored, type: 'webp', name: kept.name.replace(/\.[^.]+$/, '.webp') } : stored;
  } finally {
    clearTimeout(patience);
    for (const key of made) await storage.remove(key);
  }
}
