import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { ofUnit } from '../../resource/visibility.ts';

/** Place of the row `r`: its section's, then its own. */
export const PLACE = sql`((select min(s.position) from trainings s where s.section = r.section), r.section, r.position)`;
export const BY_PLACE = sql`${PLACE}, r.id`;

/** The row `r` is for one of these account types. */
export const isFor = (types: readonly string[]): RawBuilder<unknown> =>
  sql`(r.for_account_types = '{}' or r.for_account_types && ${[...types]}::text[])`;

/** Columns that a deleted training keeps. */
const KEPT = sql`id, account_id, section, title, for_account_types, position,
  file_key, file_name, file_type, file_bytes, created_at, corporation_id`;

export const nextPosition = async (tx: Tx): Promise<number> =>
  (await tx.one<{ next: number }>(sql`select coalesce(max(position) + 1, 0) as next from trainings`))?.next ?? 0;

export const countTrainings = async (tx: Tx): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*)::int as count from trainings`))?.count ?? 0;

export interface Section {
  readonly section: string;
  readonly ids: number[];
}

/** Sections in their order. */
export const findSections = (tx: Tx): Promise<Section[]> =>
  tx.all(sql<Section>`select section, array_agg(id order by position, id) as ids from trainings
    group by section order by min(position), section`);

interface Named {
  readonly id: number;
  readonly title: string;
}

/** The section that a training is in, with its trainings, locked in the order of their ids. */
export async function lockSection(tx: Tx, id: number): Promise<{ section: string; rows: Named[] } | null> {
  const found = await tx.one<{ section: string }>(sql`select section from trainings where id = ${id}`);
  if (found === null) return null;
  const rows = await tx.all<Named>(
    sql`select id, title from trainings where section = ${found.section} order by id for update`,
  );
  return { section: found.section, rows };
}

/** Moves rows to the deleted ones. */
export async function discard(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.all(sql`with gone as (delete from trainings where id = any(${[...ids]}) returning ${KEPT})
    insert into deleted_trainings (${KEPT}, deleted_at) select ${KEPT}, ${now} from gone`);
}

/** Deleted rows, locked. */
export const lockDeleted = (tx: Tx, ids: readonly number[]): Promise<Named[]> =>
  tx.all(sql`select id, title from deleted_trainings where id = any(${[...ids]}) order by id for update`);

/** Titles of these deleted rows that another training has by now. */
export const findTakenTitles = (tx: Tx, ids: readonly number[]): Promise<{ title: string }[]> =>
  tx.all(sql`select d.title from deleted_trainings d join trainings t on lower(t.title) = lower(d.title)
    where d.id = any(${[...ids]}) order by d.id`);

/** Moves deleted rows back, to the places they had; a corporation that is gone by now is left out. */
export async function putBack(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(sql`with back as (delete from deleted_trainings where id = any(${[...ids]}) returning ${KEPT})
    insert into trainings (${KEPT}) overriding system value
    select id, account_id, section, title, for_account_types, position, file_key, file_name, file_type, file_bytes, created_at,
      (select c.id from corporations c where c.id = back.corporation_id for key share) from back`);
}

/** Ids that there are, locked. */
export const lockTrainings = (tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> =>
  tx.all(sql`select id from trainings where id = any(${[...ids]}) order by id for update`);

/**
 * Gives trainings the places that they have among each other, in the order of their ids here. Two with one place, as after
 * an undo, come one after the other.
 */
export async function place(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.all(sql`update trainings t set position = free.position
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted(id, place)
    join (select place, (place + max(position - place) over (order by place))::int as position
      from (select position, row_number() over (order by position, id) as place from trainings
        where id = any(${[...ids]})) named) free using (place)
    where t.id = wanted.id`);
}

export interface OwnRow {
  readonly id: number;
  readonly section: string;
  readonly title: string;
  readonly corporation: string | null;
  readonly file_name: string | null;
  readonly file_bytes: number | null;
  readonly opened_at: Date | null;
  readonly done_at: Date | null;
}

/** Trainings for a user, or one of them: for their account type, and of no corporation or one that their unit has. */
export const findOwn = (tx: Tx, identity: Identity, id: number | null): Promise<OwnRow[]> =>
  tx.all(sql<OwnRow>`select r.id, r.section, r.title, r.corporation, r.file_name, r.file_bytes, p.opened_at, p.done_at
    from (select t.*, c.name as corporation, c.business_unit_id from trainings t left join corporations c on c.id = t.corporation_id) r
    left join training_progress p on p.training_id = r.id and p.user_id = ${identity.userId}
    where (${id}::bigint is null or r.id = ${id}) and ${isFor(identity.roles)} and ${ofUnit().offered?.(identity) ?? sql`true`}
    order by ${BY_PLACE}`);

/** Active users `r` whom a training `t` is for and whom the caller sees, with their progress `p`; one row at least if there is the training. */
const learners = (identity: Identity, id: number) => sql`
  from trainings t left join corporations c on c.id = t.corporation_id
  left join users r on r.active and (t.for_account_types = '{}' or t.for_account_types && r.roles)
    and (c.business_unit_id is null or c.business_unit_id = r.business_unit_id) and ${ofUnit().seen(identity)}
  left join training_progress p on p.training_id = t.id and p.user_id = r.id
  where t.id = ${id}`;

/** How many there are, and how many are done. `null`: no such training. */
export const countLearners = (tx: Tx, identity: Identity, id: number) =>
  tx.one<{ total: number; done: number }>(
    sql`select count(r.id)::int as total, count(p.done_at)::int as done ${learners(identity, id)} group by t.id`,
  );

interface LearnerRow {
  readonly id: number;
  readonly name: string;
  readonly opened_at: Date | null;
  readonly done_at: Date | null;
}

/** Those who are not done first, by name. */
export const findLearners = (
  tx: Tx,
  identity: Identity,
  id: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LearnerRow[]> =>
  tx.all(sql<LearnerRow>`select r.id, btrim(r.first_name || ' ' || r.last_name) as name, p.opened_at, p.done_at
    ${learners(identity, id)} and r.id is not null
    order by p.done_at is not null, lower(r.last_name), lower(r.first_name), r.id limit ${limit} offset ${offset}`);

/** Records that a user opened a training, and whether it is done. `undefined`: as it was. */
export async function saveProgress(
  tx: Tx,
  userId: number,
  id: number,
  { done, now }: { readonly done: boolean | undefined; readonly now: Date },
): Promise<void> {
  await tx.all(sql`insert into training_progress (account_id, user_id, training_id, opened_at, done_at)
    values (app_account_id(), ${userId}, ${id}, ${now}, ${done === true ? now : null})
    on conflict (user_id, training_id) do update set done_at = case
      when ${done ?? null}::boolean is null then training_progress.done_at
      when ${done === true} then coalesce(training_progress.done_at, excluded.done_at)
      end`);
}

/** One change of the order, or of many trainings, at a time. */
export const lockOrder = async (tx: Tx): Promise<void> => {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('trainings', app_account_id()))");
};

/** Titles are checked one write at a time, as by `uniqueName`. */
export const lockTitles = async (tx: Tx): Promise<void> => {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('resource:trainings', app_account_id()))");
};
