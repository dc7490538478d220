import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** A column with its value before and after the merge, as JSON. */
export type FieldChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

export interface MergeRow {
  id: number;
  survivor_id: number;
  merged_ids: number[];
  fields: FieldChanges;
  at: Date;
  /** `null`: in effect. */
  undone_at: Date | null;
  kept: string[];
  user_id: number;
  user_name: string;
  /** The survivor, then the others in the order of `merged_ids`. */
  people: { id: number; number: number; first_name: string; last_name: string }[];
}

const MERGES = sql`select m.id, m.survivor_id, m.merged_ids, m.fields, m.at, m.undone_at, m.kept, m.user_id,
    trim(u.first_name || ' ' || u.last_name) as user_name,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.number, 'first_name', p.first_name, 'last_name', p.last_name)
       order by array_position(m.survivor_id || m.merged_ids, p.id))
     from contacts p where p.id = any(m.survivor_id || m.merged_ids)) as people
  from merges m join users u on u.id = m.user_id`;

/** Visible to everyone who can see the survivor. */
const visibleTo = (seen: Seen) => sql`exists (select from contacts c where c.id = m.survivor_id and ${seenIn(seen)})`;

/** `null`: unknown, or not theirs to see. */
export const findMerge = (tx: Tx, id: number, seen: Seen) =>
  tx.one<MergeRow>(sql<MergeRow>`${MERGES} where m.id = ${id} and ${visibleTo(seen)}`);

/** Locks the merge until the transaction ends, then reads it. */
export async function lockMerge(tx: Tx, id: number, seen: Seen): Promise<MergeRow | null> {
  await tx.raw('select from merges where id = $1 for update', [id]);
  return findMerge(tx, id, seen);
}

export interface MergeFilter {
  readonly seen: Seen;
  /** `null`: anyone. */
  readonly contactId: number | null;
}

const narrowed = ({ seen, contactId }: MergeFilter) => sql`m.account_id = app_account_id() and ${visibleTo(seen)}
  and ${contactId === null ? sql`true` : sql`(m.survivor_id = ${contactId} or m.merged_ids @> array[${contactId}::bigint])`}`;

export const findMerges = (tx: Tx, filter: MergeFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<MergeRow>(
    sql<MergeRow>`${MERGES} where ${narrowed(filter)} order by m.id desc limit ${limit} offset ${offset}`,
  );

export async function countMerges(tx: Tx, filter: MergeFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from merges m where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

export interface NewMerge {
  readonly accountId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly survivorId: number;
  readonly mergedIds: readonly number[];
}

export async function insertMerge(tx: Tx, merge: NewMerge, at: Date): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into merges (account_id, survivor_id, merged_ids, user_id, actor_id, fields, at)
     values ($1, $2, $3, $4, $5, '{}', $6) returning id`,
    [merge.accountId, merge.survivorId, merge.mergedIds, merge.userId, merge.actorId, at],
  );
  if (row === undefined) throw new Error('An insert answered no id.');
  return row.id;
}

export const setMergeFields = (tx: Tx, id: number, fields: FieldChanges) =>
  tx.raw('update merges set fields = $2 where id = $1', [id, JSON.stringify(fields)]);

export const endMerge = (tx: Tx, id: number, kept: readonly string[], at: Date) =>
  tx.raw('update merges set undone_at = $2, kept = $3 where id = $1', [id, at, kept]);

/** True when one of these contacts is part of a later merge in effect. */
export async function hasLaterMerge(tx: Tx, id: number, contactId: number): Promise<boolean> {
  const rows = await tx.raw(
    `select from merges where id > $1 and undone_at is null and (survivor_id = $2 or merged_ids @> array[$2::bigint]) limit 1`,
    [id, contactId],
  );
  return rows.length > 0;
}
