import type { ImportAttempt, ImportCheck, ImportForm, ImportStatus } from '#contract/imports.contract.ts';
import type { ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import type {
  ImportColumn,
  ImportEncoding,
  ImportField,
  ImportHead,
  ImportRow,
} from '#contract/imports/rows.contract.ts';
import { type CustomFields, headerKey } from '#rules/imports/custom-columns.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import type { Reach } from '#rules/access/permissions.ts';
import { utcDay } from '#rules/time/days.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import type { RunFrame } from './rows/chunk-plan.ts';
import type { RowChoices } from './cells/row-values.ts';
import type { FilePlan } from './rows/prepare-rows.ts';
import { phoneTypeOf } from './cells/read-cell.ts';
import type { Fixes } from './corrections/row-fixes.ts';

/** Characters of a captured label. Source: `Capture` of the contract. */
const MAX_LABEL_CHARS = 200;

/** Scope that rows are checked against, limited to what the user who chose it can see. */
export interface Scrub {
  readonly scope: NonNullable<ImportForm['scrub_against']>['scope'];
  readonly pool: number | null;
  readonly reach: Reach;
  readonly user: number;
}

/** An import as `selectAttempts` reads it, with the names of the people around it. */
export interface AttemptRow {
  id: number;
  account_id: number;
  user_id: number;
  actor_id: number;
  owner_id: number;
  pool_id: number | null;
  tag_ids: number[];
  when_known: 'update' | 'skip';
  file_name: string;
  file_bytes: number;
  file_key: string;
  delimiter: string;
  skips_separator: boolean;
  encoding: ImportEncoding;
  header_row: number;
  columns: ImportColumn[];
  sheets: string[];
  sheet: number | null;
  made_by: string | null;
  warnings: string[];
  preview: string[][];
  fields: Record<string, ImportField>;
  /** Header in lower case → custom field. */
  custom_fields: CustomFields;
  known_custom_fields: string[];
  date_orders: Record<string, DateOrder>;
  scrub_against: Scrub | null;
  updated_tag_ids: number[];
  api_vendor_id: number | null;
  keep_other_columns: boolean;
  contact_type: 'lead' | 'client';
  /** Tag for the leads it creates; `null` when they aren't new leads. */
  new_tag_id: number | null;
  import_setting_id: number | null;
  fixes_import_id: number | null;
  status: ImportStatus;
  failure: string | null;
  total_rows: number | null;
  check: ImportCheck | null;
  done_rows: number;
  created: number;
  updated: number;
  skipped: number;
  problems: number;
  unread_rows: number;
  number_base: number | null;
  active_ms: number;
  rate: number;
  last_rows: ImportRow[];
  consents: ImportedConsents | null;
  undo: ImportAttempt['undo'];
  undo_cursor: number;
  version: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  deleted_at: Date | null;
  user_name: string;
  owner_name: string;
  owner_business_unit_id: number;
  pool_name: string | null;
  vendor_name: string | null;
  vendor_type: string | null;
  setting_name: string | null;
  fixes_file_name: string | null;
  /** Lines above the first row in the import whose problem rows the file holds. */
  fixes_header_row: number | null;
  tags: ImportAttempt['tags'];
}

/** The attempt as the wire has it. */
export const toAttempt = (row: AttemptRow): ImportAttempt => ({
  id: row.id,
  status: row.status,
  failure: row.failure,
  file_name: row.file_name,
  file_bytes: row.file_bytes,
  user: { id: row.user_id, name: row.user_name },
  owner: { id: row.owner_id, name: row.owner_name },
  pool: row.pool_id === null ? null : { id: row.pool_id, name: row.pool_name ?? '' },
  tags: row.tags,
  header_row: row.header_row,
  when_known: row.when_known,
  scrub_against: row.scrub_against === null ? null : { scope: row.scrub_against.scope, pool: row.scrub_against.pool },
  updated_lead_tags: row.updated_tag_ids,
  api_vendor:
    row.api_vendor_id === null
      ? null
      : { id: row.api_vendor_id, vendor_name: row.vendor_name ?? '', vendor_type: row.vendor_type ?? '' },
  keep_other_columns: row.keep_other_columns,
  fresh_leads: row.new_tag_id !== null,
  contact_type: row.contact_type,
  import_setting: row.import_setting_id === null ? null : { id: row.import_setting_id, name: row.setting_name ?? '' },
  fixes_of: row.fixes_import_id === null ? null : { id: row.fixes_import_id, file_name: row.fixes_file_name ?? '' },
  fields: row.fields,
  ...(Object.keys(row.custom_fields).length > 0 && { custom_fields: { ...row.custom_fields } }),
  date_orders: row.date_orders,
  total_rows: row.total_rows,
  check: row.check,
  counts: { created: row.created, updated: row.updated, skipped: row.skipped, problems: row.problems },
  unread_rows: row.unread_rows,
  done_rows: row.done_rows,
  ...(row.consents && { consents: row.consents }),
  rate: Math.round(row.rate * 10) / 10,
  active_ms: row.active_ms,
  undo: row.undo,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  version: row.version,
});

/** Facts read from the start of its file. */
export const headOf = ({ columns, sheets, sheet, made_by, warnings, preview, ...row }: AttemptRow): ImportHead => ({
  columns,
  sheets,
  sheet,
  made_by,
  warnings,
  encoding: sheet === null ? row.encoding : null,
  delimiter: sheet === null ? row.delimiter : null,
  preview,
  known_custom_fields: row.known_custom_fields,
});

/** Samples and preview without the numbers that contacts keep sealed. */
export function withoutNumbers({ columns, preview, fields }: AttemptRow): { columns: string; preview: string } {
  const isNumber = (index: number) =>
    fields[String(index)] === 'medicare_number' || columns[index]?.suggestion === 'medicare_number';
  return {
    columns: JSON.stringify(columns.map((column) => (isNumber(column.index) ? { ...column, samples: [] } : column))),
    preview: JSON.stringify(preview.map((cells) => cells.map((cell, index) => (isNumber(index) ? '' : cell)))),
  };
}

export const planOf = (row: AttemptRow, fixes?: Fixes, choices?: RowChoices): FilePlan => ({
  ...(fixes && { fixes }),
  ...(choices && { choices }),
  encoding: row.encoding,
  delimiter: row.delimiter,
  skipsSeparator: row.skips_separator,
  headerRow: row.header_row,
  width: row.columns.length,
  fields: Object.entries(row.fields).map(([index, field]) => mappedColumn(row, Number(index), field)),
  others: otherColumns(row),
  // The day of the upload, so that a row reads the same however often it is read.
  today: utcDay(row.created_at),
});

function mappedColumn(
  { columns, date_orders: chosen, check }: AttemptRow,
  index: number,
  field: ImportField,
): FilePlan['fields'][number] {
  const label = columns[index]?.header ?? '';
  const dateOrder = chosen[String(index)] ?? check?.dates?.find((each) => each.index === index)?.order;
  return {
    index,
    field,
    label: cutText(label, MAX_LABEL_CHARS),
    phoneType: phoneTypeOf(label),
    ...(dateOrder && { dateOrder }),
  };
}

/** The columns that a download of problem rows adds: never a person's data. */
export const ADDED_HEADERS: readonly string[] = ['row', 'reason'];

/** Added columns at the end of a file of problem rows; older ones have no `row`. */
export function addedHeaders(headers: readonly string[]): number {
  if (headers.at(-1) !== ADDED_HEADERS[1]) return 0;
  return headers.at(-2) === ADDED_HEADERS[0] ? 2 : 1;
}

const addedTo = ({ columns, fixes_import_id }: AttemptRow) =>
  fixes_import_id === null ? 0 : addedHeaders(columns.map(({ header }) => header));

/** Where a file of problem rows names the rows of the import that it corrects; `null`: it corrects none. */
export function correctedRows(row: AttemptRow): RunFrame['corrects'] {
  if (row.fixes_import_id === null || row.fixes_header_row === null || addedTo(row) < 2) return null;
  return { importId: row.fixes_import_id, index: row.columns.length - 2, headerRow: row.fixes_header_row };
}

/** Columns whose cells become data captures: under the custom field that they fill, or their header if all are kept. */
export const otherColumns = (row: AttemptRow): { index: number; label: string }[] =>
  row.columns
    .slice(0, row.columns.length - addedTo(row))
    .filter(({ index }) => row.fields[String(index)] === undefined)
    .flatMap(({ index, header }) => {
      const label = row.custom_fields[headerKey(header)] ?? (row.keep_other_columns ? header : null);
      return label === null ? [] : [{ index, label: cutText(label, MAX_LABEL_CHARS) }];
    });
