import type { ImportAttempt, ImportForm, ImportOptions, ScrubAgainst } from '#contract/imports.contract.ts';
import type { ImportSetting } from '#contract/imports/settings.contract.ts';
import type { ImportColumn, ImportField } from '#contract/imports/rows.contract.ts';
import { type CustomFields, withCustomField } from '#rules/imports/custom-columns.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import type { LocalFault } from './refusal.ts';

export type Mapping = Readonly<Record<string, ImportField>>;

/** Draft of the wizard, in the form that `startImport` and `validateImport` take. */
export interface Draft {
  readonly header_row: number;
  readonly fields: Mapping;
  /** Absent: none. */
  readonly custom_fields?: CustomFields;
  /** Column index → chosen order of day and month. */
  readonly date_orders: Readonly<Record<string, DateOrder>>;
  readonly owner: number;
  readonly tags: readonly number[];
  readonly pool: number | null;
  readonly when_known: 'update' | 'skip';
  /** `null`: no check. */
  readonly scrub_against: ScrubAgainst | null;
  readonly updated_lead_tags: readonly number[];
  readonly keep_other_columns: boolean;
  readonly fresh_leads: boolean;
  /** Empty: none is named. */
  readonly vendor_name: string;
}

/** Values that saved settings add to a draft. */
export type Settings = Pick<ImportSetting, 'fields' | 'options'>;

/** Identity fields and contact fields: a row needs at least one of either kind. */
export const NAME_FIELDS: readonly ImportField[] = ['first_name', 'last_name', 'full_name'];
export const REACH_FIELDS: readonly ImportField[] = ['phone', 'email'];

/**
 * The user's earlier choices, otherwise the suggestions. A field suggested twice goes to the column with the higher
 * confidence.
 */
export function draftOf(attempt: ImportAttempt, columns: readonly ImportColumn[]): Draft {
  return {
    header_row: attempt.header_row,
    fields: Object.keys(attempt.fields).length > 0 ? attempt.fields : suggestedFields(columns),
    ...(attempt.custom_fields && { custom_fields: attempt.custom_fields }),
    date_orders: attempt.date_orders,
    owner: attempt.owner.id,
    tags: attempt.tags.map((tag) => tag.id),
    pool: attempt.pool?.id ?? null,
    when_known: attempt.when_known,
    scrub_against: attempt.scrub_against && scrubOf(attempt.scrub_against),
    updated_lead_tags: attempt.updated_lead_tags,
    keep_other_columns: attempt.keep_other_columns,
    fresh_leads: attempt.fresh_leads,
    vendor_name: attempt.api_vendor?.vendor_name ?? '',
  };
}

/** A draft for other columns: what was decided about the people stays. */
export const draftFor = (before: Draft | null, attempt: ImportAttempt, columns: readonly ImportColumn[]): Draft => {
  const fresh = draftOf(attempt, columns);
  if (before === null) return fresh;
  const { header_row, fields, custom_fields = {} } = fresh;
  const isCustom = before.custom_fields !== undefined || fresh.custom_fields !== undefined;
  return { ...before, header_row, fields, date_orders: {}, ...(isCustom && { custom_fields }) };
};

const scrubOf = ({ scope, pool }: { scope: ScrubAgainst['scope']; pool: number | null }): ScrubAgainst =>
  pool === null ? { scope } : { scope, pool };

/** A draft as saved settings have it, their headers found in this file; without any of them the columns stay. */
export function applySettings(draft: Draft, columns: readonly ImportColumn[], { fields, options }: Settings): Draft {
  const places = new Map(columns.map(({ header, index }) => [header.trim().toLowerCase(), String(index)]));
  const found = Object.entries(fields).flatMap(([header, field]) => {
    const place = places.get(header.trim().toLowerCase());
    return place === undefined ? [] : [[place, field] as const];
  });
  return {
    ...draft,
    fields: found.length > 0 ? Object.fromEntries(found) : draft.fields,
    owner: options.owner ?? draft.owner,
    tags: options.tags ?? draft.tags,
    pool: options.pool === undefined ? draft.pool : options.pool,
    when_known: options.when_known ?? draft.when_known,
    scrub_against: options.scrub_against === undefined ? draft.scrub_against : options.scrub_against,
    updated_lead_tags: options.updated_lead_tags ?? draft.updated_lead_tags,
    ...(options.custom_fields && { custom_fields: options.custom_fields }),
    keep_other_columns: options.keep_other_columns ?? draft.keep_other_columns,
    fresh_leads: options.fresh_leads ?? draft.fresh_leads,
  };
}

