import type { Asking } from './catalog.ts';

/** Columns that name files of the storage, by table. */
export const FILE_KEYS: Readonly<Record<string, string>> = {
  imports: 'select file_key from imports where file_removed_at is null',
  files: `select unnest(array_remove(array[file_key, view_key, thumb_key], null)) as file_key from files
          where removed_at is null and state in ('checking', 'ready')`,
  attachment_imports: 'select file_key from attachment_imports where finished_at is null',
  campaign_triggers: 'select file_key from campaign_triggers where file_key is not null',
  products: 'select file_key from products where file_key is not null',
  corporations: 'select file_key from corporations where file_key is not null',
  corporation_files: `select unnest(array_remove(array[file_key, preview_key], null)) as file_key from corporation_files`,
  trainings: 'select file_key from trainings where file_key is not null',
  deleted_trainings: 'select file_key from deleted_trainings where file_key is not null',
  setting_changes: 'select file_key from setting_changes where file_key is not null',
  user_files: 'select file_key from user_files',
  campaign_files: 'select file_key from campaign_files',
  received_mails: 'select file_key from received_mails',
  email_images: 'select file_key from email_images',
  print_jobs: 'select file_key from print_jobs where file_key is not null',
  call_recordings: `select recording_key as file_key from call_recordings where recording_key is not null
          and (file_id is null or not exists (select from files f where f.id = file_id and f.removed_at is null))`,
};

/** Keys of the storage that rows name. Tables that an older backup has not are passed over. */
export async function readFileKeys(connection: Asking): Promise<string[]> {
  const keys: string[] = [];
  for (const [table, query] of Object.entries(FILE_KEYS)) {
    const { rows: found } = await connection.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      table,
    ]);
    if (found[0]?.there !== true) continue;
    const { rows } = await connection.query<{ file_key: string }>(query);
    keys.push(...rows.map((row) => row.file_key));
  }
  return keys;
}
