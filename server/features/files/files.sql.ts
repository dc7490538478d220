import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import type { FileKind, FileState, FileType } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FileRow {
  readonly id: number;
  readonly account_id: number;
  readonly contact_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly description: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly file_key: string;
  readonly view_key: string | null;
  readonly thumb_key: string | null;
  readonly state: FileState;
  readonly failure: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
  /** For a recorded call: the earliest day for deletion, and the rule; `null` when no rule applies. */
  readonly keep_until: string | null;
  readonly retention_rule: RuleCited | null;
  /** Its contact is under legal hold. */
  readonly held: boolean;
  /** It is the form or the recording of a scope of appointment of the last 10 years. */
  readonly soa: boolean;
}

const FIND = `
  select f.*, trim(u.first_name || ' ' || u.last_name) as user_name, r.keep_until, r.retention_rule,
    c.held_at is not null as held,
    exists (select from soa_requests s where s.file_id = f.id and coalesce(s.completed_at, s.signed_at) > clock_now() - interval '10 years') as soa
  from files f join users u on u.id = f.user_id join contacts c on c.id = f.contact_id left join call_recordings r on r.file_id = f.id`;

export const findFiles = (
  tx: Tx,
  { contactId, kind }: { contactId: number; kind: FileKind },
  page: { offset: number; limit: number },
): Promise<FileRow[]> =>
  tx.raw(
    `${FIND} where f.contact_id = $1 and f.kind = $2 and f.deleted_at is null order by f.id desc limit $3 offset $4`,
    [contactId, kind, page.limit, page.offset],
  );

export async function countFiles(tx: Tx, contactId: number, kind: FileKind): Promise<number> {
  const [row] = await tx.raw<{ total: number }>(
    'select count(*) as total from files where contact_id = $1 and kind = $2 and deleted_at is null',
    [contactId, kind],
  );
  return row?.total ?? 0;
}

/** A file that still has its bytes; `null` when there is none. */
export async function findFile(tx: Tx, id: number): Promise<FileRow | null> {
  const [row] = await tx.raw<FileRow>(`${FIND} where f.id = $1 and f.removed_at is null`, [id]);
  return row ?? null;
}

/** Like `findFile`, locked. */
export async function lockFile(tx: Tx, id: number): Promise<FileRow | null> {
  const [row] = await tx.raw<FileRow>(`${FIND} where f.id = $1 and f.removed_at is null for update of f`, [id]);
  return row ?? null;
}

export interface NewFile {
  readonly contactId: number;
  readonly userId: number;
  readonly kind: FileKind;
  readonly name: string;
  readonly description: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly fileKey: string;
  readonly state: FileState;
  readonly at: Date;
}

export async function insertFile(tx: Tx, file: NewFile): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into files (account_id, contact_id, user_id, kind, name, description, type, bytes, file_key, state,
                        created_at, updated_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`,
    [
      file.contactId,
      file.userId,
      file.kind,
      file.name,
      file.description,
      file.type,
      file.bytes,
      file.fileKey,
      file.state,
      file.at,
    ],
  );
  if (row === undefined) throw new Error('the new file has no row');
  return row.id;
}

export interface Usage {
  /** Bytes of a user's files. */
  readonly live: number;
  /** Includes deleted files that still have bytes, and ZIPs in progress. */
  readonly all: number;
  /** ZIPs under way. */
  readonly zips: number;
}

/** Totals a user's uploads under a lock: parallel uploads can't pass together. */
export async function lockUsage(tx: Tx, userId: number): Promise<Usage> {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('files', $1))`, [userId]);
  const [row] = await tx.raw<Usage>(
    `select live, files + packed as all, zips from
       (select coalesce(sum(bytes) filter (where deleted_at is null), 0)::float8 as live,
               coalesce(sum(bytes), 0)::float8 as files
        from files f where user_id = $1 and removed_at is null
          and not exists (select from call_recordings r where r.file_id = f.id)
          and not exists (select from soa_requests s where s.file_id = f.id)) kept,
       (select coalesce(sum(file_bytes), 0)::float8 as packed, count(*) as zips
        from attachment_imports where user_id = $1 and finished_at is null) open`,
    [userId],
  );
  return row ?? { live: 0, all: 0, zips: 0 };
}

export const describeFile = (
  tx: Tx,
  id: number,
  { name, description }: { name: string; description: string },
  at: Date,
) => tx.raw('update files set name = $2, description = $3, updated_at = $4 where id = $1', [id, name, description, at]);

/** `null` brings it back. */
export const markDeleted = (tx: Tx, id: number, deletedAt: Date | null, at: Date) =>
  tx.raw('update files set deleted_at = $2, updated_at = $3 where id = $1', [id, deletedAt, at]);

export interface Checked {
  readonly state: FileState;
  readonly failure: string;
  readonly bytes: number;
  readonly fileKey: string;
  readonly viewKey: string | null;
  readonly thumbKey: string | null;
}

export const settleFile = (tx: Tx, id: number, checked: Checked) =>
  tx.raw(
    `update files set state = $2, failure = $3, bytes = $4, file_key = $5, view_key = $6, thumb_key = $7 where id = $1`,
    [id, checked.state, checked.failure, checked.bytes, checked.fileKey, checked.viewKey, checked.thumbKey],
  );

export async function markRemoved(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.raw('update files set removed_at = $2 where id = $1', [id, at]);
  await tx.raw('update call_recordings set recording_key = null where file_id = $1', [id]);
}

/** Returns the owner; `null` without such a file. */
export async function placeFile(tx: Tx, id: number, contactId: number, at: Date): Promise<number | null> {
  const [row] = await tx.raw<{ contact_id: number }>('select contact_id from files where id = $1 for update', [id]);
  await tx.raw('update files set contact_id = $2, updated_at = $3 where id = $1', [id, contactId, at]);
  return row?.contact_id ?? null;
}
