import { type RawBuilder, sql } from 'kysely';
import type { BulkCheck, BulkReason, OptOutChannel, RefusedRow } from '#contract/bulk.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { BulkPlan } from './bulk-plan.sql.ts';
import { countPicked, type Picked, unorderedIds } from './selection.sql.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** Rows of a job, from (exclusive) and to (inclusive). */
export interface RowRange {
  readonly jobId: number;
  readonly from: number;
  readonly to: number;
}

/** A contact, locked, as a change finds it. */
export interface Held {
  readonly id: number;
  readonly owner_id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly seen: boolean;
  /** Objection to the change. */
  readonly against: BulkReason | null;
  readonly is_so: boolean;
  /** Channels whose opt-out is missing and is to be recorded. */
  readonly to_stop: readonly OptOutChannel[];
  /** The column that changes, as JSON text. */
  readonly before: string;
}

export interface Changed {
  readonly id: number;
  readonly version: number;
}

/** Outcome of a row. */
export interface Noted {
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly reason: BulkReason | null;
  readonly before: string | null;
  readonly versionAfter: number | null;
  /** Entries of the ledger of consents. */
  readonly consentIds: readonly number[];
}

/** Contacts up to which each is looked up by its id. Ours: from about there on, reading all of an account is faster. */
const LOOKED_UP = 20_000;

/** The contact of each `picked.id`, if visible. The planner gets the row count, which it can't estimate. */
const joined = (few: boolean, seen: Seen) =>
  few
    ? sql`left join lateral (select * from contacts c where c.id = picked.id and ${seenIn(seen)} offset 0) c on true`
    : sql`left join (select * from contacts c where ${seenIn(seen)} offset 0) c on c.id = picked.id`;

const NONE = sql`'{}'::text[]`;

/** Preview of a change. */
export async function checkPicked(tx: Tx, picked: Picked, seen: Seen, plan: BulkPlan): Promise<BulkCheck> {
  type Sum = { outcome: Noted['outcome']; reason: BulkReason | null; contacts: number; opt_outs: number };
  const reason = sql`case when c.id is null then 'not_seen' else ${plan.against} end`;
  const most = 'ids' in picked ? picked.ids.length : (picked.first ?? picked.last ?? (await countPicked(tx, picked)));
  const sums = await tx.all<Sum>(
    sql<Sum>`select case when reason is not null then 'refused' when is_so and not stops then 'unchanged' else 'changed' end as outcome,
        reason, count(*) as contacts, count(*) filter (where reason is null and stops) as opt_outs
      from (
        select ${reason} as reason, ${plan.isSo} as is_so, cardinality(${plan.optOuts?.missing ?? NONE}) > 0 as stops
        from (${unorderedIds(picked)}) picked ${joined(most <= LOOKED_UP, seen)}
      ) judged group by 1, 2 order by contacts desc, reason`,
  );
  const of = (outcome: Sum['outcome']) =>
    sums.filter((sum) => sum.outcome === outcome).reduce((all, sum) => all + sum.contacts, 0);
  const counts = { changed: of('changed'), unchanged: of('unchanged'), refused: of('refused') };
  return {
    total: counts.changed + counts.unchanged + counts.refused,
    counts,
    opt_outs: plan.optOuts && sums.reduce((all, sum) => all + sum.opt_outs, 0),
    by_reason: sums.flatMap((sum) => (sum.reason === null ? [] : [{ reason: sum.reason, contacts: sum.contacts }])),
  };
}

/** Writes down which contacts a job means, up to an id when one is given; answers how many. `ids`: with their place. */
export const freezeRows = (
  tx: Tx,
  jobId: number,
  ids: RawBuilder<unknown>,
  upTo: number | null = null,
): Promise<number> =>
  tx.change(sql`insert into bulk_rows (account_id, job_id, position, contact_id)
    select app_account_id(), ${jobId}::bigint, row_number() over (order by place), id from (${ids}) picked
    where ${upTo}::bigint is null or id <= ${upTo}::bigint`);

