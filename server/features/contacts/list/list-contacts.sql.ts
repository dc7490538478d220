import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import type { Tag } from '#contract/contacts/tag.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { SearchFilter, SearchWord } from './contact-search.ts';
import type { Candidate, NearWord } from './near-words.ts';
import type { Visibility } from '../contact-visibility.ts';
import { seenWith } from '../contact-visibility.sql.ts';

export interface ListedContact {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  city: string;
  state: string;
  type: string;
  tags: Tag[] | null;
  status: ContactRow['status'];
  group: ContactRow['group'];
  company: string;
  source: string;
  /** `YYYY-MM-DD`; `null`: nothing to follow up. */
  follow_up_on: string | null;
  /** `HH:mm`; `null`: none. */
  follow_up_time: string | null;
  /** Its beginning. */
  follow_up_note: string;
  /** `YYYY-MM-DD` */
  dob: string | null;
  owner_id: number;
  owner_name: string;
  created_at: Date;
  last_touch_at: Date | null;
  deleted_at: Date | null;
  /** Sort value of the row, as text. */
  key: string;
}

/** Start of a page: after a row in the requested order, or after a number of rows. */
export interface Start {
  readonly after: { readonly id: number; readonly key: string | null } | null;
  readonly offset: number;
}

export interface PageAsked extends Start {
  readonly visibility: Visibility;
  readonly descending: boolean;
  /** Rows at most. */
  readonly most: number;
}

const COLUMNS = `
  c.id, c.number, c.first_name, c.last_name, c.phone, c.email, c.city, c.state, c.type, c.owner_id,
  c.company, c.source, c.follow_up_on::text as follow_up_on, c.follow_up_time, left(c.follow_up_note, 80) as follow_up_note,
  c.dob::text as dob, trim(u.first_name || ' ' || u.last_name) as owner_name, c.created_at, c.last_touch_at, c.deleted_at,
  case when c.tag_ids <> '{}' then (
    select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name))
    from tags t where t.id = any(c.tag_ids)) end as tags,
  case when c.status_id is not null then (
    select jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color) from statuses s where s.id = c.status_id) end as status,
  case when c.group_id is not null then (
    select jsonb_build_object('id', g.id, 'name', g.name) from groups g where g.id = c.group_id) end as "group"`;

/** Number of owners merged one by one before the account's name index is scanned instead. Measured. */
const MERGED_OWNERS = 100;

/** Rows that a merge reads from each owner at most; beyond, one sort is cheaper. Ours. */
const MERGED_ROWS = 1_000;

/** Share of an account that makes the walk along its name index cheaper than a merge of many owners. Ours. */
const WALKED_SHARE = 0.05;

/** Sizes that statements are prepared for: a page is cut out of the next larger one. */
const SIZES = [26, 51, 101, 201] as const;

