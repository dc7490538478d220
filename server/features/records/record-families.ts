import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import type { SeenContact } from './change-contact.ts';

/** Common columns of every row, besides the written ones. */
export interface KeptRow {
  readonly id: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

/** By name of the field. */
export type Values = Readonly<Record<string, unknown>>;

/** Table of a family's rows, and their writable columns. */
export interface Columns {
  readonly table: 'policies' | 'securities';
  readonly columns: readonly string[];
  readonly order: string;
}

/** Child records of a contact, each family in its own table, stored and reported in the same way. */
export interface Family<Row extends KeptRow, Shown> extends Columns {
  /** Name for users and the audit log. */
  readonly name: 'policy' | 'security';
  /** Rows in their display form. */
  show(tx: Tx, seal: Seal, rows: readonly Row[]): Promise<Shown[]>;
  /** @throws {Refusal} `refused` by field, when what would be stored contradicts itself. */
  check(values: Values): void;
  /** Stores values without a column of their own; returns whether something changed. */
  keepSealed?(tx: Tx, seal: Seal, place: { contact: SeenContact; row: Row }, values: Values): Promise<boolean>;
}
