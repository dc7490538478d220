import type { FileType } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { TYPES } from '../files/file-types.ts';

/** A file that campaigns send. Its bytes never change: another file is another row. */
export interface CampaignFile {
  readonly id: number;
  readonly file_key: string;
  /** With its extension. */
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
}

const COLUMNS = 'f.id, f.file_key, f.name, f.type, f.bytes';

export async function findCampaignFile(tx: Tx, id: number): Promise<CampaignFile | null> {
  const rows = await tx.raw<CampaignFile>(`select ${COLUMNS} from campaign_files f where f.id = $1`, [id]);
  return rows[0] ?? null;
}

/** The file that a trigger has now. `null`: none. */
export async function findFileOfTrigger(tx: Tx, triggerId: number): Promise<CampaignFile | null> {
  const rows = await tx.raw<CampaignFile>(
    `select ${COLUMNS} from campaign_triggers t join campaign_files f on f.file_key = t.file_key where t.id = $1`,
    [triggerId],
  );
  return rows[0] ?? null;
}

/** Enters a checked file. Returns its id. */
export async function insertCampaignFile(tx: Tx, kept: KeptFile): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into campaign_files (account_id, file_key, name, type, bytes)
     values (app_account_id(), $1, $2, $3, $4) returning id`,
    [kept.fileKey, kept.name, kept.type, kept.bytes],
  );
  if (row === undefined) throw new Error('a campaign file has no row');
  return row.id;
}

/** Holds files that a version is about to name. False: one was removed since they were read. */
export async function holdCampaignFiles(tx: Tx, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const held = await tx.raw('select from campaign_files where id = any($1::bigint[]) order by id for key share', [ids]);
  return held.length === ids.length;
}

/**
 * Removes a file that a trigger or a draft has no more, unless something was sent with it or still may be. The lock comes in a
 * statement of its own, so that the next one sees what a concurrent version has committed.
 */
export async function dropCampaignFile(tx: Tx, fileKey: string): Promise<void> {
  await tx.raw('select from campaign_files where file_key = $1 for update', [fileKey]);
  await tx.raw(
    `delete from campaign_files f where f.file_key = $1
       and not exists (select from trigger_versions v where v.file_ids @> array[f.id])
       and not exists (select from broadcasts b where b.campaign_file_id = f.id)
       and not exists (select from text_attachments a where a.campaign_file_id = f.id)
       and not exists (select from contact_emails e where e.campaign_file_id = f.id)
       and not exists (select from campaign_triggers t where t.file_key = f.file_key)`,
    [fileKey],
  );
}

/** What an e-mail attaches. */
export const attachmentOf = ({ file_key: key, name, type }: CampaignFile) => ({ key, name, mime: TYPES[type].mime });
