import { buffer } from 'node:stream/consumers';
import type { Entry } from 'yauzl';
import { MAX_FILE_BYTES } from '#contract/files.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { start } from '../imports/imports.service.ts';
import { keyOfName, MANIFEST, type Manifest, MAX_MANIFEST_BYTES, readManifest } from './attachment-manifest.ts';
import {
  type AttachmentRow,
  changeAttachments,
  type ContactKey,
  findAttachments,
  findNamed,
  insertUnmatched,
  lockAttachments,
  noteStartedImport,
  readImportEnd,
} from './attachments.sql.ts';
import { findWorker } from './file-people.sql.ts';
import { FileRefusal } from './file-types.ts';
import { addFile } from './files.service.ts';
import { type KeptFile, keepFile } from './keep-file.ts';
import { removeSpare, removeUnnamed } from './spare-bytes.ts';
import { openZip, type ZipContent } from './zip-entries.ts';

/** Entries that computers add to a ZIP automatically. */
const LITTER = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

const isManifest = ({ fileName }: Entry): boolean => fileName.toLowerCase() === MANIFEST;
const isLeads = (entry: Entry): boolean => /^[^/]+\.(csv|xlsx)$/i.test(entry.fileName) && !isManifest(entry);

/**
 * Gives the files of a ZIP to contacts, one transaction per file, which also moves the cursor: a killed job resumes
 * where it was. With leads, their import runs first, and the job runs again after it.
 */
export async function attachFiles(
  deps: Deps,
  { accountId, attachmentImportId: id }: JobData['files.attach'],
  signal: AbortSignal,
): Promise<void> {
  const row = await withAccount(deps.pool, { accountId }, (tx) => findAttachments(tx, id, null));
  if (row === null || row.finished_at !== null) return;
  try {
    const identity = await workerOf(deps, row);
    const zip = await openZip(deps.storage, row.file_key, row.file_bytes);
    try {
      if (row.with_leads && row.import_id === null) return await startLeads(deps, row, identity, zip);
      if (row.import_id !== null && !(await isImported(deps, row, row.import_id))) return;
      if (!(await attachAll(deps, row, identity, zip, signal))) return;
    } finally {
      zip.close();
    }
    await end(deps, row, 'done', '');
  } catch (error) {
    const isFinal = error instanceof FileRefusal || (error instanceof Refusal && error.code !== 'unavailable');
    if (!isFinal) throw error;
    await end(deps, row, 'failed', error.message);
  }
}

/** The uploader with their current rights. @throws {FileRefusal} when they have none anymore. */
async function workerOf(deps: Deps, { account_id, user_id, actor_id }: AttachmentRow): Promise<Identity> {
  const worker = await withAccount(deps.pool, { accountId: account_id }, (tx) => findWorker(tx, user_id));
  const permissions = worker === null ? [] : permissionsOf([worker.roles]);
  if (worker === null || !permissions.includes('imports.run')) {
    throw new FileRefusal('The user who uploaded it can no longer import.');
  }
  return {
    sessionId: 0,
    accountId: account_id,
    userId: user_id,
    actorId: actor_id,
    businessUnitId: worker.business_unit_id,
    depth: actor_id === user_id ? 0 : 1,
    roles: worker.roles,
    permissions,
    via: 'session',
    sudoUntil: null,
    signerSudoUntil: null,
    owes: [],
  };
}

async function startLeads(deps: Deps, row: AttachmentRow, identity: Identity, zip: ZipContent): Promise<void> {
  const [leads, ...others] = zip.entries.filter(isLeads);
  if (leads === undefined) throw new FileRefusal('No lead file found. Put one CSV or XLSX next to the folders.');
  if (others.length > 0) throw new FileRefusal('Several lead files found. Put the others into a folder.');
  const file = { fileName: leads.fileName, stream: await zip.open(leads), truncated: () => false };
  const asked = { identity, requestId: row.request_id };
  await beforeCommit.run(
    (tx) => noteStartedImport(tx, row.id, row.user_id),
    () => start(deps, asked, {}, file),
  );
}

/** True when the leads are imported. @throws {FileRefusal} when they never will be. */
async function isImported(deps: Deps, { account_id: accountId }: AttachmentRow, importId: number): Promise<boolean> {
  const found = await withAccount(deps.pool, { accountId }, (tx) => readImportEnd(tx, importId));
  if (found?.status === 'done') return true;
  if (found !== null && !['failed', 'cancelled', 'undone'].includes(found.status)) return false;
  throw new FileRefusal(`The leads weren't imported. ${found?.failure ?? 'The import was stopped.'}`);
}

