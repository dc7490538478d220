import type { Readable } from 'node:stream';
import { scanStream, TooLargeToScan } from '../../adapters/storage/clamd.ts';
import { MissingFile } from '../../adapters/storage/storage.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { findOwner } from './file-people.sql.ts';
import { FileRefusal, GONE, TYPES } from './file-types.ts';
import { type Checked, type FileRow, findFile, lockFile, settleFile } from './files.sql.ts';
import { newFileKey } from './keep-file.ts';
import { makePicturesInProcess } from './make-pictures-in-process.ts';
import { requireSoundOffice } from './office-file.ts';

const UNCHECKED = "Couldn't check the file for a day. Upload it again.";
const UNSCANNED = 'The file is too large for the virus scanner. Save a smaller version.';

/** A file in which a virus was found. */
class Infection extends Error {
  override readonly name = 'Infection';
}

/**
 * Checks a new file: scans it, re-encodes an image, opens a DOCX or XLSX. Until then its bytes aren't served; those of
 * a refused file are deleted. A repeated job has the same result.
 * @throws when storage or scanner are down; the job runs again.
 */
export async function checkFile(
  deps: Deps,
  { accountId, fileId }: JobData['files.check'],
  signal: AbortSignal,
): Promise<void> {
  const file = await withAccount(deps.pool, { accountId }, (tx) => findFile(tx, fileId));
  if (file?.state !== 'checking') return;
  /** Keys in the storage that have to go. */
  const spare = new Set<string>();
  const keep = async (bytes: Readable): Promise<KeptPicture> => {
    const key = newFileKey();
    spare.add(key);
    return { key, bytes: await deps.storage.save(key, bytes) };
  };
  const removeSpare = () => Promise.all([...spare].map((key) => deps.storage.remove(key)));
  const checked = await look(deps, file, keep, signal).catch(async (error: unknown) => {
    await removeSpare();
    throw error;
  });
  // After an error it is unknown whether it was committed: the result stays.
  if (await settle(deps, file, checked)) {
    spare.add(file.file_key);
    if (checked.state === 'ready') for (const key of keysOf(checked)) spare.delete(key);
  }
  await removeSpare();
}

/** Refuses a file whose check failed again and again. */
export async function giveUpCheck(deps: Deps, { accountId, fileId }: JobData['files.check']): Promise<void> {
  const file = await withAccount(deps.pool, { accountId }, (tx) => findFile(tx, fileId));
  if (file === null) return;
  const refused = {
    bytes: file.bytes,
    fileKey: file.file_key,
    viewKey: null,
    thumbKey: null,
    state: 'refused',
  } as const;
  if (await settle(deps, file, { ...refused, failure: UNCHECKED })) await deps.storage.remove(file.file_key);
}

const keysOf = ({ fileKey, viewKey, thumbKey }: Checked) =>
  [fileKey, viewKey, thumbKey].filter((key): key is string => key !== null);

interface KeptPicture {
  readonly key: string;
  readonly bytes: number;
}

type Keep = (bytes: Readable) => Promise<KeptPicture>;

async function look(deps: Deps, file: FileRow, keep: Keep, signal: AbortSignal): Promise<Checked> {
  const { bytes, file_key: fileKey } = file;
  const same = { bytes, fileKey, viewKey: null, thumbKey: null, failure: '' };
  try {
    await scan(deps, file);
    const { check } = TYPES[file.type];
    if (check === 'office') {
      await requireSoundOffice(deps.storage, { key: fileKey, bytes, type: file.type === 'xlsx' ? 'xlsx' : 'docx' });
    }
    if (check !== 'picture') return { ...same, state: 'ready' };
    const task = { type: file.type, open: () => deps.storage.open(fileKey), keep };
    const { whole, view, thumb } = await makePicturesInProcess(task, signal);
    const keys = { fileKey: whole.key, viewKey: view.key, thumbKey: thumb.key };
    return { ...keys, state: 'ready', failure: '', bytes: whole.bytes };
  } catch (error) {
    if (error instanceof MissingFile) return { ...same, state: 'refused', failure: GONE };
    if (error instanceof TooLargeToScan) return { ...same, state: 'refused', failure: UNSCANNED };
    if (error instanceof Infection) return { ...same, state: 'infected', failure: error.message };
    if (!(error instanceof FileRefusal)) throw error;
    if (error.cause !== undefined) deps.log.info({ fileId: file.id, err: error.cause }, 'an upload was refused');
    return { ...same, state: 'refused', failure: error.message };
  }
}

async function scan({ config, storage, log }: Deps, { id, file_key: key }: FileRow): Promise<void> {
  if (config.files.scanner === null) return;
  const found = await scanStream(config.files.scanner, await storage.open(key));
  if (found === null) return;
  log.warn({ fileId: id, found }, 'a virus was found in an upload');
  throw new Infection(`A virus was found (${found.slice(0, 80)}) and the file was removed.`);
}

/** Answers whether the file still waited for it. */
function settle(deps: Deps, file: FileRow, checked: Checked): Promise<boolean> {
  return withAccount(deps.pool, { accountId: file.account_id }, async (tx) => {
    const now = await lockFile(tx, file.id);
    if (now?.state !== 'checking') return false;
    await settleFile(tx, file.id, checked);
    if (checked.state !== 'ready') {
      const who = { accountId: file.account_id, actorId: file.user_id, userId: file.user_id };
      await writeAudit(tx, who, '', {
        action: `file.${checked.state}`,
        subjectType: 'contact',
        subjectId: file.contact_id,
        detail: { file_id: file.id },
      });
    }
    const ownerId = await findOwner(tx, file.contact_id);
    await emitContactsChanged(tx, file.account_id, [{ id: file.contact_id, owner_id: ownerId }]);
    return true;
  });
}