/** The newest contact of the account; 0 when it has none. */
export async function findLastContact(tx: Tx): Promise<number> {
  const row = await tx.one<{ last: number }>(sql<{ last: number }>`select coalesce(max(id), 0) as last from contacts`);
  return row?.last ?? 0;
}

const rangeOf = ({ jobId, from, to }: RowRange) => sql`job_id = ${jobId} and position > ${from} and position <= ${to}`;

/** The contacts of a range, in its order. */
export const takeRange = (tx: Tx, range: RowRange) =>
  tx.all<{ contact_id: number }>(
    sql<{ contact_id: number }>`select contact_id from bulk_rows where ${rangeOf(range)} order by position`,
  );

interface DoneRow {
  readonly position: number;
  readonly contact_id: number;
  /** `null`: the contact itself didn't change. */
  readonly before: string | null;
  /** 0: the contact itself didn't change. */
  readonly version_after: number;
  readonly consent_ids: readonly number[];
}

/** Changes of a range, in order. */
export const takeChanged = (tx: Tx, range: RowRange) =>
  tx.all<DoneRow>(
    sql<DoneRow>`
      select position, contact_id, before::text, coalesce(version_after, 0) as version_after, coalesce(consent_ids, '{}') as consent_ids from bulk_rows
      where ${rangeOf(range)} and outcome = 'changed' order by position`,
  );

const beforeOf = ({ column }: BulkPlan) =>
  column === null ? sql`'{}'` : sql`jsonb_build_object(${sql.lit(column)}::text, c.${sql.ref(column)})::text`;

/** Locks the contacts in the order of their ids, and reads them. */
export const holdContacts = (tx: Tx, ids: readonly number[], seen: Seen, plan: BulkPlan) =>
  tx.all<Held>(
    sql<Held>`select c.id, c.owner_id, c.version, c.deleted_at is not null as deleted,
        ${seenIn(seen)} is true as seen, ${plan.against} as against, ${plan.isSo} as is_so,
        ${plan.optOuts?.missing ?? NONE} as to_stop, ${beforeOf(plan)} as before
      from contacts c where c.id = any(${ids}::bigint[]) order by c.id for no key update of c`,
  );

/** Changes locked contacts and counts their versions up. */
export const changeContacts = (tx: Tx, ids: readonly number[], { column, value }: BulkPlan, now: Date) =>
  column === null
    ? []
    : tx.all<Changed>(
        sql<Changed>`update contacts c set ${sql.ref(column)} = ${value}, updated_at = ${now}, version = c.version + 1
      where c.id = any(${ids}::bigint[]) returning c.id, c.version`,
      );

/** Writes down what became of a range, row by row in its order. */
export async function noteRange(tx: Tx, range: RowRange, rows: readonly Noted[]): Promise<void> {
  const nth = sql`[position - ${range.from}::int]`;
  await tx.change(sql`update bulk_rows set
      outcome = (${rows.map(({ outcome }) => outcome)}::text[])${nth},
      reason = (${rows.map(({ reason }) => reason)}::text[])${nth},
      before = (${rows.map(({ before }) => before)}::jsonb[])${nth},
      version_after = (${rows.map(({ versionAfter }) => versionAfter)}::int[])${nth},
      consent_ids = nullif((${rows.map(({ consentIds }) => `{${consentIds.join(',')}}`)}::text[])${nth}, '{}')::bigint[]
    where ${rangeOf(range)}`);
}

/** Gives locked contacts back what they had, each its own. */
export async function putBack(
  tx: Tx,
  rows: readonly { contact_id: number; before: string }[],
  { column, valueIn }: BulkPlan,
  now: Date,
): Promise<void> {
  if (column === null || rows.length === 0) return;
  const ids = sql`${rows.map((row) => row.contact_id)}::bigint[]`;
  const before = sql`(${rows.map((row) => row.before)}::jsonb[])[array_position(${ids}, c.id)]`;
  await tx.change(sql`update contacts c set ${sql.ref(column)} = ${valueIn(before)}, updated_at = ${now},
      version = c.version + 1
    where c.id = any(${ids})`);
}

