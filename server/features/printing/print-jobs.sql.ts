import { sql } from 'kysely';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { PrintWhat } from '#contract/printing.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';
import type { PrintJobRow } from './print-job.ts';

const jobs = sql`select j.*, trim(u.first_name || ' ' || u.last_name) as user_name
  from print_jobs j join users u on u.id = j.user_id`;

/** Scope of visible print jobs: the user's own and their downline's. */
const visibleTo = (userId: number) =>
  sql`j.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

export const findPrint = (tx: Tx, id: number) => tx.one<PrintJobRow>(sql<PrintJobRow>`${jobs} where j.id = ${id}`);

/** `null`: unknown, or of no one below the viewer. */
export const findVisiblePrint = (tx: Tx, by: { readonly id: number } | { readonly jid: string }, userId: number) =>
  tx.one<PrintJobRow>(
    sql<PrintJobRow>`${jobs} where ${'id' in by ? sql`j.id = ${by.id}` : sql`j.jid = ${by.jid}`} and ${visibleTo(userId)}`,
  );

/** Locks a print job until the transaction ends, then reads it; any owner. */
export async function lockPrint(tx: Tx, id: number): Promise<PrintJobRow | null> {
  await tx.all(sql`select from print_jobs j where j.id = ${id} for update`);
  return findPrint(tx, id);
}

export interface PrintFilter {
  readonly userId: number;
  readonly running: boolean;
}

const UNFINISHED = sql`j.status in ('queued', 'working', 'cancelling')`;

const narrowed = ({ userId, running }: PrintFilter) =>
  sql`j.user_id = ${userId} and ${running ? UNFINISHED : sql`true`}`;

export const findPrints = (tx: Tx, filter: PrintFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<PrintJobRow>(
    sql<PrintJobRow>`${jobs} where ${narrowed(filter)} order by j.id desc limit ${limit} offset ${offset}`,
  );

export async function countPrints(tx: Tx, filter: PrintFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from print_jobs j where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** Running print jobs of a user's downline, newest first. */
export const findPrintsBelow = (tx: Tx, userId: number) =>
  tx.all<PrintJobRow>(
    sql<PrintJobRow>`${jobs} where ${UNFINISHED} and ${visibleTo(userId)} and j.user_id <> ${userId}
      order by j.id desc limit 500`,
  );

export interface NewPrint {
  readonly accountId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly jid: string;
  readonly print: PrintWhat;
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly total: number;
}

export async function insertPrint(tx: Tx, fresh: NewPrint, at: Date): Promise<number> {
  const { kind, options } = fresh.print;
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into print_jobs
        (account_id, user_id, actor_id, jid, kind, options, selection, sentence, total, created_at)
      values (${fresh.accountId}, ${fresh.userId}, ${fresh.actorId}, ${fresh.jid}, ${kind}, ${JSON.stringify(options)}::jsonb,
        ${JSON.stringify(fresh.selection)}::jsonb, ${fresh.sentence}, ${fresh.total}, ${at})
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

/** Changed columns of a print; the version counts up by itself. */
export type PrintPatch = Partial<
  Pick<
    PrintJobRow,
    | 'status'
    | 'failure'
    | 'done'
    | 'printed'
    | 'skipped'
    | 'pages'
    | 'bytes'
    | 'file_key'
    | 'started_at'
    | 'finished_at'
  >
>;

/** Answers the print as it is then. */
export async function changePrint(tx: Tx, id: number, patch: PrintPatch): Promise<PrintJobRow> {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await tx.change(sql`update print_jobs set version = version + 1, ${sql.join(sets)} where id = ${id}`);
  const row = await findPrint(tx, id);
  if (row === null) throw new Error(`Print ${id} is gone.`);
  return row;
}

/** User that the caller acted as, then the user who signed in, if different. */
export const findPrintCallers = (tx: Tx, id: number) =>
  tx.all<CallerRow>(sql<CallerRow>`select user_id, business_unit_id, roles, active from find_print_askers(${id})`);
