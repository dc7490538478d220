import type { RowValues } from './row-values.ts';

export const MEDICARE_COLUMNS = [
  'medicare_number',
  'part_a_on',
  'part_b_on',
] as const satisfies readonly (keyof RowValues)[];
export type MedicareColumn = (typeof MEDICARE_COLUMNS)[number];
export type MedicareValues = Readonly<Partial<Record<MedicareColumn, string>>>;

/** What contacts have of their Medicare record, by contact. */
export type KnownMedicare = Map<number, ReadonlySet<MedicareColumn>>;

export const hasMedicare = (values: RowValues): boolean => MEDICARE_COLUMNS.some((column) => values[column] !== null);

/** Medicare data of a row that a contact lacks: what it has is never replaced by a file. */
export function newMedicare(values: RowValues, has: ReadonlySet<string> = new Set()): MedicareValues {
  const found = MEDICARE_COLUMNS.flatMap((column) => {
    const value = values[column];
    return value === null || has.has(column) ? [] : [[column, value] as const];
  });
  return Object.fromEntries(found);
}

/** What a contact has once it got these values. */
export const withMedicare = (
  has: ReadonlySet<MedicareColumn> | undefined,
  values: MedicareValues,
): ReadonlySet<MedicareColumn> => new Set([...(has ?? []), ...MEDICARE_COLUMNS.filter((column) => column in values)]);
