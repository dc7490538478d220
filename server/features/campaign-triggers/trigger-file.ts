import { scanStream } from '../../adapters/clamd.ts';
import { MAX_TRIGGER_FILE_BYTES, TRIGGER_FILE_TYPES } from '#contract/campaign-triggers.contract.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { FileRefusal, TYPES } from '../files/file-types.ts';
import { type KeptFile, keepFile, newFileKey } from '../files/keep-file.ts';
import { makePicturesInProcess } from '../files/make-pictures-in-process.ts';

/** Milliseconds that the check of a picture may take: the user waits for it. Ours. */
const CHECK_MS = 9_000;

const SLOW = 'The image takes too long to check. Save a smaller version.';

/**
 * Stores the file of a trigger once it is checked like a contact's file: by name, bytes and virus scanner, and a picture
 * re-encoded. Nothing of a refused one stays.
 * @throws {Refusal} `refused` under `file`.
 */
export async function keepTriggerFile(deps: Deps, file: IncomingFile): Promise<KeptFile> {
  try {
    const kept = await keepFile(deps.storage, file, MAX_TRIGGER_FILE_BYTES);
    try {
      return await checked(deps, kept);
    } catch (error) {
      await deps.storage.remove(kept.fileKey);
      throw error;
    }
  } catch (error) {
    throw error instanceof FileRefusal ? refuseField('file', error.message) : error;
  }
}

async function checked({ config, storage }: Deps, kept: KeptFile): Promise<KeptFile> {
  if (!TRIGGER_FILE_TYPES.some((type) => type === kept.type))
    throw new FileRefusal('Campaign triggers take a PNG, JPEG or GIF image, or a PDF.');
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
