import { sql } from 'kysely';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import {
  DRY_OUTCOMES,
  type DryOutcome,
  type DryRunContact,
  type DryRunRow,
  type FlowDryRun,
} from '#contract/workflows/dry-runs.contract.ts';
import { outlineOf } from '#rules/workflows/flow-steps.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Sql } from '../../../resource/table.ts';
import { type Seen, seenIn } from '../../contacts/contact-visibility.sql.ts';

type Counted = Pick<DryRunRow, 'step_id' | 'outcome' | 'reason' | 'contacts' | 'first_at' | 'last_at'>;

export interface DryRunFound {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly flow_id: number;
  readonly flow: string;
  readonly definition: FlowDefinition;
  readonly sentence: string;
  readonly replies: boolean;
  readonly status: FlowDryRun['status'];
  readonly failure: string | null;
  readonly total: number;
  readonly done: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly version: number;
  readonly counts: readonly Counted[];
}

const select = (where: Sql) => sql<DryRunFound>`select d.*, f.name as flow,
    trim(u.first_name || ' ' || u.last_name) as user_name
  from wf_dry_runs d join wf_flows f on f.id = d.flow_id join users u on u.id = d.user_id where ${where}`;

export function toDryRun(row: DryRunFound): FlowDryRun {
  const { definition, counts } = row;
  const places = new Map(outlineOf(definition).map(({ step }, place) => [step.id, place]));
  const placeOf = ({ step_id: id }: Counted) => places.get(id) ?? places.size;
  const iso = (at: string) => new Date(at).toISOString();
  return {
    id: row.id,
    flow: { id: row.flow_id, name: row.flow },
    user: { id: row.user_id, name: row.user_name },
    sentence: row.sentence,
    replies: row.replies,
    status: row.status,
    failure: row.failure,
    total: row.total,
    done: row.done,
    rows: counts
      .toSorted(
        (a, b) =>
          placeOf(a) - placeOf(b) ||
          DRY_OUTCOMES.indexOf(a.outcome) - DRY_OUTCOMES.indexOf(b.outcome) ||
          b.contacts - a.contacts,
      )
      .map((count) => ({
        ...count,
        step: placeWords(definition, count.step_id),
        first_at: iso(count.first_at),
        last_at: iso(count.last_at),
      })),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    version: row.version,
  };
}

/** Dry runs of a user and their downline. */
const visibleTo = (userId: number) =>
  sql`d.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

export const findDryRun = (tx: Tx, id: number) => tx.one<DryRunFound>(select(sql`d.id = ${id}`));

/** `null`: unknown, or of no one below the viewer. */
export const findVisibleDryRun = (tx: Tx, id: number, userId: number) =>
  tx.one<DryRunFound>(select(sql`d.id = ${id} and ${visibleTo(userId)}`));

/** Locks a dry run until the transaction ends, then reads it. */
export async function lockDryRun(tx: Tx, id: number): Promise<DryRunFound | null> {
  await tx.all(sql`select from wf_dry_runs where id = ${id} for update`);
  return findDryRun(tx, id);
}

export interface Asked {
  readonly userId: number;
  readonly running: boolean;
  readonly flowId: number | undefined;
}

export async function findDryRuns(tx: Tx, { userId, running, flowId }: Asked, page: { page: number; limit: number }) {
  const where = sql`d.user_id = ${userId} and ${running ? sql`d.status in ('queued', 'working')` : sql`true`}
    and ${flowId === undefined ? sql`true` : sql`d.flow_id = ${flowId}`}`;
  const found = await tx.all<DryRunFound>(
    select(sql`${where} order by d.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`),
  );
  return { rows: found, total: await countOf(tx, sql`wf_dry_runs d where ${where}`) };
}

const countOf = async (tx: Tx, from: Sql): Promise<number> =>
  (await tx.one<{ count: number }>(sql<{ count: number }>`select count(*) from ${from}`))?.count ?? 0;

interface NewDryRun {
  readonly flowId: number;
  readonly userId: number;
  readonly definition: FlowDefinition;
  readonly sentence: string;
  readonly replies: boolean;
}

/** Takes the place of the user's last one for the workflow. */
export async function insertDryRun(tx: Tx, fresh: NewDryRun, at: Date): Promise<number> {
  const { flowId, userId, definition, sentence, replies } = fresh;
  await tx.change(sql`delete from wf_dry_runs where flow_id = ${flowId} and user_id = ${userId}`);
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into wf_dry_runs (account_id, flow_id, user_id, definition, sentence, replies, total, created_at)
      values (app_account_id(), ${flowId}, ${userId}, ${JSON.stringify(definition)}::jsonb, ${sentence}, ${replies}, 0, ${at})
      returning id`,
  );
  if (row === null) throw new Error('an insert answered no id');
  return row.id;
}