/** Returns whether it reached the end: it may have been canceled, or another worker is further. */
async function attachAll(
  deps: Deps,
  row: AttachmentRow,
  identity: Identity,
  zip: ZipContent,
  signal: AbortSignal,
): Promise<boolean> {
  const manifest = await manifestOf(zip);
  const entries = zip.entries.filter(
    (entry) => !LITTER.test(entry.fileName) && !isManifest(entry) && !(row.with_leads && isLeads(entry)),
  );
  if (entries.length === 0) throw new FileRefusal('The ZIP has no files to attach.');
  const isOn = await withAccount(deps.pool, identity, async (tx) => {
    const now = await lockAttachments(tx, row.id, null);
    if (now === null || now.finished_at !== null) return false;
    await changeAttachments(tx, row.id, { status: 'attaching', total: entries.length });
    return true;
  });
  if (!isOn) return false;
  for (const [index, entry] of entries.entries()) {
    if (index < row.done) continue;
    signal.throwIfAborted();
    if (!(await attachOne(deps, row, identity, { zip, entry, index, manifest }))) return false;
  }
  return true;
}

async function manifestOf(zip: ZipContent): Promise<Manifest> {
  const entry = zip.entries.find(isManifest);
  if (entry === undefined) return new Map();
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new FileRefusal(`${MANIFEST} is larger than 5 MB.`);
  return readManifest(await buffer(await zip.open(entry)));
}

interface Turn {
  readonly zip: ZipContent;
  readonly entry: Entry;
  readonly index: number;
  readonly manifest: Manifest;
}

/** Returns whether to continue: it may have been canceled. */
async function attachOne(deps: Deps, row: AttachmentRow, identity: Identity, turn: Turn): Promise<boolean> {
  const { entry, manifest } = turn;
  const line = manifest.get(entry.fileName.toLowerCase());
  let kept: KeptFile | null = null;
  try {
    const contactId = await contactOf(deps, identity, line?.contact ?? keyOfName(entry.fileName), line !== undefined);
    kept = await keepEntry(deps, turn);
    const addition = { contactId, kept, kind: 'file' as const, description: line?.description };
    const caller = { identity, requestId: row.request_id };
    const isDone = await advance(deps, row, turn, (tx) => addFile(deps, tx, caller, addition));
    if (!isDone) await removeSpare(deps, kept.fileKey);
    return isDone;
  } catch (error) {
    if (kept !== null) await removeUnnamed(deps, kept.fileKey, error);
    if (!(error instanceof FileRefusal || error instanceof Refusal)) throw error;
    return advance(deps, row, turn, async (tx) => {
      await insertUnmatched(tx, row.id, { name: cutText(entry.fileName, 300), reason: error.message });
      return null;
    });
  }
}

/** @throws {FileRefusal} when it matches no one, or several people. */
function contactOf(deps: Deps, identity: Identity, key: ContactKey | null, isListed: boolean): Promise<number> {
  if (key === null) {
    throw new FileRefusal(
      isListed
        ? `${MANIFEST} names no contact for this file.`
        : `${MANIFEST} doesn't list this file, and its name doesn't start with a contact number.`,
    );
  }
  return withAccount(deps.pool, identity, async (tx) => {
    const seen: number[] = [];
    for (const id of await findNamed(tx, key)) {
      const contact = await requireContact(tx, identity, id).catch(unlessUnknown);
      if (contact !== null) seen.push(id);
    }
    const [only, ...others] = seen;
    const name = String(Object.values(key)[0]);
    if (only === undefined) throw new FileRefusal(`You have no contact ${name}.`);
    if (others.length > 0) throw new FileRefusal(`Several contacts have ${name}. Use the contact number.`);
    return only;
  });
}

function unlessUnknown(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null;
  throw error;
}

async function keepEntry(deps: Deps, { zip, entry }: Turn): Promise<KeptFile> {
  if (entry.uncompressedSize > MAX_FILE_BYTES) throw new FileRefusal('The file is larger than 25 MB.');
  return keepFile(deps.storage, { fileName: entry.fileName, stream: await zip.open(entry), truncated: () => false });
}

/** One file is done: its effect and the cursor, together. `null`: it matched no contact. */
function advance(
  deps: Deps,
  { id, account_id: accountId }: AttachmentRow,
  { index }: Turn,
  work: (tx: Tx) => Promise<number | null>,
): Promise<boolean> {
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const now = await lockAttachments(tx, id, null);
    if (now?.status !== 'attaching' || now.done !== index) throw new Stopped();
    const fileId = await work(tx);
    await changeAttachments(tx, id, {
      done: index + 1,
      attached: now.attached + (fileId === null ? 0 : 1),
      tries: 0,
    });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Stopped) return false;
    throw error;
  });
}

/** Canceled, or continued by another worker. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Ends one that failed again and again. */
export async function giveUpAttaching(
  deps: Deps,
  { accountId, attachmentImportId: id }: JobData['files.attach'],
): Promise<void> {
  const row = await withAccount(deps.pool, { accountId }, (tx) => findAttachments(tx, id, null));
  if (row !== null) await end(deps, row, 'failed', 'Processing failed for a day. Upload the file again.');
}

async function end(deps: Deps, row: AttachmentRow, status: 'done' | 'failed', failure: string): Promise<void> {
  await withAccount(deps.pool, { accountId: row.account_id }, async (tx) => {
    const now = await lockAttachments(tx, row.id, null);
    if (now?.finished_at === null) await changeAttachments(tx, row.id, { status, failure, finished_at: deps.now() });
  });
  await removeSpare(deps, row.file_key);
}
