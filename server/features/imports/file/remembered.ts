import type { ImportOptions } from '#contract/imports.contract.ts';
import type { ImportColumn, ImportField } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { refuseField } from '../../../errors.ts';
import { addedHeaders } from '../attempt.ts';
import { findSettingFor, findSourceOfProblems, type SettingRow } from '../settings/import-settings.sql.ts';
import type { Viewer } from '../imports.sql.ts';
import { usableOptions } from '../run/usable-options.ts';

/** Known facts about a file before any choice. */
export interface Known {
  readonly fields: Record<string, ImportField> | null;
  readonly options: ImportOptions;
  readonly vendorId: number | null;
  readonly settingId: number | null;
  /** The import whose problem rows the file holds. */
  readonly fixesId: number | null;
}

export const NOTHING_KNOWN: Known = { fields: null, options: {}, vendorId: null, settingId: null, fixesId: null };

export const headersOf = (columns: readonly Pick<ImportColumn, 'header'>[]): string[] =>
  columns.map(({ header }) => header.trim().toLowerCase());

/**
 * Recognizes a file by its headers: as the downloaded problem rows of an import, otherwise by saved settings, the
 * user's own first; those of others supply only the fields, unless they are requested.
 * @throws {Refusal} `refused` when settings are asked for that are not there.
 */
export async function recall(
  tx: Tx,
  viewer: Viewer,
  settingId: number | undefined,
  columns: readonly ImportColumn[],
): Promise<Known> {
  const headers = headersOf(columns);
  const added = addedHeaders(headers);
  if (settingId === undefined && added > 0) {
    const source = await findSourceOfProblems(tx, viewer.userId, headers.slice(0, -added));
    if (source !== null) {
      const { id, fields, api_vendor_id: vendorId, options } = source;
      return { fields, options: await usableOptions(tx, viewer, options), vendorId, settingId: null, fixesId: id };
    }
  }
  const setting = await findSettingFor(tx, viewer.userId, settingId ?? null, headers);
  if (setting === null) {
    if (settingId !== undefined) throw refuseField('import_setting_id', 'These saved settings no longer exist.');
    return NOTHING_KNOWN;
  }
  const fields = fieldsFrom(setting, headers);
  // Owner, pool and scrub in someone else's settings apply only when chosen, never automatically.
  const options = settingId === undefined && setting.user_id !== viewer.userId ? {} : setting.options;
  return { ...NOTHING_KNOWN, fields, options: await usableOptions(tx, viewer, options), settingId: setting.id };
}

/** The fields of settings by the place that their headers have in this file; `null`: it has none of them. */
function fieldsFrom({ fields }: SettingRow, headers: readonly string[]): Record<string, ImportField> | null {
  const found: Record<string, ImportField> = {};
  for (const [header, field] of Object.entries(fields)) {
    const index = headers.indexOf(header.trim().toLowerCase());
    if (index >= 0) found[String(index)] = field;
  }
  return Object.keys(found).length > 0 ? found : null;
}
