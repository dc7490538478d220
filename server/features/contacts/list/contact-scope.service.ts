import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { dayIn } from '#rules/time/days.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { requireFeatureIn } from '../../flags/flags.service.ts';
import { ownZone } from '../../profile/own-day.ts';
import { closeWords } from './close-words.ts';
import { type SearchFilter, searchFilters, searchWords } from './contact-search.ts';
import { blindDrugs, type Searching } from './prescription-filter.ts';
import { findNearWords, type ListedContact, type SearchScope, searchContacts } from './list-contacts.sql.ts';
import { visibilityOf } from '../contact-visibility.ts';

/** Exact matches from which on nothing close is looked for: a page of the list's smallest size. Ours. */
const CLOSE_BELOW = 25;

/** Filters of what happened at some hour of a day; the database takes `YYYY-MM-DD <zone>` for them, and `<years> YYYY-MM-DD` for an age. */
const HOUR_FIELDS: readonly SearchFilter['field'][] = ['created_at', 'last_touch_at', 'last_call_at'];

/** External dependencies for reading a scope. */
export type Ground = Pick<Deps, 'config'> & Searching;

/** The first exact matches of a search and what is close to it. */
export interface Close {
  /** In their order. */
  readonly exact: readonly ListedContact[];
  /** Close matches. `null`: none, or the exact ones suffice. */
  readonly asked: SearchScope | null;
}

/**
 * Translates a scope for the database, for one user.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool that isn't visible, `access_denied` for a group
 * that isn't theirs or for prescriptions without permission, `too_many` and `unavailable` for a search by drug.
 */
export async function readScope(deps: Ground, tx: Tx, identity: Identity, scope: ContactsScope): Promise<SearchScope> {
  const workflow = scope.contact_group === 'workflow';
  const words = searchWords(scope.q);
  const days = await ownDays(deps, tx, identity, searchFilters(scope, deps.now().getUTCFullYear()));
  const filters = await blindDrugs(deps, tx, identity, days);
  if (workflow) await requireFeatureIn(deps, tx, identity, 'workflow-contact-group');
  return {
    ...(await visibilityOf(tx, identity, scope)),
    workflow,
    duplicate: scope.duplicate?.is_duplicate ? scope.duplicate : null,
    words,
    whole: [],
    match: 'exact',
    filters,
    order_field: scope.order_field,
    descending: scope.order === 'desc',
    select_n: scope.select_n ?? null,
  };
}

/** Dates of values with a time are in the caller's time zone, and an age is that of the caller's day. */
async function ownDays(
  deps: Ground,
  tx: Tx,
  { userId }: Identity,
  filters: readonly SearchFilter[],
): Promise<SearchFilter[]> {
  const isOfDay = ({ field, op }: SearchFilter) => (HOUR_FIELDS.includes(field) || field === 'age') && !isEmptyOp(op);
  if (!filters.some(isOfDay)) return [...filters];
  const zone = await ownZone(tx, userId);
  const today = dayIn(zone, deps.now());
  return filters.map((filter) => {
    if (!isOfDay(filter)) return filter;
    const beside = filter.field === 'age' ? today : zone;
    return { ...filter, values: filter.values.map((value) => `${value} ${beside}`) };
  });
}

/** A whole phone number or address: who is found by it is meant. */
const isUnique = ({ text }: { readonly text: string }) => /^\d{10,}$|@.+\./.test(text);

export const isForgiving = ({ forgiving }: Pick<ContactsScope, 'forgiving'>, { words }: SearchScope): boolean =>
  forgiving && words.length > 0;

/** Close matches of a search; `null`: none. */
export async function closeScope(tx: Tx, asked: SearchScope): Promise<SearchScope | null> {
  const near = await closeWords(asked.words, (texts) => findNearWords(tx, texts));
  return near && { ...asked, ...near, match: 'close' };
}

/** The first exact matches, `most` at least if there are so many, and with few of them what follows. */
export async function findClose(tx: Tx, asked: SearchScope, most = 0): Promise<Close> {
  const page = { after: null, offset: 0, most: Math.max(CLOSE_BELOW, most), withTotal: false };
  const { rows } = await searchContacts(tx, asked, page);
  const isEnough = rows.length >= CLOSE_BELOW || (rows.length > 0 && asked.words.every(isUnique));
  return { exact: rows, asked: isEnough ? null : await closeScope(tx, asked) };
}

/**
 * The contacts of a scope for `select_contact_ids`: those that the list of the same scope shows, in its order.
 * @throws {Refusal} as `readScope`.
 */
export async function selectableScope(
  deps: Ground,
  tx: Tx,
  identity: Identity,
  scope: ContactsScope,
): Promise<SearchScope> {
  const asked = await readScope(deps, tx, identity, scope);
  const close = isForgiving(scope, asked) ? (await findClose(tx, asked)).asked : null;
  return close === null ? asked : { ...close, match: 'both' };
}
