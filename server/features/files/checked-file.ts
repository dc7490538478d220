import type { FileType } from '#contract/files.contract.ts';
import { scanStream } from '../../adapters/clamd.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { FileRefusal, TYPES } from './file-types.ts';
import { type KeptFile, keepFile, newFileKey } from './keep-file.ts';
import { makePicturesInProcess } from './make-pictures-in-process.ts';

/** Milliseconds that the check of a picture may take: the user waits for it. Ours. */
const CHECK_MS = 9_000;

const SLOW = 'The image takes too long to check. Save a smaller version.';

interface Taken {
  readonly maxBytes: number;
  readonly types: readonly FileType[];
  /** The refusal of another type: "Campaign triggers take a PNG, JPEG or GIF image." */
  readonly others: string;
  /** Of the request. Absent: `file`. */
  readonly field?: string;
}

/**
 * Stores a file that belongs to no contact once it is checked like theirs, while its user waits: by name, bytes and virus
 * scanner, and a picture re-encoded. Nothing of a refused one stays.
 * @throws {Refusal} `refused` under the field.
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
    throw error instanceof FileRefusal ? refuseField(taken.field ?? 'file', error.message) : error;
  }
}

async function checked({ config, storage }: Deps, kept: KeptFile, { types, others }: Taken): Promise<KeptFile> {
  if (!types.includes(kept.type)) throw new FileRefusal(others);
  if (config.files.scanner !== null) {
    const found = await scanStream(config.files.scanner, await storage.open(kept.fileKey));
    if (found !== null) throw new FileRefusal(`A virus was found (${found.slice(0, 80)}) and the file was removed.`);
  }
  return TYPES[kept.type].check === 'picture' ? encodedAgain(storage, kept) : kept;
}

/** The picture without anything that isn't picture, such as its place; smaller versions are not kept. */
async function encodedAgain(storage: Deps['storage'], kept: KeptFile): Promise<KeptFile> {
  const late = AbortSignal.timeout(CHECK_MS);
  const made = new Set<string>();
  const keep = async (bytes: Parameters<typeof storage.save>[1]) => {
    const key = newFileKey();
    made.add(key);
    return { key, bytes: await storage.save(key, bytes) };
  };
  const task = { type: kept.type, open: () => storage.open(kept.fileKey), keep };
  try {
    const { whole } = await makePicturesInProcess(task, late);
    made.delete(whole.key);
    await storage.remove(kept.fileKey);
    return { ...kept, fileKey: whole.key, bytes: whole.bytes };
  } catch (error) {
    throw late.aborted ? new FileRefusal(SLOW, { cause: error }) : error;
  } finally {
    for (const key of made) await storage.remove(key);
  }
}