type Patch = Partial<Pick<DryRunFound, 'status' | 'failure' | 'total' | 'done' | 'finished_at' | 'counts'>>;

/** Answers the dry run as it is then; the version counts up by itself. */
export async function changeDryRun(tx: Tx, id: number, patch: Patch): Promise<DryRunFound> {
  const sets = Object.entries(patch).map(
    ([column, value]) => sql`${sql.ref(column)} = ${column === 'counts' ? JSON.stringify(value) : value}`,
  );
  await tx.change(sql`update wf_dry_runs set ${sql.join([sql`version = version + 1`, ...sets])} where id = ${id}`);
  const row = await findDryRun(tx, id);
  if (row === null) throw new Error(`dry run ${id} is gone`);
  return row;
}

/** The next contacts of a dry run, which is locked. */
export const findNext = (tx: Tx, id: number, limit: number) =>
  tx.all<{ id: number; contact_id: number; begins_at: Date }>(
    sql<{ id: number; contact_id: number; begins_at: Date }>`select id, contact_id, begins_at from wf_dry_run_contacts
      where dry_run_id = ${id} and not done order by id limit ${limit}`,
  );

export interface DryStep {
  readonly contactId: number;
  readonly step: string;
  readonly outcome: DryOutcome;
  readonly reason: string;
  readonly message: string;
  readonly at: Date;
}

/** Counts with what became of more contacts. */
export function countedWith(counts: readonly Counted[], steps: readonly DryStep[]): Counted[] {
  const keyOf = ({ step_id: step, outcome, reason }: Pick<Counted, 'step_id' | 'outcome' | 'reason'>) =>
    JSON.stringify([step, outcome, reason]);
  const all = new Map(counts.map((one) => [keyOf(one), one]));
  for (const { step, outcome, reason, at } of steps) {
    const time = at.toISOString();
    const fresh = { step_id: step, outcome, reason, contacts: 0, first_at: time, last_at: time };
    const key = keyOf(fresh);
    const { contacts, first_at: first, last_at: last } = all.get(key) ?? fresh;
    all.set(key, {
      ...fresh,
      contacts: contacts + 1,
      first_at: first < time ? first : time,
      last_at: last > time ? last : time,
    });
  }
  return [...all.values()];
}

/** Writes what became of contacts, and that they are done. */
export async function noteDone(
  tx: Tx,
  id: number,
  places: readonly number[],
  steps: readonly DryStep[],
): Promise<void> {
  const of = <K extends keyof DryStep>(key: K) => steps.map((step) => step[key]);
  await tx.raw(
    `insert into wf_dry_run_steps (account_id, dry_run_id, contact_id, step, outcome, reason, message, at)
     select app_account_id(), $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])`,
    [id, of('contactId'), of('step'), of('outcome'), of('reason'), of('message'), of('at')],
  );
  await tx.raw('update wf_dry_run_contacts set done = true where id = any($1::bigint[])', [places]);
}

interface Behind {
  readonly step: string;
  readonly outcome: DryOutcome;
  readonly reason: string;
  readonly page: number;
  readonly limit: number;
}

/** The contacts behind a number, by their time. */
export async function findBehind(tx: Tx, id: number, seen: Seen, { step, outcome, reason, page, limit }: Behind) {
  const from = sql`wf_dry_run_steps s where s.dry_run_id = ${id} and s.step = ${step} and s.outcome = ${outcome}
    and s.reason = ${reason}`;
  type Row = Omit<DryRunContact, 'at'> & { readonly at: Date };
  const rows = await tx.all<Row>(sql<Row>`select s.id, s.at, s.message,
      case when ${seenIn(seen)} and c.deleted_at is null then jsonb_build_object('id', c.id, 'number', c.number,
        'name', trim(c.first_name || ' ' || c.last_name)) end as contact
    from (select s.* from ${from} order by s.at, s.id limit ${limit} offset ${(page - 1) * limit}) s
    join contacts c on c.id = s.contact_id order by s.at, s.id`);
  return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: await countOf(tx, from) };
}
