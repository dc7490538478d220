import type { AttachmentImport, AttachmentStatus, UnmatchedFile } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface AttachmentRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly actor_id: number;
  readonly request_id: string;
  readonly file_name: string;
  readonly file_bytes: number;
  readonly file_key: string;
  readonly with_leads: boolean;
  readonly import_id: number | null;
  readonly status: AttachmentStatus;
  readonly failure: string;
  readonly total: number | null;
  readonly done: number;
  readonly attached: number;
  /** Failures since the last entry. */
  readonly tries: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

interface NewAttachments {
  readonly userId: number;
  readonly actorId: number;
  readonly requestId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileKey: string;
  readonly withLeads: boolean;
  readonly at: Date;
}

export async function insertAttachments(tx: Tx, one: NewAttachments): Promise<AttachmentRow> {
  const [row] = await tx.raw<AttachmentRow>(
    `insert into attachment_imports (account_id, user_id, actor_id, request_id, file_name, file_bytes, file_key,
                                     with_leads, status, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, 'queued', $8) returning *`,
    [one.userId, one.actorId, one.requestId, one.fileName, one.fileBytes, one.fileKey, one.withLeads, one.at],
  );
  if (row === undefined) throw new Error('the new import of attachments has no row');
  return row;
}

/** `null` for none, or someone else's. */
export async function findAttachments(tx: Tx, id: number, userId: number | null): Promise<AttachmentRow | null> {
  const [row] = await tx.raw<AttachmentRow>(
    'select * from attachment_imports where id = $1 and ($2::bigint is null or user_id = $2)',
    [id, userId],
  );
  return row ?? null;
}

export async function lockAttachments(tx: Tx, id: number, userId: number | null): Promise<AttachmentRow | null> {
  const [row] = await tx.raw<AttachmentRow>(
    'select * from attachment_imports where id = $1 and ($2::bigint is null or user_id = $2) for update',
    [id, userId],
  );
  return row ?? null;
}

export async function listAttachments(tx: Tx, userId: number, page: { offset: number; limit: number }) {
  const [count] = await tx.raw<{ total: number }>(
    'select count(*) as total from attachment_imports where user_id = $1',
    [userId],
  );
  const rows = await tx.raw<AttachmentRow>(
    'select * from attachment_imports where user_id = $1 order by id desc limit $2 offset $3',
    [userId, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, rows };
}

const PATCHED = ['status', 'failure', 'total', 'done', 'attached', 'tries', 'finished_at'] as const;

type Patch = Partial<Pick<AttachmentRow, (typeof PATCHED)[number]>>;

export async function changeAttachments(tx: Tx, id: number, patch: Patch): Promise<void> {
  const given = PATCHED.filter((column) => patch[column] !== undefined);
  await tx.raw(
    `update attachment_imports set ${given.map((column, at) => `${column} = $${at + 2}`).join(', ')} where id = $1`,
    [id, ...given.map((column) => patch[column])],
  );
}

/**
 * Notes which import this transaction has queued as the one of the leads, in that very transaction: a process that dies
 * right after starts no second one.
 */
export const noteStartedImport = (tx: Tx, id: number, userId: number) =>
  tx.raw(
    `update attachment_imports a set import_id = i.id, status = 'importing' from imports i
     where a.id = $1 and a.import_id is null and i.user_id = $2 and i.status = 'queued'
       and i.xmin = pg_current_xact_id()::xid`,
    [id, userId],
  );

export async function readImportEnd(tx: Tx, id: number) {
  const [row] = await tx.raw<{ status: string; failure: string | null }>(
    'select status, failure from imports where id = $1',
    [id],
  );
  return row ?? null;
}

export const insertUnmatched = (tx: Tx, id: number, { name, reason }: UnmatchedFile) =>
  tx.raw(
    `insert into attachment_import_entries (account_id, attachment_import_id, name, reason)
     values (app_account_id(), $1, $2, $3)`,
    [id, name, reason],
  );

export async function listUnmatched(tx: Tx, id: number, page: { offset: number; limit: number }) {
  const [count] = await tx.raw<{ total: number }>(
    'select count(*) as total from attachment_import_entries where attachment_import_id = $1',
    [id],
  );
  const rows = await tx.raw<UnmatchedFile>(
    `select name, reason from attachment_import_entries where attachment_import_id = $1
     order by id limit $2 offset $3`,
    [id, page.limit, page.offset],
  );
  return { total: count?.total ?? 0, rows };
}

/** A key that identifies a contact. */
export type ContactKey = { number: number } | { phone: string } | { email: string };

/** Live contacts of the account that a key identifies, at most a few: the caller may not see all of them. */
export async function findNamed(tx: Tx, key: ContactKey): Promise<number[]> {
  const [condition, value] =
    'number' in key
      ? ['number = $1', key.number]
      : 'phone' in key
        ? ['(phone = $1 or phone_2 = $1)', key.phone]
        : ['id in (select find_contacts_by_email($1))', key.email];
  const rows = await tx.raw<{ id: number }>(
    `select id from contacts where account_id = app_account_id() and deleted_at is null and ${condition}
     order by id limit 20`,
    [value],
  );
  return rows.map(({ id }) => id);
}

export const toAttachmentImport = (row: AttachmentRow): AttachmentImport => ({
  id: row.id,
  file_name: row.file_name,
  file_bytes: row.file_bytes,
  with_leads: row.with_leads,
  import_id: row.import_id,
  status: row.status,
  failure: row.failure,
  total: row.total,
  done: row.done,
  attached: row.attached,
  unmatched: row.done - row.attached,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
