import type { FileType } from '#contract/files.contract.ts';
import type { SettingKey, SettingValue } from '#contract/settings.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FileColumns {
  readonly file_key: string | null;
  readonly file_name: string | null;
  readonly file_type: FileType | null;
  readonly file_bytes: number | null;
}

export const NO_FILE: FileColumns = { file_key: null, file_name: null, file_type: null, file_bytes: null };

export interface ChangeRow extends FileColumns {
  readonly id: number;
  readonly setting: SettingKey;
  readonly version: number;
  /** `null`: the default. */
  readonly value: SettingValue | null;
  readonly changed_by: string;
  readonly changed_at: Date;
}

const COLUMNS = `s.id, s.setting, s.version, s.value, s.file_key, s.file_name, s.file_type, s.file_bytes,
  btrim(u.first_name || ' ' || u.last_name) as changed_by, s.changed_at
  from setting_changes s join users u on u.id = s.changed_by`;

/** What applies now; settings that were never changed are absent. */
export const findCurrent = (tx: Tx, keys: readonly SettingKey[]) =>
  tx.prepared<ChangeRow>(`select ${COLUMNS} where s.is_current and s.setting = any($1)`, [keys]);

export const findChanges = (tx: Tx, key: SettingKey, most: number) =>
  tx.raw<ChangeRow>(`select ${COLUMNS} where s.setting = $1 order by s.version desc limit $2`, [key, most]);

export async function findChange(tx: Tx, key: SettingKey, id: number): Promise<ChangeRow | null> {
  const [row] = await tx.raw<ChangeRow>(`select ${COLUMNS} where s.setting = $1 and s.id = $2`, [key, id]);
  return row ?? null;
}

/** Other changes of the setting wait until this transaction ends. */
export const lockSetting = (tx: Tx, key: SettingKey) =>
  tx.raw('select pg_advisory_xact_lock(hashtextextended($1, app_account_id()))', [`setting:${key}`]);

export interface NewChange extends FileColumns {
  readonly key: SettingKey;
  readonly version: number;
  readonly value: SettingValue | null;
  readonly userId: number;
  readonly at: Date;
}

export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await tx.raw('update setting_changes set is_current = false where setting = $1 and is_current', [change.key]);
  await tx.raw(
    `insert into setting_changes (account_id, setting, version, value, file_key, file_name, file_type, file_bytes, changed_by,
       changed_at)
     values (app_account_id(), $1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9)`,
    [
      change.key,
      change.version,
      change.value === null ? null : JSON.stringify(change.value),
      change.file_key,
      change.file_name,
      change.file_type,
      change.file_bytes,
      change.userId,
      change.at,
    ],
  );
}
