import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { type AnyResource, callsOf } from '#contract/resource.ts';
import type { ResourceBroadcast } from '#contract/_resource.contract.ts';
import { capital } from '#rules/words/capital.ts';
import { writeAudit } from '../audit.ts';
import { type Tx, withAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuseField } from '../errors.ts';
import { emitEvents } from '../events.ts';
import { type CsvLines, MAX_CSV_LINES } from '../http/download.ts';
import type { Identity } from '../identity.ts';
import * as rows from './resource-rows.sql.ts';
import { nameTaken } from './rules.ts';
import type { Caller, Next, Sql, Stored, Table, Values, Write } from './table.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const withId = (id: number, where: Sql) => sql`r.id = ${id} and ${where}`;

const unknown = ({ label: { one } }: AnyResource['about']) => new Refusal('not_found', `${capital(one)} not found.`);

/** Search, order and page of a list, as `pageFields` of the contract parses them. */
interface PageQuery {
  readonly q?: string;
  readonly order?: 'asc' | 'desc';
  readonly order_field?: string;
  readonly page?: number;
  readonly limit?: number;
}

const PAGE_FIELDS = new Set<string>(['q', 'order', 'order_field', 'page', 'limit']);

async function conditionOf(
  tx: Tx,
  identity: Identity,
  { visibility, title, search = [title] }: Table,
  query: Values,
): Promise<Sql> {
  const conditions: Sql[] = [visibility.seen(identity)];
  for (const [field, value] of Object.entries(query)) {
    if (PAGE_FIELDS.has(field) || value === undefined) continue;
    const own = visibility.filters?.[field];
    conditions.push(own === undefined ? sql`${sql.ref(`r.${field}`)} = ${value}` : await own(tx, identity, value));
  }
  const { q = '' } = query as PageQuery;
  if (q !== '' && search.length > 0) {
    const text = sql.join(
      search.map((part) => (typeof part === 'string' ? sql.ref(`r.${part}`) : part)),
      sql` || ' ' || `,
    );
    conditions.push(sql`position(lower(${q}) in lower(${text})) > 0`);
  }
  return sql.join(conditions, sql` and `);
}

function orderOf(identity: Identity, table: Table, { order_field: field, order = 'asc' }: PageQuery): Sql {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  if (field === undefined) return table.order(identity);
  const column = sql.ref(`r.${field}`);
  const own = table.orders?.[field] ?? (table.search?.includes(field) === true ? sql`lower(${column})` : column);
  return sql`${own} ${direction}, r.id ${direction}`;
}

/** Rows visible to the current user. @throws {Refusal} `refused` by field of the query. */
export const listRows = (deps: Deps, identity: Identity, table: Table, query: Values): Promise<Stored[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    allRows(tx, identity, table, await conditionOf(tx, identity, table, query)),
  );

const allRows = async (
  tx: Tx,
  identity: Identity,
  table: Table,
  where: Sql,
  select = table.select,
): Promise<Stored[]> =>
  shaped(
    table,
    await rows.findRows(tx, table, {
      select: select(identity),
      where,
      order: table.order(identity),
      limit: table.most ?? null,
      offset: 0,
    }),
  );

/** A page of the rows visible to the current user. @throws {Refusal} `refused` by field of the query. */
export function pageRows(
  deps: Deps,
  identity: Identity,
  table: Table,
  query: Values,
): Promise<{ data: Stored[]; meta: ListMeta }> {
  const { page = 1, limit = 1 } = query as PageQuery;
  return withAccount(deps.pool, identity, async (tx) => {
    const where = await conditionOf(tx, identity, table, query);
    const data = await rows.findRows(tx, table, {
      select: table.select(identity),
      where,
      order: orderOf(identity, table, query as PageQuery),
      limit,
      offset: (page - 1) * limit,
    });
    const total = await rows.countRows(tx, table, where);
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) };
    return { data: shaped(table, data), meta };
  });
}

/** What a CSV file shows of a value: lists in one cell, answers in words. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(cellOf).join('; ');
  return value instanceof Date ? value.toISOString() : String(value as string | number);
}

const textOf = (row: Stored, column: string): string => {
  const value = row[column];
  return column.endsWith('_cents') && typeof value === 'number' ? (value / 100).toFixed(2) : cellOf(value);
};

/** The rows of a list over all its pages, as lines of a CSV file. @throws {Refusal} `refused` by field of the query. */
export function fileLines(deps: Deps, identity: Identity, table: Table, query: Values): Promise<CsvLines> {
  const heads = Object.entries(table.file ?? {});
  const written = heads.flatMap(([head, cell]) => (typeof cell === 'string' ? [] : [sql`${cell} as ${sql.id(head)}`]));
  return withAccount(deps.pool, identity, async (tx) => {
    const found = await rows.findRows(tx, table, {
      select: sql.join([table.select(identity), ...written]),
      where: await conditionOf(tx, identity, table, query),
      order: orderOf(identity, table, query as PageQuery),
      limit: MAX_CSV_LINES,
      offset: 0,
    });
    const lines = found.map((row) => heads.map(([head, cell]) => textOf(row, typeof cell === 'string' ? cell : head)));
    return [heads.map(([head]) => head), ...lines];
  });
}

