import type { Query } from '#contract/endpoint.ts';
import {
  type AttachmentImport,
  type listAttachmentImports as ListAttachmentImports,
  MAX_ATTACHMENTS_BYTES,
} from '#contract/files.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import {
  type AttachmentRow,
  changeAttachments,
  findAttachments,
  insertAttachments,
  listAttachments,
  listUnmatched,
  lockAttachments,
  toAttachmentImport,
} from './attachments.sql.ts';
import { requireRoomForZip } from './file-checks.ts';
import { cleanName } from './file-name.ts';
import { FileRefusal } from './file-types.ts';
import { newFileKey } from './keep-file.ts';
import { readStart } from './read-start.ts';
import { removeSpare, removeUnnamed } from './spare-bytes.ts';

const placeOf = ({ page, limit }: { page: number; limit: number }) => ({ offset: (page - 1) * limit, limit });

const metaOf = ({ page, limit }: { page: number; limit: number }, total: number) => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

/** Stores a ZIP of attachments, and has a job process it. @throws {Refusal} `refused` when it isn't a ZIP. */
export async function startAttachments(
  deps: Deps,
  { identity, requestId }: Caller,
  { file, withLeads }: { file: IncomingFile | null; withLeads: boolean },
): Promise<AttachmentImport> {
  if (file === null) throw refuseField('file', 'Choose a file.');
  const { accountId, userId, actorId } = identity;
  const fileKey = newFileKey();
  const fileBytes = await deps.storage.save(fileKey, file.stream);
  try {
    if (file.truncated()) {
      throw refuseField('file', `The ZIP is larger than ${MAX_ATTACHMENTS_BYTES / 2 ** 20} MB. Split it.`);
    }
    const head = await readStart(deps.storage, fileKey, 4);
    if (!head.equals(Buffer.from('PK\x03\x04'))) throw refuseField('file', "This isn't a ZIP with files.");
    return await withAccount(deps.pool, identity, async (tx) => {
      await requireRoomForZip(tx, deps.config, userId, fileBytes);
      const made = { userId, actorId, requestId, fileKey, fileBytes, withLeads };
      const row = await insertAttachments(tx, { ...made, fileName: cleanName(file.fileName), at: deps.now() });
      const data = { accountId, attachmentImportId: row.id };
      await deps.jobs.enqueue(tx, 'files.attach', data, String(row.id));
      await writeAudit(tx, identity, requestId, {
        action: 'attachments.started',
        subjectType: 'attachment_import',
        subjectId: row.id,
      });
      return toAttachmentImport(row);
    });
  } catch (error) {
    await removeUnnamed(deps, fileKey, error);
    throw error instanceof FileRefusal ? refuseField('file', error.message) : error;
  }
}

export function listAttachmentImports(deps: Deps, identity: Identity, query: Query<typeof ListAttachmentImports>) {
  return withAccount(deps.pool, identity, async (tx) => {
    const { total, rows } = await listAttachments(tx, identity.userId, placeOf(query));
    return { data: rows.map(toAttachmentImport), meta: metaOf(query, total) };
  });
}

/** @throws {Refusal} `not_found` when it isn't theirs. */
export const readAttachmentImport = (deps: Deps, identity: Identity, id: number): Promise<AttachmentImport> =>
  withAccount(deps.pool, identity, async (tx) => toAttachmentImport(await requireOwn(tx, identity, id)));

/** @throws {Refusal} `not_found` when it isn't theirs. */
export function listUnmatchedFiles(
  deps: Deps,
  identity: Identity,
  id: number,
  query: Query<typeof ListAttachmentImports>,
) {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireOwn(tx, identity, id);
    const { total, rows } = await listUnmatched(tx, id, placeOf(query));
    return { data: rows, meta: metaOf(query, total) };
  });
}

/** @throws {Refusal} `not_found` when it isn't theirs, `conflict` when it has ended. */
export async function cancelAttachments(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
): Promise<AttachmentImport> {
  const ended = await withAccount(deps.pool, identity, async (tx) => {
    const row = await lockAttachments(tx, id, identity.userId);
    if (row === null) throw unknown();
    if (row.finished_at !== null) throw new Refusal('conflict', 'The upload has ended.');
    await changeAttachments(tx, id, { status: 'cancelled', finished_at: deps.now() });
    await writeAudit(tx, identity, requestId, {
      action: 'attachments.cancelled',
      subjectType: 'attachment_import',
      subjectId: id,
    });
    return requireOwn(tx, identity, id);
  });
  await removeSpare(deps, ended.file_key);
  return toAttachmentImport(ended);
}

const unknown = () => new Refusal('not_found', 'Upload not found.');

async function requireOwn(tx: Tx, { userId }: Identity, id: number): Promise<AttachmentRow> {
  const row = await findAttachments(tx, id, userId);
  if (row === null) throw unknown();
  return row;
}
