import type { ContactRow, ContactsMeta, RowExtra } from '#contract/contacts/contact-list.contract.ts';
import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { readAccount, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { type Cursor, readCursor, writeCursor } from './contact-cursor.ts';
import { closeScope, findClose, isForgiving, readScope } from './contact-scope.service.ts';
import {
  countPlain,
  type ListedContact,
  pageByName,
  searchContacts,
  type SearchScope,
  type Start,
} from './list-contacts.sql.ts';
import { visibilityOf } from '../contact-visibility.ts';
import { namesDrugs } from './prescription-filter.ts';
import { rowExtras } from './row-extras.ts';

/** Milliseconds a statement of the list may take. Ours: a person has given up by then. */
const LIST_TIMEOUT_MS = 5_000;

/** Rows that a jump to a page may skip; a cursor goes as far as the list does. Ours. */
const OFFSET_MAX = 100_000;

/** PostgreSQL's code of a statement that ran into its time limit. */
const QUERY_CANCELED = '57014';

interface Asked {
  readonly scope: ContactsScope;
  readonly exact: SearchScope;
}

interface Row extends ListedContact {
  readonly close: boolean;
}

interface Page {
  readonly rows: readonly Row[];
  readonly current: number;
  /** Rows of the list before this page. */
  readonly before: number;
  /** `null`: not requested. */
  readonly total: number | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** True when the list includes close matches. */
  readonly isForgiving: boolean;
}

interface Listed {
  data: ContactRow[];
  meta: ContactsMeta;
}

export interface ListOptions {
  /** False: a total that would have to be counted is left out. */
  readonly withTotal?: boolean | undefined;
  /** Milliseconds a statement may take; absent: what a person waits for a list. */
  readonly timeoutMs?: number;
  /** What each row has besides. Absent: nothing. */
  readonly with?: readonly RowExtra[] | undefined;
}

/**
 * One page of a scope.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool that isn't visible, `access_denied` for a group
 * that isn't theirs or for prescriptions without permission, `too_many` for searches by drug, `unavailable` when it takes
 * too long.
 */
export async function listContacts(
  deps: Deps,
  identity: Identity,
  scope: ContactsScope,
  { withTotal = true, timeoutMs = LIST_TIMEOUT_MS, with: besides = [] }: ListOptions = {},
): Promise<Listed> {
  const cursor = scope.cursor === undefined ? null : readCursor(scope, scope.cursor);
  if (cursor === null && (scope.page - 1) * scope.limit > OFFSET_MAX) {
    throw refuseField('page', 'This page is too far into the list. Narrow the list, or go page by page.');
  }
  const work = async (tx: Tx): Promise<Listed> => {
    const asked: Asked = { scope, exact: await readScope(deps, tx, identity, scope) };
    const page = cursor === null ? await numberedPage(tx, asked, withTotal) : await cursorPage(tx, asked, cursor);
    const groups = scope.for_contact_group_all ? { groups: await groupsOf(tx, identity, scope) } : {};
    const forgiving = page.isForgiving ? { forgiving: true as const } : {};
    const extras = await rowExtras(deps, tx, page.rows, besides);
    const data = page.rows.map((row, place) => ({ ...rowOf(row), ...extras[place] }));
    return { data, meta: { ...metaOf(scope, page), ...groups, ...forgiving } };
  };
  try {
    // A search by a drug is audited in the transaction that reads.
    const inAccount = namesDrugs(scope.search) ? withAccount : readAccount;
    return await inAccount(deps.pool, identity, work, { statementTimeoutMs: timeoutMs });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
    const message = 'The list is taking too long to load. Narrow it, or try again in a moment.';
    throw new Refusal('unavailable', message, { retryAfter: 5, cause: error });
  }
}

/** Rows that a page may still show: `select_n` ends the list. */
const roomBehind = ({ scope }: Asked, before: number) =>
  Math.min(scope.limit + 1, Math.max(0, (scope.select_n ?? Infinity) - before));

const isNarrowed = ({ words, filters, workflow, duplicate }: SearchScope) =>
  words.length + filters.length > 0 || workflow || duplicate !== null;

const asClose = (rows: readonly ListedContact[], close: boolean): Row[] => rows.map((row) => ({ ...row, close }));

const START: Start = { after: null, offset: 0 };

async function numberedPage(tx: Tx, asked: Asked, withTotal: boolean): Promise<Page> {
  const { scope, exact } = asked;
  const { page, limit } = scope;
  const before = (page - 1) * limit;
  const room = roomBehind(asked, before);
  const found = isForgiving(scope, exact)
    ? await forgivingRows(tx, asked, before, room, withTotal)
    : await exactRows(tx, exact, { after: null, offset: before }, room, withTotal);
  return {
    rows: found.rows.slice(0, limit),
    current: page,
    before,
    total: found.total === null ? null : Math.min(found.total, scope.select_n ?? Infinity),
    hasNext: found.rows.length > limit,
    hasPrevious: page > 1,
    isForgiving: found.isForgiving,
  };
}

interface Found {
  readonly rows: readonly Row[];
  /** `null`: not requested. */
  readonly total: number | null;
  readonly isForgiving: boolean;
}

async function exactRows(tx: Tx, asked: SearchScope, start: Start, most: number, withTotal: boolean): Promise<Found> {
  const counted = withTotal && isNarrowed(asked);
  const { rows, total } = await rowsFrom(tx, asked, start, most, counted);
  return {
    rows: asClose(rows, false),
    total: withTotal ? (total ?? (counted ? await countFound(tx, asked) : await countPlain(tx, asked))) : null,
    isForgiving: false,
  };
}

/** Rows of a list in which what is close follows few exact ones. */
async function forgivingRows(
  tx: Tx,
  { exact }: Asked,
  before: number,
  most: number,
  withTotal: boolean,
): Promise<Found> {
  const first = await findClose(tx, exact, before === 0 ? most : 0);
  if (first.asked === null) {
    if (before > 0) return exactRows(tx, exact, { after: null, offset: before }, most, withTotal);
    const total = withTotal ? await countFound(tx, exact) : null;
    return { rows: asClose(first.exact.slice(0, most), false), total, isForgiving: false };
  }
  const exactly = asClose(first.exact.slice(before, before + most), false);
  const start = { after: null, offset: Math.max(0, before - first.exact.length) };
  // One more than there is room for, to know that there are some.
  const { rows: close } = await rowsFrom(tx, first.asked, start, Math.max(1, most - exactly.length), false);
  const rows = [...exactly, ...asClose(close, true)].slice(0, most);
  const total = withTotal ? first.exact.length + (close.length > 0 ? await countFound(tx, first.asked) : 0) : null;
  return { rows, total, isForgiving: close.length > 0 || start.offset > 0 };
}

async function countFound(tx: Tx, asked: SearchScope): Promise<number> {
  return (await searchContacts(tx, asked, { ...START, most: 1, withTotal: true })).total ?? 0;
}

async function cursorPage(tx: Tx, asked: Asked, cursor: Cursor): Promise<Page> {
  const { limit } = asked.scope;
  if (!cursor.backward) {
    const room = roomBehind(asked, cursor.before);
    const rows = await rowsBehind(tx, asked, cursor, room);
    const kept = { rows: rows.slice(0, limit), current: cursor.page, before: cursor.before, total: null };
    return { ...kept, hasNext: rows.length > limit, hasPrevious: true, isForgiving: rows.some((row) => row.close) };
  }
  const rows = await rowsBefore(tx, asked, cursor);
  if (rows.length > limit) {
    const kept = { rows: rows.slice(0, limit).toReversed(), current: cursor.page, total: null };
    const before = Math.max(0, cursor.before - limit);
    return { ...kept, before, hasNext: true, hasPrevious: true, isForgiving: rows.some((row) => row.close) };
  }
  // The list begins within this page: the first page is shown whole.
  return numberedPage(tx, { ...asked, scope: { ...asked.scope, page: 1 } }, false);
}

/** The exact rows behind a place and the close ones behind those. */
async function rowsBehind(tx: Tx, { scope, exact }: Asked, cursor: Cursor, most: number): Promise<Row[]> {
  const start = { after: cursor, offset: 0 };
  if (cursor.close) {
    const close = await closeScope(tx, exact);
    return close === null ? [] : asClose((await rowsFrom(tx, close, start, most, false)).rows, true);
  }
  const { rows } = await rowsFrom(tx, exact, start, most, false);
  const close = rows.length < most && isForgiving(scope, exact) ? (await findClose(tx, exact)).asked : null;
  const more = close === null ? [] : (await rowsFrom(tx, close, START, most - rows.length, false)).rows;
  return [...asClose(rows, false), ...asClose(more, true)];
}

/** One row more than the page before a place has, the nearest first. */
async function rowsBefore(tx: Tx, { scope, exact }: Asked, cursor: Cursor): Promise<Row[]> {
  const [start, most] = [{ after: cursor, offset: 0 }, scope.limit + 1];
  const back = (asked: SearchScope) => ({ ...asked, descending: !asked.descending });
  if (!cursor.close) return asClose((await rowsFrom(tx, back(exact), start, most, false)).rows, false);
  const close = await closeScope(tx, exact);
  const rows = close === null ? [] : (await rowsFrom(tx, back(close), start, most, false)).rows;
  const exactly = rows.length < most ? (await rowsFrom(tx, back(exact), START, most - rows.length, false)).rows : [];
  return [...asClose(rows, true), ...asClose(exactly, false)];
}

/** Rows of one kind: exact or close. */
async function rowsFrom(tx: Tx, asked: SearchScope, { after, offset }: Start, most: number, withTotal: boolean) {
  if (most === 0) return { rows: [], total: null };
  const isSearch = isNarrowed(asked) || asked.order_field !== 'last_name' || after?.key === null;
  if (isSearch) return searchContacts(tx, asked, { after, offset, most, withTotal });
  const page = { visibility: asked, descending: asked.descending, most, after, offset };
  return { rows: await pageByName(tx, page), total: null };
}

async function groupsOf(tx: Tx, identity: Identity, scope: ContactsScope) {
  const count = async (contact_group: ContactsScope['contact_group']) =>
    countPlain(tx, await visibilityOf(tx, identity, { ...scope, contact_group, all_downline: false }));
  return {
    mine: await count('mine'),
    downline: await count('downline'),
    all: await count('all'),
    deleted: await count('deleted'),
  };
}

function metaOf(scope: ContactsScope, { rows, current, before, total, hasNext, hasPrevious }: Page): ContactsMeta {
  const cursorAt = (row: Row | undefined, backward: boolean) => {
    if (row === undefined) return null;
    const page = Math.max(1, current + (backward ? -1 : 1));
    const { id, key, close } = row;
    return writeCursor(scope, { backward, id, key, page, before: backward ? before : before + rows.length, close });
  };
  return {
    current_page: current,
    limit: scope.limit,
    total_count: total,
    total_pages: total === null ? null : Math.ceil(total / scope.limit),
    next_cursor: hasNext ? cursorAt(rows.at(-1), false) : null,
    previous_cursor: hasPrevious ? cursorAt(rows[0], true) : null,
  };
}

const rowOf = (row: Row): ContactRow => ({
  id: row.id,
  number: row.number,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  email: row.email,
  city: row.city,
  state: row.state,
  type: row.type as ContactRow['type'],
  tags: row.tags ?? [],
  status: row.status,
  group: row.group,
  company: row.company,
  source: row.source,
  follow_up_on: row.follow_up_on,
  dob: row.dob,
  owner: { id: row.owner_id, name: row.owner_name },
  created_at: row.created_at.toISOString(),
  last_touch_at: row.last_touch_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  ...(row.close ? { close: true } : {}),
});
