import type { RowValues } from '../cells/row-values.ts';

export const MEDICARE_COLUMNS = [
  'medicare_number',
  'part_a_on',
  'part_b_on',
] as const satisfies readonly (keyof RowValues)[];
export type MedicareColumn = (typeof MEDICARE_COLUMNS)[number];
export type MedicareValues = Readonly<Partial<Record<MedicareColumn, string>>>;

/** What a contact has of its Medicare record; each tells whether a value is the same. */
export type HeldMedicare = ReadonlyMap<MedicareColumn, (value: string) => boolean>;

/** What contacts have of their Medicare record, by contact. */
export type KnownMedicare = Map<number, HeldMedicare>;

export const hasMedicare = (values: RowValues): boolean => MEDICARE_COLUMNS.some((column) => values[column] !== null);

/** Medicare data of a row that a contact lacks: what it has is never replaced by a file. */
export function newMedicare(values: RowValues, has: HeldMedicare = new Map()): MedicareValues {
  const found = MEDICARE_COLUMNS.flatMap((column) => {
    const value = values[column];
    return value === null || has.has(column) ? [] : [[column, value] as const];
  });
  return Object.fromEntries(found);
}

/** Where a row says otherwise than its contact. */
export const otherMedicare = (values: RowValues, has: HeldMedicare = new Map()): MedicareColumn[] =>
  MEDICARE_COLUMNS.filter((column) => {
    const value = values[column];
    return value !== null && has.get(column)?.(value) === false;
  });

/** What a contact has once it got these values. */
export const withMedicare = (has: HeldMedicare | undefined, values: MedicareValues): HeldMedicare =>
  new Map([
    ...(has ?? []),
    ...MEDICARE_COLUMNS.flatMap((column) => {
      const held = values[column];
      return held === undefined ? [] : [[column, (value: string) => value === held] as const];
    }),
  ]);
