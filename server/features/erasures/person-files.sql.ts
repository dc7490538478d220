import type { Tx } from '../../db/tx.ts';

interface KeptOf {
  readonly ids: readonly number[];
  /** Recordings whose bytes stay. */
  readonly recordingIds: readonly number[];
}

const UNKEPT = 'not exists (select from call_recordings r where r.file_id = f.id and r.id = any($2))';

/** Names in the storage of these contacts' files and recordings, without what is kept. */
export async function findFileKeys(tx: Tx, { ids, recordingIds }: KeptOf): Promise<string[]> {
  const rows = await tx.raw<{ key: string }>(
    `select distinct key from (
       select unnest(array[f.file_key, f.view_key, f.thumb_key]) as key from files f
         where f.contact_id = any($1) and f.removed_at is null and ${UNKEPT}
       union all select r.recording_key from call_recordings r join calls k on k.id = r.call_id
         where k.contact_id = any($1) and r.id <> all($2)
     ) named where key is not null order by key`,
    [ids, recordingIds],
  );
  return rows.map((row) => row.key);
}

/** Notes that these bytes are gone. */
export async function markFilesRemoved(tx: Tx, { ids, recordingIds }: KeptOf, at: Date): Promise<void> {
  await tx.raw(
    `update files f set removed_at = $3, deleted_at = coalesce(f.deleted_at, $3) where f.id in (
       select f.id from files f where f.contact_id = any($1) and f.removed_at is null and ${UNKEPT} order by f.id for update)`,
    [ids, recordingIds, at],
  );
  await tx.raw(
    `update call_recordings set recording_key = null where id in (
       select r.id from call_recordings r join calls k on k.id = r.call_id
       where k.contact_id = any($1) and r.id <> all($2) and r.recording_key is not null order by r.id for update of r)`,
    [ids, recordingIds],
  );
}

/** Print jobs whose file has pages of these contacts. */
export async function findPrinted(tx: Tx, ids: readonly number[]): Promise<{ id: number; file_key: string }[]> {
  return tx.raw(
    `select distinct p.id, p.file_key from print_rows r join print_jobs p on p.id = r.job_id
     where r.contact_id = any($1) and r.outcome = 'printed' and p.file_key is not null order by p.id`,
    [ids],
  );
}

/** Imports that created or updated these contacts and still have their file. */
export async function findImported(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(
    `select i.id from imports i where i.file_removed_at is null and i.id in (
       select import_id from contacts where id = any($1)
       union select import_id from import_rows where contact_id = any($1) and outcome = 'updated'
       union select import_id from import_rows where contact_id = any($1) and outcome = 'created') order by i.id`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** Opt-outs of one of these contacts alone, whose evidence the job has, too. */
export const forgetEvidenceOfJobs = (tx: Tx, ids: readonly number[]) =>
  tx.raw(
    `update bulk_jobs set change = jsonb_set(change, '{evidence}', '""') where id in (
       select b.id from bulk_rows r join bulk_jobs b on b.id = r.job_id
       where r.contact_id = any($1) and r.outcome = 'changed' and b.total = 1 and b.change ? 'evidence'
       order by b.id for update of b)`,
    [ids],
  );
