import type { ContactRow, ContactsMeta, ContactsScope } from '#contract/contacts.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type Cursor, readCursor, writeCursor } from './contact-cursor.ts';
import { searchFilters, searchWords, type SearchFilter, type SearchWord } from './contact-search.ts';
import { type Sight, sightOf } from './contact-sight.ts';
import { countPlain, type ListedContact, pageByName, searchContacts, type Start } from './list-contacts.sql.ts';

/** Milliseconds a statement of the list may take. Ours: a person has given up by then. */
const LIST_TIMEOUT_MS = 5_000;

/** Rows that a jump to a page may skip; a cursor goes as far as the list does. Ours. */
const OFFSET_MAX = 100_000;

/** PostgreSQL's code of a statement that ran into its time limit. */
const QUERY_CANCELED = '57014';

interface Asked {
  readonly scope: ContactsScope;
  readonly sight: Sight;
  readonly words: readonly SearchWord[];
  readonly filters: readonly SearchFilter[];
}

interface Page {
  readonly rows: readonly ListedContact[];
  readonly current: number;
  /** `null`: nobody asked. */
  readonly total: number | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

interface Listed {
  data: ContactRow[];
  meta: ContactsMeta;
}

/**
 * One page of a scope.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool that cannot be seen, `unavailable` when it
 * takes too long.
 */
export async function listContacts(deps: Deps, identity: Identity, scope: ContactsScope): Promise<Listed> {
  const words = searchWords(scope.q);
  const filters = searchFilters(scope, deps.now().getUTCFullYear());
  const cursor = scope.cursor === undefined ? null : readCursor(scope, scope.cursor);
  if (cursor === null && (scope.page - 1) * scope.limit > OFFSET_MAX) {
    throw refuseField('page', 'This page lies too far behind. Narrow the list, or go on page by page.');
  }
  const work = async (tx: Tx): Promise<Listed> => {
    const asked: Asked = { scope, sight: await sightOf(tx, identity, scope), words, filters };
    const page = cursor === null ? await numberedPage(tx, asked) : await cursorPage(tx, asked, cursor);
    const meta = metaOf(scope, page);
    const groups = scope.for_contact_group_all ? { groups: await groupsOf(tx, identity, scope) } : {};
    return { data: page.rows.map(rowOf), meta: { ...meta, ...groups } };
  };
  try {
    return await withAccount(deps.pool, identity, work, { statementTimeoutMs: LIST_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error;
    const message = 'This list takes too long right now. Narrow it down, or try again in a moment.';
    throw new Refusal('unavailable', message, { retryAfter: 5, cause: error });
  }
}

async function numberedPage(tx: Tx, asked: Asked): Promise<Page> {
  const { page, limit } = asked.scope;
  const { rows, total } = await rowsFrom(tx, asked, { after: null, offset: (page - 1) * limit }, true);
  return {
    rows: rows.slice(0, limit),
    current: page,
    total: total ?? (await countPlain(tx, asked.sight)),
    hasNext: rows.length > limit,
    hasPrevious: page > 1,
  };
}

async function cursorPage(tx: Tx, asked: Asked, cursor: Cursor): Promise<Page> {
  const { limit } = asked.scope;
  const { rows } = await rowsFrom(tx, asked, { after: cursor, offset: 0 }, false, cursor.backward);
  const more = rows.length > limit;
  const kept = rows.slice(0, limit);
  if (!cursor.backward) return { rows: kept, current: cursor.page, total: null, hasNext: more, hasPrevious: true };
  if (more) return { rows: kept.toReversed(), current: cursor.page, total: null, hasNext: true, hasPrevious: true };
  // The list begins within this page: the first page is shown whole.
  const first = await rowsFrom(tx, asked, { after: null, offset: 0 }, false);
  const [shown, hasNext] = [first.rows.slice(0, limit), first.rows.length > limit];
  return { rows: shown, current: 1, total: null, hasNext, hasPrevious: false };
}

/** One row more than the page has, to know whether it goes on. */
async function rowsFrom(
  tx: Tx,
  { scope, sight, words, filters }: Asked,
  start: Start,
  withTotal: boolean,
  flip = false,
) {
  const descending = (scope.order === 'desc') !== flip;
  const asked = { sight, descending, most: scope.limit + 1, ...start };
  const isNarrowed = words.length + filters.length > 0;
  const isSearch = isNarrowed || scope.order_field !== 'last_name' || start.after?.key === null;
  if (!isSearch) return { rows: await pageByName(tx, asked), total: null };
  const orderField = scope.order_field;
  return searchContacts(tx, { ...asked, words, filters, orderField, withTotal: withTotal && isNarrowed });
}

async function groupsOf(tx: Tx, identity: Identity, scope: ContactsScope) {
  const count = async (contact_group: ContactsScope['contact_group']) =>
    countPlain(tx, await sightOf(tx, identity, { ...scope, contact_group, all_downline: false }));
  return {
    mine: await count('mine'),
    downline: await count('downline'),
    all: await count('all'),
    deleted: await count('deleted'),
  };
}

function metaOf(scope: ContactsScope, { rows, current, total, hasNext, hasPrevious }: Page): ContactsMeta {
  const cursorAt = (row: ListedContact | undefined, backward: boolean) =>
    row === undefined
      ? null
      : writeCursor(scope, { backward, id: row.id, key: row.key, page: Math.max(1, current + (backward ? -1 : 1)) });
  return {
    current_page: current,
    limit: scope.limit,
    total_count: total,
    total_pages: total === null ? null : Math.ceil(total / scope.limit),
    next_cursor: hasNext ? cursorAt(rows.at(-1), false) : null,
    previous_cursor: hasPrevious ? cursorAt(rows[0], true) : null,
  };
}

const rowOf = (row: ListedContact): ContactRow => ({
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
  owner: { id: row.owner_id, name: row.owner_name },
  created_at: row.created_at.toISOString(),
  last_touch_at: row.last_touch_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
});
