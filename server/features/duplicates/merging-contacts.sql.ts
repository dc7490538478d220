import { sql } from 'kysely';
import { MERGED_FIELDS } from '#contract/duplicates.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** A contact with all columns as JSON, and the names of its choices. */
export interface MergingRow {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  owner_id: number;
  business_unit_id: number;
  version: number;
  tag_ids: number[];
  deleted_at: Date | null;
  merged_into_id: number | null;
  /** Number of its child records. */
  related: number;
  /** By column. */
  columns: Record<string, string | number | null>;
  /** Names of id columns. `null`: no choice. */
  names: Record<string, string | null>;
}

/** Locks contacts and their partners. */
export const lockMerging = (tx: Tx, ids: readonly number[]) =>
  lockContacts(
    tx,
    sql`select array(select id from contacts
      where id = any(${ids}::bigint[]) or linked_contact_id = any(${ids}::bigint[])
        or id = any(array(select linked_contact_id from contacts where id = any(${ids}::bigint[]))))`,
  );

const RELATED_TABLES = [
  'notes',
  'files',
  'policies',
  'securities',
  'contact_emails',
  'contact_activities',
  'calls',
  'text_messages',
  'workflow_logs',
];

/** These contacts as far as they are seen, in the order of their ids. */
export const findMerging = (tx: Tx, ids: readonly number[], seen: Seen) =>
  tx.all<MergingRow>(
    sql<MergingRow>`select c.id, c.number, c.first_name, c.last_name, c.owner_id, c.business_unit_id, c.version, c.tag_ids,
        c.deleted_at, c.merged_into_id, to_jsonb(c) as columns,
        ${sql.raw(RELATED_TABLES.map((table) => `(select count(*) from ${table} t where t.contact_id = c.id)`).join(' + '))} as related,
        jsonb_build_object(
          'owner_id', (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = c.owner_id),
          'pool_id', (select p.name from pools p where p.id = c.pool_id),
          'group_id', (select g.name from groups g where g.id = c.group_id),
          'status_id', (select s.name from statuses s where s.id = c.status_id),
          'agentflow_status_id', (select f.name from agentflow_statuses f where f.id = c.agentflow_status_id),
          'api_vendor_id', (select v.vendor_name from api_vendors v where v.id = c.api_vendor_id),
          'linked_contact_id', (select coalesce(nullif(trim(l.first_name || ' ' || l.last_name), ''), '#' || l.number)
            from contacts l where l.id = c.linked_contact_id)
        ) as names
      from contacts c where c.id = any(${[...ids]}::bigint[]) and ${seenIn(seen)} order by c.id`,
  );

/** All columns of a contact as JSON. */
export async function readColumns(tx: Tx, id: number): Promise<Record<string, unknown>> {
  const [row] = await tx.raw<{ columns: Record<string, unknown> }>(
    'select to_jsonb(c) as columns from contacts c where id = $1',
    [id],
  );
  return row?.columns ?? {};
}

/** Check result of the first e-mail; dropped when that changes. */
export const EMAIL_CHECK = ['email_status', 'email_check', 'email_checked_at'] as const;

/** Columns of contacts that a merge writes. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...MERGED_FIELDS,
  'business_unit_id',
  'tag_ids',
  'last_touch_at',
  ...EMAIL_CHECK,
]);

/** Writes columns of a contact from JSON and counts its version up. */
export async function writeColumns(
  tx: Tx,
  id: number,
  values: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  const columns = Object.keys(values);
  const odd = columns.find((column) => !WRITTEN.has(column));
  if (odd !== undefined) throw new Error(`A merge does not write ${odd}.`);
  const write = (some: readonly string[], more: string) =>
    tx.raw(
      `update contacts c set ${[...some.map((column) => `${column} = w.${column}`), more].join(', ')}
       from jsonb_populate_record(null::contacts, $2) w where c.id = $1`,
      [id, JSON.stringify(values), ...(more.includes('$3') ? [at] : [])],
    );
  const [check, others] = [columns.filter(isOfCheck), columns.filter((column) => !isOfCheck(column))];
  await write(others, 'updated_at = $3, version = c.version + 1');
  // Another address forgets its check, in the same statement.
  if (check.length > 0) await write(check.slice(1), `${check[0]} = w.${check[0]}`);
}

const isOfCheck = (column: string) => EMAIL_CHECK.some((known) => known === column);

/** Marks contacts as a part of another one. */
export const setMerged = (tx: Tx, ids: readonly number[], into: number, at: Date) =>
  tx.raw(
    `update contacts set deleted_at = $3, merged_into_id = $2, updated_at = $3, version = version + 1
     where id = any($1::bigint[])`,
    [ids, into, at],
  );

/** Marks contacts as unmerged; returns them. */
export const setUnmerged = (tx: Tx, ids: readonly number[], into: number, at: Date) =>
  tx.raw<{ id: number; owner_id: number; version: number }>(
    `update contacts set deleted_at = null, merged_into_id = null, updated_at = $3, version = version + 1
     where id = any($1::bigint[]) and merged_into_id = $2 returning id, owner_id, version`,
    [ids, into, at],
  );

/** Contacts named by a link. */
export interface LinkedPerson {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  owner_id: number;
  version: number;
}

/**
 * Frees those of these contacts and their partners whose partner is not linked back. Already written ones keep their
 * version.
 */
export const dropLoneLinks = (tx: Tx, ids: readonly number[], written: readonly number[], at: Date) =>
  tx.raw<LinkedPerson>(
    `update contacts c set linked_contact_id = null, updated_at = $3, version = version + (c.id <> all($2::bigint[]))::int
     where (c.id = any($1::bigint[]) or c.linked_contact_id = any($1::bigint[])) and c.linked_contact_id is not null
       and c.merged_into_id is null and not exists (select from contacts partner
         where partner.id = c.linked_contact_id and partner.linked_contact_id = c.id and partner.merged_into_id is null)
     returning id, number, first_name, last_name, owner_id, version`,
    [ids, written, at],
  );

/** Contacts among these without a partner. */
export const findUnlinked = (tx: Tx, ids: readonly number[]) =>
  tx.raw<LinkedPerson>(
    `select id, number, first_name, last_name, owner_id, version from contacts
     where id = any($1::bigint[]) and linked_contact_id is null order by id`,
    [ids],
  );

/** True when the referenced row exists; locked until the transaction ends. */
export const isThere = async (tx: Tx, column: string, id: unknown): Promise<boolean> =>
  (await tx.raw(`select from ${NAMED_TABLES[column]} where id = $1 for key share`, [id])).length > 0;

/** Referenced table by column. */
export const NAMED_TABLES: Readonly<Record<string, string>> = {
  owner_id: 'users',
  pool_id: 'pools',
  group_id: 'groups',
  status_id: 'statuses',
  agentflow_status_id: 'agentflow_statuses',
  api_vendor_id: 'api_vendors',
  linked_contact_id: 'contacts',
};

/** Deleted contacts are in no pair. */
export const dropPairsOf = (tx: Tx, ids: readonly number[]) =>
  tx.raw(
    `delete from duplicate_pairs where account_id = app_account_id()
       and (low_id = any($1::bigint[]) or high_id = any($1::bigint[]))`,
    [ids],
  );
