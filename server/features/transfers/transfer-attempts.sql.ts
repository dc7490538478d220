import { type RawBuilder, sql } from 'kysely';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';
import type { AttemptRow } from './transfer-attempt.ts';

const attempts = sql`select a.id, a.account_id, a.user_id, a.actor_id, a.to_user_ids, a.sentence, a.note, a.attested, a.rule,
    a.status, a.failure, a.total, a.done, a.moved, a.unchanged, a.left_alone, a.by_reason, a.reverting, a.reverted,
    a.reverter_id, a.reverter_actor_id, cardinality(a.revert_ids) as revert_size, a.revert_cursor, a.put_back, a.kept, a.rate, a.active_ms, a.version,
    case when a.revert_ids is not null then (
      select count(*)::int from transfer_rows r where r.transfer_id = a.id and r.position <= a.revert_cursor
        and r.outcome = 'moved' and r.contact_id = any(a.revert_ids)
    ) end as revert_done,
    a.created_at, a.started_at, a.finished_at, a.updated_at, (
      select jsonb_agg(jsonb_build_object('id', id, 'name', name))
      from names_of_people(a.to_user_ids || a.user_id || a.actor_id)
    ) as people
  from transfer_attempts a`;

/** Scope of transfers that a user may change: their own and their downline's. */
const changeableBy = (userId: number) =>
  sql`a.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

/** Transfers that they requested, received, or that happened in their downline. */
const visibleTo = (userId: number) => sql`(${changeableBy(userId)} or a.to_user_ids @> array[${userId}::bigint])`;

export const findAttempt = (tx: Tx, id: number) => tx.one<AttemptRow>(sql<AttemptRow>`${attempts} where a.id = ${id}`);

/** `null`: unknown, or nothing to them. */
export const findVisibleAttempt = (tx: Tx, id: number, userId: number) =>
  tx.one<AttemptRow>(sql<AttemptRow>`${attempts} where a.id = ${id} and ${visibleTo(userId)}`);

/** Locks the transfer until the transaction ends, then reads it. */
export async function lockAttempt(tx: Tx, id: number): Promise<AttemptRow | null> {
  await tx.all(sql`select from transfer_attempts where id = ${id} for update`);
  return findAttempt(tx, id);
}

/** True when a user is the caller, or above them. */
export async function mayChange(tx: Tx, id: number, userId: number): Promise<boolean> {
  return (await tx.all(sql`select from transfer_attempts a where a.id = ${id} and ${changeableBy(userId)}`)).length > 0;
}

/** True when the running revert has exactly these contacts, ordered by id; `null` means all. */
export async function isRevertOf(tx: Tx, id: number, ids: readonly number[] | null): Promise<boolean> {
  const rows = await tx.all(
    sql`select from transfer_attempts where id = ${id} and revert_ids is not distinct from ${ids}::bigint[]`,
  );
  return rows.length > 0;
}

export interface AttemptFilter {
  readonly userId: number;
  readonly q: string;
  readonly running: boolean;
}

const UNDER_WAY = sql`(a.status in ('queued', 'processing', 'cancelling') or a.reverting)`;

const mentions = (q: string): RawBuilder<unknown> =>
  sql`position(fold(${q}) in fold(a.sentence || ' ' || a.note || ' ' || (
    select string_agg(name, ' ') from names_of_people(a.to_user_ids || a.user_id || a.actor_id)))) > 0`;

const narrowed = ({ userId, q, running }: AttemptFilter): RawBuilder<unknown> =>
  sql`${visibleTo(userId)} and ${running ? UNDER_WAY : sql`true`} and ${q === '' ? sql`true` : mentions(q)}`;

export interface AttemptOrder {
  readonly field: 'created_at' | 'updated_at' | 'total' | 'status';
  readonly descending: boolean;
}

export function findAttempts(
  tx: Tx,
  filter: AttemptFilter,
  { field, descending }: AttemptOrder,
  { offset, limit }: { offset: number; limit: number },
): Promise<AttemptRow[]> {
  const way = descending ? sql`desc` : sql`asc`;
  return tx.all<AttemptRow>(
    sql<AttemptRow>`${attempts} join (
        select a.id from transfer_attempts a where ${narrowed(filter)}
        order by a.${sql.ref(field)} ${way}, a.id ${way} limit ${limit} offset ${offset}
      ) page on page.id = a.id order by a.${sql.ref(field)} ${way}, a.id ${way}`,
  );
}

export async function countAttempts(tx: Tx, filter: AttemptFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from transfer_attempts a where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** Running transfers of a user's downline, newest first. */
export const findAttemptsBelow = (tx: Tx, userId: number) =>
  tx.all<AttemptRow>(
    sql<AttemptRow>`${attempts} where ${UNDER_WAY} and ${changeableBy(userId)} and a.user_id <> ${userId}
      order by a.id desc limit 500`,
  );

export interface NewAttempt {
  readonly accountId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly toUserIds: readonly number[];
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly note: string;
  readonly attested: string | null;
}

export async function insertAttempt(tx: Tx, fresh: NewAttempt, at: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into transfer_attempts (account_id, user_id, actor_id, to_user_ids, selection, sentence,
        note, attested, total, created_at, updated_at)
      values (${fresh.accountId}, ${fresh.userId}, ${fresh.actorId}, ${[...fresh.toUserIds]}::bigint[],
        ${JSON.stringify(fresh.selection)}::jsonb, ${fresh.sentence}, ${fresh.note}, ${fresh.attested}, 0, ${at}, ${at})
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Changed columns of a transfer; version and time follow by themselves. */
export type AttemptPatch = Partial<
  Omit<
    AttemptRow,
    'id' | 'account_id' | 'people' | 'revert_size' | 'revert_done' | 'version' | 'updated_at' | 'created_at'
  >
> & { readonly revert_ids?: number[] | null };

const JSON_COLUMNS: ReadonlySet<string> = new Set(['by_reason', 'rule']);

/** Answers the transfer as it is then. */
export async function changeAttempt(tx: Tx, id: number, patch: AttemptPatch, at: Date): Promise<AttemptRow> {
  const sets = Object.entries(patch).map(([column, value]) =>
    JSON_COLUMNS.has(column)
      ? sql`${sql.ref(column)} = ${jsonOf(value as object | null)}::jsonb`
      : sql`${sql.ref(column)} = ${value}`,
  );
  await tx.change(sql`update transfer_attempts set version = version + 1, updated_at = ${at}, ${sql.join(sets)}
    where id = ${id}`);
  const row = await findAttempt(tx, id);
  if (row === null) throw new Error(`Transfer ${id} is gone.`);
  return row;
}

/** User that the caller (of the transfer, or of its revert) acted as, then the user who signed in, if different. */
export const findCallers = (tx: Tx, id: number, of: 'transfer' | 'revert') =>
  tx.all<CallerRow>(
    sql<CallerRow>`select user_id, business_unit_id, roles, active from find_transfer_askers(${id}, ${of === 'revert'})`,
  );
