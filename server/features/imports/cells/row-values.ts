import type { ImportField, RowReason } from '#contract/imports/rows.contract.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import type { PhoneType } from './read-cell.ts';
import type { RowOwners } from './read-owner.ts';

/** Fields of a contact that a row fills; `null`: no column or an empty cell. */
export interface RowValues {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  /** `2`: mobile, `9`: other. */
  phone_type: string | null;
  phone_2: string | null;
  phone_2_type: string | null;
  /** Dialed after the answer of the phone. */
  phone_ext: string | null;
  phone_2_ext: string | null;
  email: string | null;
  email_2: string | null;
  company: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  dob: string | null;
  gender: string | null;
  language: string | null;
  type: string | null;
  category: string | null;
  source: string | null;
  /** The id as text, like `group_id`. */
  status_id: string | null;
  group_id: string | null;
  follow_up_on: string | null;
  follow_up_note: string | null;
  /** As it is sealed: eleven characters. */
  medicare_number: string | null;
  part_a_on: string | null;
  part_b_on: string | null;
  /** The id of another owner than that of the import, as text. */
  owner_id: string | null;
  /** Names, one a line. */
  tags: string | null;
  /** As JSON, see `policiesIn`. */
  policies: string | null;
  /** As JSON, see `consentsIn`. */
  consents: string | null;
  notes: string | null;
}

/** Parts of a mapped cell without a place in the contact, with the header of its column. */
export interface LeftOver {
  readonly label: string;
  readonly value: string;
}

/** A mapped cell without which the row is imported, since it can't be read. */
export interface UnreadCell {
  readonly index: number;
  readonly field: ImportField;
  readonly reason: RowReason;
  /** One sentence that quotes the cell. */
  readonly message: string;
}

export interface RowProblem {
  readonly kind: 'problem';
  readonly reason: RowReason;
  readonly field: ImportField | null;
  readonly message: string;
}

export interface MappedColumn {
  readonly index: number;
  readonly field: ImportField;
  /** The header; absent: as the field is called. */
  readonly label?: string;
  /** Phone type named in the header; absent: none. */
  readonly phoneType?: PhoneType | null;
  /** Order of day and month in its dates; absent: month first. */
  readonly dateOrder?: DateOrder;
}

/** Ids by name in lower case. */
export interface RowChoices {
  readonly status: ReadonlyMap<string, number>;
  readonly group: ReadonlyMap<string, number>;
  /** Also tells which names with a separator are one tag. */
  readonly tags?: ReadonlyMap<string, number>;
  /** Absent: no column names owners. */
  readonly owners?: RowOwners;
}

export interface RowRules {
  /** Lines above the first row, for numbers in messages; absent: none. */
  readonly headerRow?: number;
  /** Columns of the file. */
  readonly width: number;
  readonly fields: readonly MappedColumn[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Columns whose cells are kept as well; default none. */
  readonly others?: readonly { readonly index: number; readonly label: string }[];
  /** Choices of the account; absent: none. */
  readonly choices?: RowChoices;
}

export const emptyValues = (): RowValues => ({
  first_name: null,
  last_name: null,
  phone: null,
  phone_type: null,
  phone_2: null,
  phone_2_type: null,
  phone_ext: null,
  phone_2_ext: null,
  email: null,
  email_2: null,
  company: null,
  address: null,
  city: null,
  state: null,
  zip_code: null,
  dob: null,
  gender: null,
  language: null,
  type: null,
  category: null,
  source: null,
  status_id: null,
  group_id: null,
  follow_up_on: null,
  follow_up_note: null,
  medicare_number: null,
  part_a_on: null,
  part_b_on: null,
  owner_id: null,
  tags: null,
  policies: null,
  consents: null,
  notes: null,
});