class Statement {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** One page, ordered by last name. */
export async function pageByName(tx: Tx, asked: PageAsked): Promise<ListedContact[]> {
  const merged = await isMerged(tx, asked);
  const statement = new Statement();
  const direction = asked.descending ? 'desc' : 'asc';
  const most = SIZES.find((size) => size >= asked.most) ?? asked.most;
  const page = merged ? mergedPage(asked, statement, most) : walkedPage(asked, statement, most);
  const text = `select ${COLUMNS}, c.sort_key as key from (${page}) c join users u on u.id = c.owner_id
                order by c.sort_key ${direction}, c.id ${direction}`;
  const rows = await tx.prepared<ListedContact>(text, statement.values);
  return rows.slice(0, asked.most);
}

async function isMerged(tx: Tx, { visibility, offset, most }: PageAsked): Promise<boolean> {
  const { owners, pools } = visibility;
  if (owners === null || visibility.pool !== null || visibility.deleted || offset + most > MERGED_ROWS) return false;
  if (owners.length <= 1 && pools.length === 0) return false;
  if (owners.length <= MERGED_OWNERS) return true;
  const everybody = { owners: null, pools: [], pool: null, deleted: false };
  const [theirs, all] = [await countPlain(tx, visibility), await countPlain(tx, everybody)];
  return theirs < all * WALKED_SHARE;
}

const order = ({ descending }: PageAsked, alias: string) =>
  descending ? `${alias}.sort_key desc, ${alias}.id desc` : `${alias}.sort_key, ${alias}.id`;

const behind = ({ after, descending }: PageAsked, statement: Statement, alias: string): string =>
  after === null
    ? ''
    : ` and (${alias}.sort_key, ${alias}.id) ${descending ? '<' : '>'} (${statement.add(after.key)}, ${statement.add(after.id)})`;

/** Along one index: of one owner, of a pool, of the account. */
function walkedPage(asked: PageAsked, statement: Statement, most: number): string {
  const { visibility, offset } = asked;
  const add = (value: unknown) => statement.add(value);
  const conditions = [
    `c.account_id = app_account_id() and c.deleted_at is ${visibility.deleted ? 'not null and c.undone_at is distinct from c.deleted_at and c.merged_into_id is' : ''} null`,
    ...seenWith(visibility, add, 'c.'),
  ];
  if (visibility.pool !== null) conditions.push(`c.pool_id = ${statement.add(visibility.pool)}`);
  const place = behind(asked, statement, 'c');
  const skipped = offset > 0 ? ` offset ${statement.add(offset)}` : '';
  return `select c.* from contacts c where ${conditions.join(' and ')}${place} order by ${order(asked, 'c')} limit ${most}${skipped}`;
}

/** First rows of every owner and pool, merged: bounded by their number, not their size. */
function mergedPage(asked: PageAsked, statement: Statement, most: number): string {
  const { visibility, offset } = asked;
  const owners = statement.add(visibility.owners);
  const place = behind(asked, statement, 'c');
  const skipped = offset > 0 ? statement.add(offset) : null;
  const rows = `select c.id, c.sort_key from contacts c where c.account_id = app_account_id() and c.deleted_at is null${place}`;
  const taken = `order by ${order(asked, 'c')} limit ${most}${skipped === null ? '' : ` + ${skipped}::int`}`;
  const shelves =
    visibility.pools.length === 0
      ? ''
      : ` union all
          select arm.* from unnest(${statement.add(visibility.pools)}::bigint[]) pool
          cross join lateral (${rows} and c.pool_id = pool and c.owner_id <> all(${owners}::bigint[]) ${taken}) arm`;
  return `select c.* from (
            select near.id from (
              select arm.* from unnest(${owners}::bigint[]) owner
              cross join lateral (${rows} and c.owner_id = owner ${taken}) arm${shelves}
            ) near order by ${order(asked, 'near')} limit ${most}${skipped === null ? '' : ` offset ${skipped}::int`}
          ) page join contacts c on c.id = page.id`;
}

/** A scope as the functions of migrations 0005 and 0020 read it. */
export interface SearchScope extends Visibility {
  /** Only contacts in a running workflow. */
  readonly workflow: boolean;
  /** Only contacts that may be duplicates of another visible one. `null`: all. */
  readonly duplicate: NonNullable<ContactsScope['duplicate']> | null;
  readonly words: readonly (SearchWord | NearWord)[];
  /** Spellings of all words together. */
  readonly whole: readonly string[];
  readonly match: 'exact' | 'close' | 'both';
  readonly filters: readonly SearchFilter[];
  readonly order_field: ContactsScope['order_field'];
  readonly descending: boolean;
  /** `null`: all of them. */
  readonly select_n: number | null;
}

interface SearchPage extends Start {
  /** Rows at most. */
  readonly most: number;
  readonly withTotal: boolean;
}

interface Found {
  rows: ListedContact[];
  /** `null`: not requested. */
  total: number | null;
}

/** One page of what matches words and filters, in any order. */
export async function searchContacts(tx: Tx, asked: SearchScope, page: SearchPage): Promise<Found> {
  const { after, offset, most, withTotal } = page;
  const scope = { ...asked, after, limit: most, offset, with_total: withTotal };
  const rows = await tx.prepared<ListedContact & { id: number | null; total: number | null }>(
    `select ${COLUMNS}, found.key, found.total
     from search_contacts($1) with ordinality as found(id, key, total, place)
     left join contacts c on c.id = found.id left join users u on u.id = c.owner_id
     order by found.place`,
    [JSON.stringify(scope)],
  );
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? (withTotal ? 0 : null) };
}

/** Dictionary entries of the account near these texts, for each of them. */
export async function findNearWords(tx: Tx, texts: readonly string[]): Promise<Candidate[][]> {
  const rows = await tx.prepared<Candidate>('select asked, folded, word, alike from near_words($1)', [texts]);
  const found: Candidate[][] = texts.map(() => []);
  for (const row of rows) found[row.asked - 1]?.push(row);
  return found;
}

/** Number of contacts in a visibility, from the maintained totals. */
export async function countPlain(tx: Tx, { owners, pools, pool, deleted }: Visibility): Promise<number> {
  const statement = new Statement();
  const conditions = [`deleted = ${deleted}`, ...seenWith({ owners, pools }, (value) => statement.add(value))];
  if (pool !== null) conditions.push(`pool_id = ${statement.add(pool)}`);
  const [row] = await tx.prepared<{ total: number }>(
    `select coalesce(sum(entries), 0)::bigint as total from contact_counts where ${conditions.join(' and ')}`,
    statement.values,
  );
  return row?.total ?? 0;
}
