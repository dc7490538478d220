import type { ImportAttempt, ImportColumn, ImportField, ImportForm } from '#contract/imports.contract.ts';

export type Mapping = Readonly<Record<string, ImportField>>;

/** What the wizard holds while the person decides; `startImport` and `validateImport` take it as it is. */
export interface Draft {
  readonly header_row: number;
  readonly fields: Mapping;
  readonly owner: number;
  readonly tags: readonly number[];
  readonly pool: number | null;
  readonly when_known: 'update' | 'skip';
}

/** Fields that say who somebody is, and fields by which they can be reached: a row needs one of either kind. */
export const NAME_FIELDS: readonly ImportField[] = ['first_name', 'last_name', 'full_name'];
export const REACH_FIELDS: readonly ImportField[] = ['phone', 'email'];

/** What the person decided before, else what the columns suggest. A field suggested twice goes to the surer column. */
export function draftOf(attempt: ImportAttempt, columns: readonly ImportColumn[]): Draft {
  return {
    header_row: attempt.header_row,
    fields: Object.keys(attempt.fields).length > 0 ? attempt.fields : suggestedFields(columns),
    owner: attempt.owner.id,
    tags: attempt.tags.map((tag) => tag.id),
    pool: attempt.pool?.id ?? null,
    when_known: attempt.when_known,
  };
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

/** One column fills one field: a field given to another column leaves the one it had. `null`: not imported. */
export function mapColumn(fields: Mapping, column: number, field: ImportField | null): Mapping {
  const others = Object.entries(fields).filter(([index, taken]) => Number(index) !== column && taken !== field);
  return Object.fromEntries(field === null ? others : [...others, [String(column), field]]);
}

/** Why this mapping cannot be checked, as one sentence. `null`: it can. */
export function mappingFault(fields: Mapping): string | null {
  const mapped = Object.values(fields);
  const isMapped = (field: ImportField) => mapped.includes(field);
  if (mapped.length === 0) return 'Match at least one column.';
  return NAME_FIELDS.some(isMapped) || REACH_FIELDS.some(isMapped)
    ? null
    : 'Match a name, a phone or an e-mail: a contact needs one of them.';
}

export const formOf = ({ header_row, fields, owner, tags, pool, when_known }: Draft): ImportForm => ({
  header_row,
  fields,
  owner,
  tags: [...tags],
  pool,
  when_known,
});
