import type { RawBuilder } from 'kysely';
import type { About } from '#contract/resource.ts';
import type { Tx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Identity } from '../identity.ts';
import type { Column } from './columns.ts';

export type Sql = RawBuilder<unknown>;

/** Values by column, or by field of a body. */
export type Values = Readonly<Record<string, unknown>>;

/** A row with all its columns. */
export type Stored = Values & { readonly id: number };

/** The current user, and the request they sent. */
export interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

/** A write in progress, in the one transaction that it commits or rolls back with. */
export interface Write extends Caller {
  readonly deps: Deps;
  readonly tx: Tx;
  readonly about: About;
  readonly table: Table;
  /** The body as parsed by the contract. */
  readonly body: Values;
}

/** A row about to be stored: all its columns as they will be, and those that differ. */
export interface Next {
  /** 0: a new row. */
  readonly id: number;
  readonly values: Values;
  readonly changes: Values;
}

/** A row just stored; `before` is `null` for a new one. */
export interface Saved {
  readonly id: number;
  readonly before: Stored | null;
  readonly after: Stored;
  readonly changes: Values;
}

/** Hooks around the writes of a table. Each throws a `Refusal`, which rolls everything back. */
export interface Rule {
  /** The row to answer instead of creating one. */
  readonly existing?: (write: Write, values: Values) => Promise<number | null>;
  readonly beforeSave?: (write: Write, next: Next) => Promise<void>;
  /** Returns details for the audit log if it changed something, else `null`. */
  readonly afterSave?: (write: Write, saved: Saved) => Promise<Values | null>;
  readonly beforeRemove?: (write: Write, row: Stored) => Promise<void>;
}

/** Visibility of rows, permission to change them, and the place of a new one. */
export interface Visibility {
  /** Condition on the row `r`. */
  readonly seen: (identity: Identity) => Sql;
  /** Condition on the row `r`, for lists that a form offers. Absent: as `seen`. */
  readonly offered?: (identity: Identity) => Sql;
  /** Columns of a new row that say whose it is. @throws {Refusal} */
  readonly place: (write: Write) => Promise<Values>;
  /** @throws {Refusal} `access_denied` for rows that the current user sees and may not change. */
  readonly requireChange?: (write: Write, row: Stored) => void;
  /** Columns within which a name is unique; none: the account. */
  readonly within: readonly string[];
  /** Streams of those who see the row. */
  readonly streams: (write: Write, row: Stored) => readonly string[] | Promise<readonly string[]>;
  /** Conditions of filters that do more than compare a column. @throws {Refusal} */
  readonly filters?: Readonly<Record<string, (tx: Tx, identity: Identity, value: unknown) => Promise<Sql>>>;
}

/** A cell of a CSV file: a column of the row as it is selected, cents in dollars, or SQL of its text. */
export type FileCell = string | Sql;

export interface Table {
  readonly name: string;
  /** Columns that a body may write, each with the function that cleans and checks its value. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of lists and objects. */
  readonly json?: readonly string[];
  /** Names a row in refusals and in the audit log. */
  readonly title: string;
  /** Select list of the row `r`. */
  readonly select: (identity: Identity) => Sql;
  /** Select list of a row that a form is offered. Absent: as `select`. */
  readonly choice?: (identity: Identity) => Sql;
  /** Select list of one row alone. Absent: as `select`. */
  readonly detail?: (identity: Identity) => Sql;
  /** The row as the contract has it. Absent: as selected. */
  readonly shape?: (row: Stored) => Stored;
  /** Order of the row `r` when none is requested. */
  readonly order: (identity: Identity) => Sql;
  /** Orders by field of the contract. Absent: text by its letters, anything else by its value. */
  readonly orders?: Readonly<Record<string, Sql>>;
  /** Texts that `q` looks into: columns, or SQL of the row `r`. */
  readonly search?: readonly (string | Sql)[];
  /** Rows of an unpaged list at most. Absent: all. */
  readonly most?: number;
  /** Strength in which a row is locked. Absent: `update`, for which references to the row wait. */
  readonly lock?: 'no key update';
  /** Columns of its CSV file by their heads. Absent: it has none. */
  readonly file?: Readonly<Record<string, FileCell>>;
  readonly visibility: Visibility;
  readonly rules: readonly Rule[];
}

export const table = (description: Table): Table => description;
