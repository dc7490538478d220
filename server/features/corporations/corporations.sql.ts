import { sql } from 'kysely';
import type { FileType } from '#contract/files.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Files of the row `r`. */
export const FILES_OF = sql`(select coalesce(json_agg(json_build_object('id', f.id, 'file_title', f.file_title, 'file_link', f.file_link,
    'file_name', f.file_name, 'file_bytes', f.file_bytes, 'preview_name', f.preview_name, 'preview_bytes', f.preview_bytes)
    order by f.id), '[]') from corporation_files f where f.corporation_id = r.id)`;

/** What names the row `r`. */
export const USAGE_OF = sql`json_build_object(
    'products', (select count(*) from products p where p.corporation_id = r.id),
    'campaign_triggers', (select count(*) from campaign_triggers t where r.id = any(t.corporation_ids)),
    'trainings', (select count(*) from trainings t where t.corporation_id = r.id))`;

/** Counts what names a corporation, and its files. */
export async function countUsers(tx: Tx, id: number) {
  const [row] = await tx.raw<{ products: number; triggers: number; trainings: number; files: number }>(
    `select (select count(*) from products where corporation_id = $1) as products,
       (select count(*) from campaign_triggers where $1 = any(corporation_ids)) as triggers,
       (select count(*) from trainings where corporation_id = $1) as trainings,
       (select count(*) from corporation_files where corporation_id = $1) as files`,
    [id],
  );
  return row ?? { products: 0, triggers: 0, trainings: 0, files: 0 };
}

export async function isDomainTaken(tx: Tx, domain: string, besides: number): Promise<boolean> {
  const found = await tx.raw('select from corporations where domain_name = $1 and id <> $2', [domain, besides]);
  return found.length > 0;
}

/** True for an active user of the account, in one business unit unless it is `null`. */
export async function isPerson(tx: Tx, id: number, unit: number | null): Promise<boolean> {
  const found = await tx.raw(
    'select from users where id = $1 and active and ($2::bigint is null or business_unit_id = $2)',
    [id, unit],
  );
  return found.length > 0;
}

/** Bytes in the storage, with their column names. */
export interface Bytes {
  readonly key: string | null;
  readonly name: string | null;
  readonly type: FileType | null;
  readonly bytes: number | null;
}

export interface CorporationFileRow {
  readonly file_title: string;
  readonly file_link: string;
  readonly file: Bytes;
  readonly preview: Bytes;
}

export const NO_BYTES: Bytes = { key: null, name: null, type: null, bytes: null };

type Columns = Readonly<Record<string, unknown>>;

const bytesOf = (row: Columns, part: 'file' | 'preview'): Bytes =>
  ({
    key: row[`${part}_key`],
    name: row[`${part}_name`],
    type: row[`${part}_type`],
    bytes: row[`${part}_bytes`],
  }) as unknown as Bytes;

/** A file of a corporation that is locked. */
export async function findFile(tx: Tx, corporationId: number, id: number): Promise<CorporationFileRow | null> {
  const [row] = await tx.raw<Columns>(
    `select file_title, file_link, file_key, file_name, file_type, file_bytes, preview_key, preview_name, preview_type, preview_bytes
     from corporation_files where id = $1 and corporation_id = $2`,
    [id, corporationId],
  );
  return row === undefined
    ? null
    : {
        file_title: String(row['file_title']),
        file_link: String(row['file_link']),
        file: bytesOf(row, 'file'),
        preview: bytesOf(row, 'preview'),
      };
}

const valuesOf = ({ file_title: title, file_link: link, file, preview }: CorporationFileRow) => [
  title,
  link,
  file.key,
  file.name,
  file.type,
  file.bytes,
  preview.key,
  preview.name,
  preview.type,
  preview.bytes,
];

export async function insertFile(tx: Tx, corporationId: number, row: CorporationFileRow): Promise<void> {
  await tx.raw(
    `insert into corporation_files (account_id, corporation_id, file_title, file_link, file_key, file_name, file_type, file_bytes,
       preview_key, preview_name, preview_type, preview_bytes)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [corporationId, ...valuesOf(row)],
  );
}

export async function updateFile(tx: Tx, id: number, row: CorporationFileRow): Promise<void> {
  await tx.raw(
    `update corporation_files set file_title = $2, file_link = $3, file_key = $4, file_name = $5, file_type = $6, file_bytes = $7,
       preview_key = $8, preview_name = $9, preview_type = $10, preview_bytes = $11 where id = $1`,
    [id, ...valuesOf(row)],
  );
}

export async function deleteFile(tx: Tx, id: number): Promise<void> {
  await tx.raw('delete from corporation_files where id = $1', [id]);
}

export async function countFiles(tx: Tx, corporationId: number): Promise<number> {
  return (await countUsers(tx, corporationId)).files;
}
