import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { ExportColumn } from '#contract/exports.contract.ts';
import { qb, type Tx } from '../../db/tx.ts';
import { countPicked, type Picked, pickedIds } from '../bulk/selection.ts';
import { type CellKind, COLUMN_SOURCES } from './export-columns.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** A query without parameters, which COPY takes none of. */
function literalOf(query: RawBuilder<unknown>): string {
  const { sql: text, parameters } = query.compile(qb);
  return text.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : `${value as string | number}`);
}

/** Condition for contacts named individually: visible and not deleted. */
const isThere = (seen: Seen) => sql`(${seenIn(seen)} and c.deleted_at is null and c.merged_into_id is null)`;

/** Number of contacts to export. */
export async function countExported(tx: Tx, picked: Picked, seen: Seen): Promise<number> {
  if (!('ids' in picked)) return countPicked(tx, picked);
  const row = await tx.one<{ total: number }>(
    sql<{
      total: number;
    }>`select count(*) as total from contacts c where c.id = any(${picked.ids}::bigint[]) and ${isThere(seen)}`,
  );
  return row?.total ?? 0;
}

/** The contacts in their order. A whole scope is read along its index. */
async function contactsOf(tx: Tx, picked: Picked, seen: Seen): Promise<string> {
  if ('ids' in picked || !picked.isWhole) {
    const wanted = 'ids' in picked ? isThere(seen) : sql`true`;
    return literalOf(sql`select c.* from (${pickedIds(picked)}) picked join contacts c on c.id = picked.id
      where ${wanted} order by picked.place`);
  }
  const row = await tx.one<{ source: string }>(
    sql<{ source: string }>`select export_source(${picked.scope}::jsonb, ${picked.without}::bigint[]) as source`,
  );
  return `select * from ${row?.source}`;
}

const MARKED: Partial<Readonly<Record<CellKind, string>>> = { text: 'export_text', phone: 'export_phone' };

function cellOf(column: ExportColumn, forCsv: boolean, zone: string): string {
  const { kind, sql: source, isMoment } = COLUMN_SOURCES[column];
  if (isMoment) return `(${source} at time zone ${literal(zone)})::date`;
  const marked = forCsv ? MARKED[kind] : undefined;
  return marked === undefined ? source : `${marked}(${source})`;
}

interface Copied {
  readonly picked: Picked;
  readonly seen: Seen;
  readonly columns: readonly ExportColumn[];
  readonly forCsv: boolean;
  /** Zone for the dates of instants, as in `America/Chicago`. */
  readonly zone: string;
}

/** Format of the copied rows: CSV that no spreadsheet executes, or PostgreSQL's plain text with unchanged values. */
export async function copyOf(tx: Tx, { picked, seen, columns, forCsv, zone }: Copied): Promise<string> {
  const cells = columns.map((column) => cellOf(column, forCsv, zone)).join(', ');
  const rows = `select ${cells} from (${await contactsOf(tx, picked, seen)}) c`;
  return `copy (${rows}) to stdout with (format ${forCsv ? 'csv' : 'text'})`;
}
