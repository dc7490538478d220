import type { ImportField } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Seal } from '../../../seal.ts';
import type { Scrub } from '../attempt.ts';
import type { Capture, KnownCaptures } from './import-captures.sql.ts';
import type { ContactColumn, KnownContact, NewContacts } from './import-chunk.sql.ts';
import type { PreparedRow } from './prepare-rows.ts';
import type { MedicareValues } from './row-medicare.ts';
import type { PolicyGain } from './row-policies.ts';
import type { FileOptOuts } from '../consents/file-opt-outs.ts';
import type { RowRules } from '../cells/row-values.ts';

/** Someone changed a contact between lookup and update: the chunk must be repeated. */
export class ChunkOutdated extends Error {
  override readonly name = 'ChunkOutdated';
}

/** Constants of a run. */
export interface RunFrame extends NewContacts {
  readonly whenKnown: 'update' | 'skip';
  /** Type of a row that names none. */
  readonly contactType: 'lead' | 'client';
  readonly scrub: Scrub | null;
  /** Tags of people found by the scrub. */
  readonly updatedTagIds: readonly number[];
  /** Columns that become data captures. */
  readonly others: readonly { readonly index: number; readonly label: string }[];
  readonly fields: readonly { readonly index: number; readonly field: ImportField }[];
  readonly rules: RowRules;
  readonly fileName: string;
  /** Opt-outs of its rows; `null`: no column has any. */
  readonly optOuts: FileOptOuts | null;
  readonly uploadedAt: Date;
  /** The user who signed in for the author. */
  readonly actorId: number;
  /** The import whose rows the file corrects, the column that names them and the lines above the first; `null`: none. */
  readonly corrects: { readonly importId: number; readonly index: number; readonly headerRow: number } | null;
  /** Contact → row of this import that changed it. */
  readonly touched: Map<number, number>;
  /** Ids of the tags that rows name, by the names as written. */
  readonly tagIdOf: Pick<ReadonlyMap<string, number>, 'get'>;
  /** Seals numbers; `null` while rows are only planned. */
  readonly seal: Seal | null;
  /** Creates a tag, or answers the one of that name; `null` while rows are only planned. */
  readonly makeTag: ((tx: Tx, name: string) => Promise<number>) | null;
}

export type Good = Extract<PreparedRow, { kind: 'good' }>;
/** `change`: what a row that is not taken has changed nevertheless, for the undo. */
export type Other = Exclude<PreparedRow, Good> & {
  readonly change?: { readonly before: Readonly<Record<string, unknown>>; readonly versionAfter: number };
};

/** Rows of a chunk by outcome. */
export interface Decided {
  readonly creates: readonly Good[];
  readonly updates: readonly Update[];
  readonly others: readonly Other[];
}

export interface Update {
  readonly row: Good;
  /** The contact before this row. */
  readonly known: KnownContact;
  readonly values: Partial<Record<ContactColumn, string>>;
  /** Tags that the contact lacks. */
  readonly tagIds: readonly number[];
  /** Medicare data that the contact lacks. */
  readonly medicare: MedicareValues;
  readonly policies: PolicyGain;
  readonly note: string | null;
  /** Additions to the custom fields, with the earlier values; `null`: none. */
  readonly captured: { readonly added: readonly Capture[]; readonly known: KnownCaptures | null } | null;
  readonly reason: 'fields_changed' | 'fields_filled' | 'tags_added';
}