/** Rows that a form offers the current user. */
export const listChoices = (deps: Deps, identity: Identity, table: Table): Promise<Stored[]> =>
  withAccount(deps.pool, identity, (tx) =>
    allRows(tx, identity, table, (table.visibility.offered ?? table.visibility.seen)(identity), table.choice),
  );

const shaped = ({ shape }: Table, found: Stored[]): Stored[] => (shape === undefined ? found : found.map(shape));

async function detail(tx: Tx, identity: Identity, table: Table, where: Sql): Promise<Stored | null> {
  const row = await rows.findRow(tx, table, (table.detail ?? table.select)(identity), where);
  return row === null ? null : (shaped(table, [row])[0] ?? row);
}

/** @throws {Refusal} `not_found` when the row is unknown or not visible. */
export function readRow(
  deps: Deps,
  identity: Identity,
  { about }: AnyResource,
  table: Table,
  id: number,
): Promise<Stored> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await detail(tx, identity, table, withId(id, table.visibility.seen(identity)));
    if (row === null) throw unknown(about);
    return row;
  });
}

/** Written columns, cleaned; those that the body leaves out are absent. @throws {Refusal} `refused` by field. */
function valuesOf({ about, table, body }: Write): Values {
  const written = Object.entries(table.columns).filter(([field]) => body[field] !== undefined);
  return Object.fromEntries(
    written.map(([field, clean]) => [field, clean(body[field], { field, label: about.label.one })]),
  );
}

/** Returns the row as it is now, even if the write made it invisible to the user. */
async function rowNow({ tx, identity, table }: Write, id: number): Promise<Stored> {
  const row = await detail(tx, identity, table, sql`r.id = ${id}`);
  if (row === null) throw new Error(`the row ${id} of ${table.name} is gone`);
  return row;
}

const audit = ({ tx, identity, requestId, about }: Write, what: string, id: number, detail: Values) =>
  writeAudit(tx, identity, requestId, {
    action: `${about.subject}.${what}`,
    subjectType: about.subject,
    subjectId: id,
    detail,
  });

/** Notifies subscribers of the streams which calls of a resource have changed. */
export const tellChange = (tx: Tx, accountId: number, one: AnyResource, id: number, streams: Iterable<string>) => {
  const reads = callsOf(one).flatMap(({ name, effect }) => (effect === 'read' ? [name] : []));
  const body: ResourceBroadcast = { type: 'resource.changed', subject: one.about.subject, id, reads };
  return emitEvents(
    tx,
    accountId,
    [...streams].map((stream) => ({ stream, body })),
  );
};

/** Notifies everyone who sees one of the rows, before or after the change. */
async function tell(write: Write, one: AnyResource, id: number, seen: readonly Stored[]): Promise<void> {
  const streams = new Set<string>();
  for (const row of seen) for (const stream of await write.table.visibility.streams(write, row)) streams.add(stream);
  await tellChange(write.tx, write.identity.accountId, one, id, streams);
}

async function checkNext(write: Write, next: Next): Promise<void> {
  for (const rule of write.table.rules) await rule.beforeSave?.(write, next);
}

async function requireStored({ tx, about, table }: Write, id: number): Promise<Stored> {
  const stored = await rows.lockRow(tx, table, sql`r.id = ${id}`);
  if (stored === null) throw unknown(about);
  return stored;
}

/** Details of what the rules changed themselves. */
async function saved(write: Write, id: number, before: Stored | null, changes: Values) {
  const after = await requireStored(write, id);
  const details: Values[] = [];
  for (const rule of write.table.rules) {
    const detail = await rule.afterSave?.(write, { id, before, after, changes });
    if (detail != null) details.push(detail);
  }
  return { after, details };
}

async function findExisting(write: Write, values: Values): Promise<number | null> {
  for (const rule of write.table.rules) {
    const id = (await rule.existing?.(write, values)) ?? null;
    if (id !== null) return id;
  }
  return null;
}