/** Notes why an undo left rows alone. */
export const noteKept = (tx: Tx, jobId: number, kept: readonly { position: number; reason: BulkReason }[]) =>
  tx.change(sql`update bulk_rows r set kept = k.reason
    from unnest(${kept.map(({ position }) => position)}::int[], ${kept.map(({ reason }) => reason)}::text[])
      as k(position, reason)
    where r.job_id = ${jobId} and r.position = k.position`);

/** Existing ones among `ids`, locked until the transaction ends. */
export async function holdIds(tx: Tx, table: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.all<{ id: number }>(
    sql<{ id: number }>`select id from ${sql.table(table)} where id = any(${ids}::bigint[]) for key share`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Forgets of a range what only the work and its undo need; what changed stays, for the history of its contact. */
export async function trimRange(tx: Tx, range: RowRange): Promise<void> {
  await tx.change(sql`delete from bulk_rows where ${rangeOf(range)} and outcome is distinct from 'changed'`);
  await tx.change(sql`update bulk_rows set before = null where ${rangeOf(range)} and before is not null`);
}

const LEFT_ALONE = {
  job: { reason: sql`r.reason`, where: sql`r.outcome = 'refused'` },
  undo: { reason: sql`r.kept`, where: sql`r.kept is not null` },
} as const;

/** Skipped contacts; their names only where the viewer can see them. */
export async function findLeftAlone(
  tx: Tx,
  { jobId, of, seen }: { jobId: number; of: keyof typeof LEFT_ALONE; seen: Seen },
  { offset, limit }: { offset: number; limit: number },
): Promise<RefusedRow[]> {
  const { reason, where } = LEFT_ALONE[of];
  return tx.all<RefusedRow>(
    sql<RefusedRow>`select r.position, ${reason} as reason, case when c.id is not null then
        jsonb_build_object('id', c.id, 'number', c.number, 'name', trim(c.first_name || ' ' || c.last_name)) end as contact
      from bulk_rows r left join contacts c on c.id = r.contact_id and ${seenIn(seen)}
      where r.job_id = ${jobId} and ${where} order by r.position limit ${limit} offset ${offset}`,
  );
}

/** True when a job skipped a contact for this reason. */
export async function hasRefused(tx: Tx, jobId: number, reason: BulkReason): Promise<boolean> {
  const found = await tx.one(sql`select from bulk_rows where job_id = ${jobId} and reason = ${reason} limit 1`);
  return found !== null;
}

/** Existing tags among `ids`, by name. */
export const holdTags = (tx: Tx, ids: readonly number[]) =>
  tx.all<{ id: number; name: string }>(
    sql<{ id: number; name: string }>`select id, name from tags where id = any(${ids}::bigint[])
      order by lower(name) for key share`,
  );

export async function holdsPool(tx: Tx, userId: number, poolId: number): Promise<boolean> {
  const rows = await tx.all(sql`select from pool_holders where user_id = ${userId} and pool_id = ${poolId}`);
  return rows.length > 0;
}

export interface BulkChangeRow {
  job_id: number;
  change: unknown;
  names: string[];
  before: Record<string, unknown>;
  kept: string | null;
  status: string;
  user_id: number;
  actor_id: number;
  created_at: Date;
}

/** Jobs that changed a contact, newest first. Those of one contact tell of themselves in the audit log. */
export const findChangesOf = (tx: Tx, contactId: number, before: Date | null, most: number) =>
  tx.all<BulkChangeRow>(
    sql<BulkChangeRow>`select r.job_id, j.change, j.names, r.before, r.kept, j.status, j.user_id, j.actor_id, j.created_at
      from bulk_rows r join bulk_jobs j on j.id = r.job_id
      where r.contact_id = ${contactId} and r.outcome = 'changed' and j.total > 1
        and (${before}::timestamptz is null or j.created_at < ${before}::timestamptz)
      order by j.created_at desc, j.id desc limit ${most}`,
  );
