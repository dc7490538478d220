import type { ImportField } from '#contract/imports.contract.ts';
import type { ContactColumn, KnownContact, NewContacts } from './import-chunk.sql.ts';
import type { PreparedRow } from './prepare-rows.ts';

/** What stays the same over a run. */
export interface RunFrame extends NewContacts {
  readonly whenKnown: 'update' | 'skip';
  readonly fields: readonly { readonly index: number; readonly field: ImportField }[];
  /** Contact → row of this import that changed it. */
  readonly touched: Map<number, number>;
}

export type Good = Extract<PreparedRow, { kind: 'good' }>;
export type Other = Exclude<PreparedRow, Good>;

export interface Update {
  readonly row: Good;
  /** The contact before this row. */
  readonly known: KnownContact;
  readonly values: Partial<Record<ContactColumn, string>>;
  readonly tagged: boolean;
  readonly note: string | null;
  readonly reason: 'fields_changed' | 'fields_filled' | 'tags_added';
}