/** Runs a write in one transaction. */
const inWrite = <T>(
  deps: Deps,
  { identity, requestId }: Caller,
  { about }: AnyResource,
  table: Table,
  body: Values,
  work: (write: Write) => Promise<T>,
): Promise<T> => withAccount(deps.pool, identity, (tx) => work({ deps, tx, identity, requestId, about, table, body }));

/** Creates a row in a transaction that is open already. @throws {Refusal} `refused` by field. */
export async function createIn(write: Write, one: AnyResource): Promise<Stored> {
  const { tx, table } = write;
  const values = { ...valuesOf(write), ...(await table.visibility.place(write)) };
  const existing = await findExisting(write, values);
  if (existing !== null) return rowNow(write, existing);
  await checkNext(write, { id: 0, values, changes: values });
  const id = await rows.insertRow(tx, table, values);
  if (id === null) {
    const faster = await findExisting(write, values);
    if (faster === null) throw refuseField(table.title, nameTaken(write.about));
    return rowNow(write, faster);
  }
  const { after, details } = await saved(write, id, null, values);
  await audit(write, 'created', id, Object.assign({ name: after[table.title] }, ...details));
  await tell(write, one, id, [after]);
  return rowNow(write, id);
}

/** @throws {Refusal} `refused` by field. */
export const createRow = (deps: Deps, caller: Caller, one: AnyResource, table: Table, body: Values): Promise<Stored> =>
  inWrite(deps, caller, one, table, body, (write) => createIn(write, one));

/** The row of an id, locked. @throws {Refusal} `not_found`, `access_denied`. */
async function requireOwn(write: Write, id: number): Promise<Stored> {
  const { tx, identity, about, table } = write;
  const row = await rows.lockRow(tx, table, withId(id, table.visibility.seen(identity)));
  if (row === null) throw unknown(about);
  table.visibility.requireChange?.(write, row);
  return row;
}

async function updateIn(write: Write, one: AnyResource, id: number): Promise<Stored> {
  const { tx, table } = write;
  const before = await requireOwn(write, id);
  const written = Object.entries(valuesOf(write));
  const changes = Object.fromEntries(written.filter(([column, value]) => !isDeepStrictEqual(before[column], value)));
  await checkNext(write, { id, values: { ...before, ...changes }, changes });
  if (Object.keys(changes).length > 0) await rows.updateRow(tx, table, id, changes);
  const { after, details } = await saved(write, id, before, changes);
  if (Object.keys(changes).length === 0 && details.length === 0) return rowNow(write, id);
  const names = { before: before[table.title], after: after[table.title] };
  await audit(write, 'updated', id, Object.assign({ fields: Object.keys(changes), ...names }, ...details));
  await tell(write, one, id, [before, after]);
  return rowNow(write, id);
}

/**
 * Changes what differs in several rows, in all of them or in none; nothing different is no change. Returns them by id.
 * @throws {Refusal} `not_found`, `access_denied`, `refused`.
 */
export async function updateRows(
  deps: Deps,
  caller: Caller,
  one: AnyResource,
  table: Table,
  { ids, body }: { readonly ids: readonly number[]; readonly body: Values },
): Promise<Stored[]> {
  try {
    return await inWrite(deps, caller, one, table, body, async (write) => {
      const changed: Stored[] = [];
      for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) changed.push(await updateIn(write, one, id));
      return changed;
    });
  } catch (error) {
    if (!hasCode(error, UNIQUE_VIOLATION)) throw error;
    throw refuseField(table.title, nameTaken(one.about));
  }
}

/** Changes what differs in one row. @throws {Refusal} as `updateRows`. */
export async function updateRow(
  deps: Deps,
  caller: Caller,
  one: AnyResource,
  table: Table,
  { id, body }: { readonly id: number; readonly body: Values },
): Promise<Stored> {
  const [row] = await updateRows(deps, caller, one, table, { ids: [id], body });
  if (row === undefined) throw new Error(`the row ${id} of ${table.name} was not changed`);
  return row;
}

/** @throws {Refusal} `not_found`, `access_denied`, `conflict` while something uses the row. */
export async function removeRow(deps: Deps, caller: Caller, one: AnyResource, table: Table, id: number): Promise<void> {
  try {
    await inWrite(deps, caller, one, table, {}, async (write) => {
      const row = await requireOwn(write, id);
      await tell(write, one, id, [row]);
      for (const rule of table.rules) await rule.beforeRemove?.(write, row);
      await rows.deleteRow(write.tx, table, id);
      await audit(write, 'deleted', id, { name: row[table.title] });
    });
  } catch (error) {
    if (!hasCode(error, FOREIGN_KEY_VIOLATION)) throw error;
    throw new Refusal('conflict', `This ${one.about.label.one} is still used in history, so it's kept.`, {
      cause: error,
    });
  }
}
