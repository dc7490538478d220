import { type RawBuilder, sql } from 'kysely';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';
import { type Picked, pickedIds } from '../bulk/selection.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';
import type { RunRow } from './to-verification.ts';

const runs = sql`select j.*, trim(u.first_name || ' ' || u.last_name) as user_name,
    coalesce(c.by_type, '[]'::jsonb) as by_type, coalesce(c.failed, 0)::int as failed,
    coalesce(c.charged_cents, 0)::int as charged_cents
  from verification_runs j join users u on u.id = j.user_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('line_type', line_type, 'numbers', numbers) order by numbers desc, line_type)
        filter (where line_type is not null) as by_type,
      sum(failed) as failed, sum(charged_cents) as charged_cents
    from (select line_type, count(*) as numbers, count(*) filter (where status = 'failed') as failed,
        coalesce(sum(charge_cents), 0) as charged_cents
      from phone_verifications where run_id = j.id and status in ('done', 'failed') group by line_type) counted
  ) c on true`;

/** Scope of visible runs: the user's own and their downline's. */
const visibleTo = (userId: number) =>
  sql`j.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

export const findRun = (tx: Tx, id: number) => tx.one<RunRow>(sql<RunRow>`${runs} where j.id = ${id}`);

/** `null`: unknown, or of no one below the viewer. */
export const findVisibleRun = (tx: Tx, id: number, userId: number) =>
  tx.one<RunRow>(sql<RunRow>`${runs} where j.id = ${id} and ${visibleTo(userId)}`);

/** Locks a run until the transaction ends, then reads it; any owner. */
export async function lockRun(tx: Tx, id: number): Promise<RunRow | null> {
  await tx.all(sql`select from verification_runs j where j.id = ${id} for update`);
  return findRun(tx, id);
}

/** Running and paused runs of a user's downline, newest first. */
export const findRunsBelow = (tx: Tx, userId: number) =>
  tx.all<RunRow>(
    sql<RunRow>`${runs} where j.status in ('queued', 'working', 'paused') and ${visibleTo(userId)} and j.user_id <> ${userId}
      order by j.id desc limit 500`,
  );

interface RunFilter {
  readonly userId: number;
  readonly running: boolean;
}

const narrowed = ({ userId, running }: RunFilter) =>
  sql`j.user_id = ${userId} and ${running ? sql`j.status in ('queued', 'working', 'paused')` : sql`true`}`;

export const findRuns = (tx: Tx, filter: RunFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<RunRow>(sql<RunRow>`${runs} where ${narrowed(filter)} order by j.id desc limit ${limit} offset ${offset}`);

export async function countRuns(tx: Tx, filter: RunFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*)::int as total from verification_runs j where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

interface Wanted {
  readonly seen: Seen;
  /** A number verified since then is known. */
  readonly since: Date;
}

/** The contacts of a selection that are seen, each with both of its numbers and whether that was verified since an instant. */
const numbersOf = (picked: Picked, { seen, since }: Wanted): RawBuilder<unknown> =>
  sql`select picked.place, c.id, n.nth, n.phone, coalesce(c.phone, '') = '' and coalesce(c.phone_2, '') = '' as is_without,
        exists (select from phone_verifications v
          where v.account_id = c.account_id and v.number = n.phone and v.status = 'done' and v.verified_at >= ${since}
            and v.line_type <> 'unreachable') as known
      from (${pickedIds(picked)}) picked
      join contacts c on c.id = picked.id and c.deleted_at is null and ${seenIn(seen)}
      cross join lateral (values (1, c.phone), (2, c.phone_2)) n(nth, phone)`;

export interface Counted {
  contacts: number;
  without_number: number;
  already_known: number;
  numbers: number;
}

export async function countNumbers(tx: Tx, picked: Picked, wanted: Wanted): Promise<Counted> {
  const row = await tx.one<Counted>(
    sql<Counted>`select count(*) filter (where nth = 1)::int as contacts,
        count(*) filter (where nth = 1 and is_without)::int as without_number,
        count(distinct phone) filter (where known)::int as already_known,
        count(distinct phone) filter (where phone <> '' and not known)::int as numbers
      from (${numbersOf(picked, wanted)}) numbers`,
  );
  return row ?? { contacts: 0, without_number: 0, already_known: 0, numbers: 0 };
}

/** Writes down which numbers a run looks up, each once, under the first contact that has it. Answers how many. */
export const freezeNumbers = (
  tx: Tx,
  run: { readonly id: number; readonly userId: number },
  picked: Picked,
  { at, ...wanted }: Wanted & { readonly at: Date },
): Promise<number> =>
  tx.change(sql`insert into phone_verifications (account_id, run_id, contact_id, user_id, number, status, created_at)
    select app_account_id(), ${run.id}, id, ${run.userId}, phone, 'waiting', ${at}
    from (select distinct on (phone) phone, id, place, nth from (${numbersOf(picked, wanted)}) numbers
      where phone <> '' and not known order by phone, place, nth) once order by place, nth`);

export interface NewRun {
  readonly accountId: number;
  readonly userId: number;
  readonly actorId: number;
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly counted: Counted;
  readonly priceCents: number;
}

export async function insertRun(tx: Tx, fresh: NewRun, at: Date): Promise<number> {
  const { counted } = fresh;
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into verification_runs (account_id, user_id, actor_id, selection, sentence, contacts,
        without_number, already_known, total, price_cents, created_at)
      values (${fresh.accountId}, ${fresh.userId}, ${fresh.actorId}, ${JSON.stringify(fresh.selection)}::jsonb,
        ${fresh.sentence}, ${counted.contacts}, ${counted.without_number}, ${counted.already_known}, ${counted.numbers},
        ${fresh.priceCents}, ${at})
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

type RunPatch = Partial<Pick<RunRow, 'status' | 'failure' | 'done' | 'total' | 'started_at' | 'finished_at'>>;

/** Answers the run as it is then; the version counts up by itself. */
export async function changeRun(tx: Tx, id: number, patch: RunPatch): Promise<RunRow> {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await tx.change(
    sql`update verification_runs set ${sql.join([sql`version = version + 1`, ...sets])} where id = ${id}`,
  );
  const row = await findRun(tx, id);
  if (row === null) throw new Error(`Verification run ${id} is gone.`);
  return row;
}

/** User that the caller acted as, then the user who signed in, if different. */
export const findAskers = (tx: Tx, id: number) =>
  tx.all<CallerRow>(
    sql<CallerRow>`select user_id, business_unit_id, roles, active from find_verification_askers(${id})`,
  );
