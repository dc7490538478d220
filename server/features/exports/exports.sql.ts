import { type RawBuilder, sql } from 'kysely';
import type { ExportColumn, ExportFormat, ExportManifest, ExportStatus } from '#contract/exports.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Reach } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';

export interface ExportRow {
  id: number;
  user_id: number;
  user_name: string;
  actor_id: number;
  actor_name: string;
  format: ExportFormat;
  sentence: string;
  columns: ExportColumn[];
  why: string;
  confirmed: number;
  status: ExportStatus;
  failure: string | null;
  rows: number | null;
  bytes: number | null;
  sha256: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const MANIFESTS = sql`select e.id, e.user_id, trim(u.first_name || ' ' || u.last_name) as user_name, e.actor_id,
    coalesce(trim(a.first_name || ' ' || a.last_name), 'Somebody of another agency') as actor_name, e.format, e.sentence, e.columns, e.why, e.confirmed, e.status,
    e.failure, e.rows, e.bytes, e.sha256, e.created_at, e.finished_at
  from exports e join users u on u.id = e.user_id left join users a on a.id = e.actor_id`;

export interface Viewer {
  readonly userId: number;
  readonly businessUnitId: number;
  readonly reach: Reach;
}

/** The user's own and their downline's; more for users with a wider reach. */
function visibleTo({ userId, businessUnitId, reach }: Viewer): RawBuilder<unknown> {
  if (reach === 'account') return sql`true`;
  const below = sql`e.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;
  return reach === 'businessUnit' ? sql`(e.business_unit_id = ${businessUnitId} or ${below})` : below;
}

export interface ExportFilter extends Viewer {
  /** `null`: all. */
  readonly sha256: string | null;
}

const narrowed = ({ sha256, ...viewer }: ExportFilter) =>
  sql`${visibleTo(viewer)} and ${sha256 === null ? sql`true` : sql`e.sha256 = ${sha256}`}`;

export const findExports = (tx: Tx, filter: ExportFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<ExportRow>(
    sql<ExportRow>`${MANIFESTS} where ${narrowed(filter)} order by e.id desc limit ${limit} offset ${offset}`,
  );

export async function countExports(tx: Tx, filter: ExportFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from exports e where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** `null`: unknown, or of no one visible to the viewer. */
export const findExport = (tx: Tx, viewer: Viewer, id: number) =>
  tx.one<ExportRow>(sql<ExportRow>`${MANIFESTS} where e.id = ${id} and ${visibleTo(viewer)}`);

export interface NewExport {
  readonly accountId: number;
  readonly businessUnitId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly format: ExportFormat;
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly columns: readonly ExportColumn[];
  readonly why: string;
  readonly confirmed: number;
}

/** Returns its id. `refused`: reason why no data left; absent: it starts. */
export async function insertExport(tx: Tx, made: NewExport, at: Date, refused: string | null): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into exports (account_id, business_unit_id, user_id, actor_id, format, selection, sentence,
        columns, why, confirmed, status, failure, created_at, finished_at)
      values (${made.accountId}, ${made.businessUnitId}, ${made.userId}, ${made.actorId}, ${made.format},
        ${JSON.stringify(made.selection)}::jsonb, ${made.sentence}, ${[...made.columns]}::text[], ${made.why},
        ${made.confirmed}, ${refused === null ? 'running' : 'refused'}, ${refused}, ${at},
        ${refused === null ? null : at}::timestamptz)
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

/** Result of a file. */
export type Ending = Pick<ExportManifest, 'rows' | 'bytes' | 'sha256' | 'failure'>;

/** An export that has just ended. */
export type EndedExport = Pick<ExportRow, 'id' | 'user_id' | 'rows' | 'failure' | 'created_at'> & {
  readonly account_id: number;
};
const ENDED = sql`id, account_id, user_id, rows, failure, created_at`;

/** Ends what still runs. `null`: it has ended before. */
export async function endExport(tx: Tx, id: number, ending: Ending, at: Date): Promise<EndedExport | null> {
  const { rows, bytes, sha256, failure } = ending;
  return tx.one<EndedExport>(
    sql`update exports set status = ${failure === null ? 'complete' : 'failed'}, rows = ${rows}, bytes = ${bytes},
        sha256 = ${sha256}, failure = ${failure}, finished_at = ${at}
      where id = ${id} and status = 'running' returning ${ENDED}`,
  );
}

/** First part of the key of the locks, which a connection has as long as it lives. Ours. */
const LOCKS = { slot: 0x0e_29_01, export: 0x0e_29_02 } as const;

/** Takes one of so many places of a business unit until the transaction ends. False: all are taken. */
export async function takeSlot(tx: Tx, businessUnitId: number, slots: number): Promise<boolean> {
  const rows = await tx.raw(
    `select from generate_series(1, $2::int) slot
     where pg_try_advisory_xact_lock($1, hashtext($3::text || ':' || slot)) limit 1`,
    [LOCKS.slot, slots, businessUnitId],
  );
  return rows.length > 0;
}

/** Marks the export as alive until the transaction ends. */
export const holdExport = (tx: Tx, id: number) =>
  tx.raw('select pg_advisory_xact_lock($1, $2)', [LOCKS.export, id % 2 ** 31]);

/** Ends exports that no longer run and could not report it: their process or its database died. */
export const endDead = (tx: Tx, failure: string, at: Date, before: Date) =>
  tx.all<EndedExport>(
    sql`update exports e set status = 'failed', failure = ${failure}, finished_at = ${at}
      where status = 'running' and created_at < ${before} and not exists (
        select from pg_locks l where l.locktype = 'advisory' and l.classid = ${LOCKS.export}::oid
          and l.objid = (e.id % 2147483648)::oid
          and l.database = (select oid from pg_database where datname = current_database()))
      returning ${ENDED}`,
  );

export const toManifest = (row: ExportRow): ExportManifest => ({
  id: row.id,
  format: row.format,
  status: row.status,
  sentence: row.sentence,
  columns: row.columns,
  why: row.why,
  confirmed: row.confirmed,
  rows: row.rows,
  bytes: row.bytes,
  sha256: row.sha256,
  failure: row.failure,
  user: { id: row.user_id, name: row.user_name },
  actor: row.actor_id === row.user_id ? null : { id: row.actor_id, name: row.actor_name },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
