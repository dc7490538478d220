import type { Body, Query } from '#contract/endpoint.ts';
import type {
  ContactFile,
  createFile as CreateFile,
  FileKind,
  FilePreview,
  listFiles as ListFiles,
  updateFile as UpdateFile,
} from '#contract/files.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { keptSentence } from '#rules/compliance/recording-rule.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { type Caller, requireContact, requireLiveContact, touchContact } from '../contacts/contacts.service.ts';
import { ownDay } from '../profile/own-day.ts';
import { refuseAtFile } from './checked-file.ts';
import { isCheckedLater, requireKind, requireRoom, requireSize } from './file-checks.ts';
import { holderOf, linksOf, type Variant } from './file-links.ts';
import { renamed } from './file-name.ts';
import { TYPES } from './file-types.ts';
import {
  countFiles,
  describeFile,
  type FileRow,
  findFile,
  findFiles,
  insertFile,
  lockFile,
  markDeleted,
} from './files.sql.ts';
import { type KeptFile, keepFile } from './keep-file.ts';
import { readStart } from './read-start.ts';
import { removeUnnamed } from './spare-bytes.ts';

export interface FilePlace {
  readonly contactId: number;
  readonly fileId: number;
}

/** Maximum bytes of a text preview. Our choice: more than anyone reads in a dialog. */
const TEXT_BYTES = 100 * 1024;

/** @throws {Refusal} `not_found` when the contact is not theirs to see. */
export function listFiles(
  deps: Deps,
  identity: Identity,
  { contactId, kind }: { contactId: number; kind: FileKind },
  { page, limit }: Query<typeof ListFiles>,
): Promise<{ data: ContactFile[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const total = await countFiles(tx, contactId, kind);
    const found = await findFiles(tx, { contactId, kind }, { offset: (page - 1) * limit, limit });
    const day = await ownDay(deps, tx, identity.userId);
    return {
      data: found.map((row) => toFile(deps, identity, row, day)),
      meta: { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) },
    };
  });
}

/**
 * Stores an uploaded file. Types that have to be inspected wait for a job.
 * @throws {Refusal} `not_found`, `conflict` when the contact is deleted, `refused` with the reason.
 */
export async function createFile(
  deps: Deps,
  caller: Caller,
  contactId: number,
  { body, file }: { body: Body<typeof CreateFile>; file: IncomingFile | null },
): Promise<ContactFile> {
  const { identity } = caller;
  if (file === null) throw refuseField('file', 'Choose a file.');
  // A lock would count as an effect of the request, though nothing is written yet.
  await withAccount(deps.pool, identity, (tx) => requireLiveContact(tx, identity, contactId, false));
  const kept = await keepFile(deps.storage, file).catch(refuseAtFile);
  try {
    return await withAccount(deps.pool, identity, async (tx) => {
      const id = await addFile(deps, tx, caller, { contactId, kept, ...body });
      const row = await requireFile(tx, { contactId, fileId: id });
      return toFile(deps, identity, row, await ownDay(deps, tx, identity.userId));
    });
  } catch (error) {
    await removeUnnamed(deps, kept.fileKey, error);
    return refuseAtFile(error);
  }
}

export interface Addition {
  readonly contactId: number;
  readonly kept: KeptFile;
  readonly kind: FileKind;
  readonly description?: string | undefined;
  /** True: its bytes were checked before. */
  readonly isChecked?: boolean;
}