/** Fields of a draft that saved settings may fill. */
export function settingsOf(draft: Draft, columns: readonly ImportColumn[]): Settings {
  const headerOf = (index: string) => columns.find((column) => String(column.index) === index)?.header ?? '';
  const fields = Object.entries(draft.fields).map(([index, field]) => [headerOf(index), field] as const);
  return { fields: Object.fromEntries(fields), options: optionsOf(draft) };
}

function suggestedFields(columns: readonly ImportColumn[]): Mapping {
  const taken = new Set<ImportField>();
  const chosen = columns
    .toSorted((a, b) => b.confidence - a.confidence || a.index - b.index)
    .flatMap(({ index, suggestion }) => {
      if (suggestion === null || taken.has(suggestion)) return [];
      taken.add(suggestion);
      return [[String(index), suggestion] as const];
    });
  return Object.fromEntries(chosen);
}

/** True while a column of dates can be read in two ways and the user hasn't said which. */
export const hasOpenDates = (attempt: ImportAttempt | null): boolean =>
  attempt?.check?.dates?.some(({ known_by }) => known_by === 'unknown') === true;

/** One column fills one field: a field given to another column leaves the one it had. `null`: not imported. */
export function mapColumn(fields: Mapping, column: number, field: ImportField | null): Mapping {
  const others = Object.entries(fields).filter(([index, taken]) => Number(index) !== column && taken !== field);
  return Object.fromEntries(field === null ? others : [...others, [String(column), field]]);
}

/** A draft with one column matched anew, to a field or a custom field. */
export function matchColumn(
  draft: Draft,
  columns: readonly ImportColumn[],
  { column, field, custom = null }: { column: number; field: ImportField | null; custom?: string | null },
): Draft {
  const header = columns.find(({ index }) => index === column)?.header ?? '';
  const customFields = withCustomField(draft.custom_fields ?? {}, header, custom);
  const isCustom = draft.custom_fields !== undefined || custom !== null;
  return {
    ...draft,
    fields: mapColumn(draft.fields, column, field),
    ...(isCustom && { custom_fields: customFields }),
  };
}

/** Why this mapping can't be checked. `null`: it can. */
export function mappingFault(fields: Mapping): LocalFault | null {
  const mapped = Object.values(fields);
  const isMapped = (field: ImportField) => mapped.includes(field);
  if (mapped.length === 0) return { kind: 'nothingMatched' };
  return NAME_FIELDS.some(isMapped) || REACH_FIELDS.some(isMapped) ? null : { kind: 'nobodyMatched' };
}

const optionsOf = (draft: Draft): ImportOptions => ({
  owner: draft.owner,
  tags: [...draft.tags],
  pool: draft.pool,
  when_known: draft.when_known,
  scrub_against: draft.scrub_against,
  updated_lead_tags: [...draft.updated_lead_tags],
  ...(draft.custom_fields && { custom_fields: { ...draft.custom_fields } }),
  keep_other_columns: draft.keep_other_columns,
  fresh_leads: draft.fresh_leads,
});

/** A vendor is named only by users with the permission: an empty name changes nothing, unless there was one. */
export const formOf = (draft: Draft, known: ImportAttempt | null): ImportForm => {
  const vendor_name = draft.vendor_name.trim();
  const isSame = vendor_name === (known?.api_vendor?.vendor_name ?? '');
  return {
    header_row: draft.header_row,
    fields: draft.fields,
    date_orders: draft.date_orders,
    ...optionsOf(draft),
    ...(!isSame && { api_vendor_obj: vendor_name === '' ? null : { vendor_name } }),
  };
};
