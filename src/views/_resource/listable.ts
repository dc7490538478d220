import type { $ZodArray, $ZodObject, input } from 'zod/v4/core';
import type { Access, Endpoint, Reply } from '#contract/endpoint.ts';
import type { FormSchema } from './record-schema.ts';

/** The calls of a resource that a list page is made of, as `resource()` of the contract answers them. */
export interface Listable {
  readonly about: {
    /** In a sentence: "office location". */
    readonly label: { readonly one: string; readonly many: string };
    readonly access: { readonly write: Access };
  };
  /** Without order fields, it returns all rows in one response. */
  readonly list: Endpoint & { readonly orderFields?: readonly string[] };
  /** Absent: the rows can't be downloaded. */
  readonly file?: Endpoint;
  readonly create: Endpoint & { readonly body: FormSchema };
  readonly update: Endpoint & { readonly body: FormSchema };
  /** Absent: rows stay. */
  readonly remove?: Endpoint;
  /** Restores deleted rows by their ids. Absent: Undo adds the row again. */
  readonly restore?: Endpoint;
  /** Absent: the list answers everything that is known of a row. */
  readonly read?: Endpoint;
}

/** True when list rows lack fields of the record: the form then waits for the record itself. */
export function listsPartly({ list, read }: Listable): boolean {
  if (read === undefined) return false;
  return (dataOf(list) as $ZodArray)._zod.def.element !== dataOf(read);
}

const dataOf = ({ reply }: Endpoint) => (reply as $ZodObject)._zod.def.shape['data'];

/** A row of the list of a resource. */
export type RowOf<R extends Listable> = Reply<R['list']> extends { data: readonly (infer Row)[] } ? Row : never;

/** A record as its form gets it: read on its own where it can be. */
export type DetailOf<R extends Listable> = R extends { read: infer Read extends Endpoint }
  ? Reply<Read> extends { data: infer Row }
    ? Row
    : never
  : RowOf<R>;

/** Sortable fields. */
export type FieldOf<R extends Listable> = R['list'] extends { orderFields: readonly (infer Field extends string)[] }
  ? Field
  : never;

/** Values of a form. */
export type DraftOf<R extends Listable> = input<R['create']['body']>;

/** Some row, where its kind does not matter. */
export interface AnyRow {
  readonly id: number;
}