/** Adds a stored file to a contact. @throws {Refusal} like `createFile`; {FileRefusal} with the reason. */
export async function addFile(
  deps: Deps,
  tx: Tx,
  { identity, requestId }: Caller,
  { contactId, kept, kind, description = '', isChecked = false }: Addition,
): Promise<number> {
  const contact = await requireLiveContact(tx, identity, contactId);
  requireKind(kind, kept.type);
  await requireSize(tx, deps.config, kept.bytes);
  await requireRoom(tx, deps.config, identity.userId, kept.bytes);
  const at = deps.now();
  const isLater = !isChecked && isCheckedLater(kept.type, deps.config);
  const id = await insertFile(tx, {
    contactId,
    userId: identity.userId,
    kind,
    description,
    ...kept,
    state: isLater ? 'checking' : 'ready',
    at,
  });
  if (isLater) await deps.jobs.enqueue(tx, 'files.check', { accountId: identity.accountId, fileId: id }, String(id));
  await touchContact(tx, contactId, at);
  await writeAudit(tx, identity, requestId, {
    action: 'file.uploaded',
    subjectType: 'contact',
    subjectId: contactId,
    detail: { file_id: id, kind },
  });
  await emitContactsChanged(tx, identity.accountId, [contact]);
  return id;
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted. */
export function updateFile(
  deps: Deps,
  caller: Caller,
  place: FilePlace,
  { name, description }: Body<typeof UpdateFile>,
): Promise<ContactFile> {
  return change(deps, caller, place, 'file.updated', async (tx, file, at) => {
    if (file.deleted_at !== null) throw unknown();
    const next = {
      name: name === undefined ? file.name : renamed(file.name, name),
      description: description ?? file.description,
    };
    await describeFile(tx, file.id, next, at);
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted or under legal hold, or a rule requires keeping the recording. */
export async function deleteFile(deps: Deps, caller: Caller, place: FilePlace): Promise<void> {
  await change(deps, caller, place, 'file.deleted', async (tx, file, at) => {
    if (file.deleted_at !== null) throw unknown();
    const kept = keptBy(file, await ownDay(deps, tx, caller.identity.userId));
    if (kept !== null) throw new Refusal('conflict', kept);
    await markDeleted(tx, file.id, at, at);
  });
}

/** @throws {Refusal} `not_found`, also when its bytes are deleted; `conflict` when the contact is deleted. */
export const restoreFile = (deps: Deps, caller: Caller, place: FilePlace): Promise<ContactFile> =>
  change(deps, caller, place, 'file.restored', (tx, file, at) => markDeleted(tx, file.id, null, at));

function change(
  deps: Deps,
  { identity, requestId }: Caller,
  place: FilePlace,
  action: string,
  work: (tx: Tx, file: FileRow, at: Date) => Promise<unknown>,
): Promise<ContactFile> {
  const { contactId, fileId } = place;
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = deps.now();
    await work(tx, await requireFile(tx, place), at);
    await touchContact(tx, contactId, at);
    await writeAudit(tx, identity, requestId, {
      action,
      subjectType: 'contact',
      subjectId: contactId,
      detail: { file_id: fileId },
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return toFile(deps, identity, await requireFile(tx, place), await ownDay(deps, tx, identity.userId));
  });
}

/** @throws {Refusal} `not_found`, `conflict` when its bytes are unavailable. */
export async function linkToFile(deps: Deps, identity: Identity, place: FilePlace) {
  const file = await requireReadyFile(deps, identity, place);
  const { url, expiresAt } = linkOf(deps, identity, file, 'whole');
  return { url, expires_at: expiresAt.toISOString() };
}

/** @throws {Refusal} `not_found`, `conflict` when its bytes are unavailable. */
export async function previewFile(deps: Deps, identity: Identity, place: FilePlace): Promise<FilePreview> {
  const file = await requireReadyFile(deps, identity, place);
  const { look } = TYPES[file.type];
  if (look === 'text') {
    const start = await readStart(deps.storage, file.file_key, TEXT_BYTES);
    return { kind: 'text', url: null, text: start.toString('utf8'), cut: file.bytes > TEXT_BYTES };
  }
  const url = look === 'none' ? null : linkOf(deps, identity, file, look === 'audio' ? 'whole' : 'view').url;
  return { kind: look, url, text: null, cut: false };
}

/** A file with available bytes. @throws {Refusal} `not_found`, `conflict` when they are unavailable. */
export async function requireReadyFile(deps: Deps, identity: Identity, place: FilePlace): Promise<FileRow> {
  const file = await withAccount(deps.pool, identity, async (tx) => {
    // One sentence, whether the contact or the file is not there.
    await requireContact(tx, identity, place.contactId).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'not_found' ? unknown() : error;
    });
    const found = await findFile(tx, place.fileId);
    return found?.contact_id === place.contactId && found.deleted_at === null ? found : null;
  });
  if (file === null) throw unknown();
  if (file.state === 'checking') throw new Refusal('conflict', 'This file is still being checked.');
  if (file.state !== 'ready') throw new Refusal('conflict', file.failure);
  return file;
}

const unknown = () => new Refusal('not_found', 'File not found.');

async function requireFile(tx: Tx, { contactId, fileId }: FilePlace): Promise<FileRow> {
  const file = await lockFile(tx, fileId);
  if (file?.contact_id !== contactId) throw unknown();
  return file;
}

const linkOf = (
  { config, now }: Deps,
  identity: Identity,
  { account_id: accountId, id: fileId, name }: FileRow,
  variant: Variant,
) => linksOf(config).linkTo({ accountId, fileId, variant, holder: holderOf(identity) }, name, now());

/** Reason why it can't be deleted on a day of the user, one sentence. `null` when it can. */
const keptBy = ({ retention_rule: rule, keep_until: until, held, soa }: FileRow, day: string): string | null => {
  if (held) return 'Kept: this contact is under legal hold.';
  return soa ? 'Kept for 10 years: it belongs to a scope of appointment.' : keptSentence({ rule, until }, day);
};

const toFile = (deps: Deps, identity: Identity, row: FileRow, day: string): ContactFile => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  description: row.description,
  type: row.type,
  bytes: row.bytes,
  state: row.state,
  failure: row.failure,
  thumb_url: row.state === 'ready' && row.thumb_key !== null ? linkOf(deps, identity, row, 'thumb').url : null,
  kept: keptBy(row, day),
  user: { id: row.user_id, name: row.user_name },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
