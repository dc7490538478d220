import { sql } from 'kysely';
import type { ImportStatus } from '#contract/imports.contract.ts';
import type { Reach } from '#rules/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import type { AttemptRow } from './attempt.ts';

/** Whose imports a reader sees: their own, their downline's, or the account's. */
export interface Viewer {
  readonly userId: number;
  readonly reach: Reach;
}

const visibleTo = ({ userId, reach }: Viewer) =>
  reach === 'account'
    ? sql<boolean>`true`
    : sql<boolean>`i.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

const attempts = sql`
  select i.*, u.first_name || ' ' || u.last_name as user_name, o.first_name || ' ' || o.last_name as owner_name,
         o.business_unit_id as owner_business_unit_id, p.name as pool_name,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
                   from tags t where t.id = any(i.tag_ids)), '[]') as tags
  from imports i
  join users u on u.id = i.user_id
  join users o on o.id = i.owner_id
  left join pools p on p.id = i.pool_id`;

export const readAttempt = (tx: Tx, id: number) => tx.one<AttemptRow>(sql<AttemptRow>`${attempts} where i.id = ${id}`);

/** `null`: unknown, or nobody that the viewer is above. */
export const readVisibleAttempt = (tx: Tx, id: number, viewer: Viewer) =>
  tx.one<AttemptRow>(sql<AttemptRow>`${attempts} where i.id = ${id} and ${visibleTo(viewer)}`);

/** Locks the import until the transaction ends, then reads it. */
export async function lockAttempt(tx: Tx, id: number, viewer: Viewer | null): Promise<AttemptRow | null> {
  const visible = viewer === null ? sql`true` : visibleTo(viewer);
  await tx.all(sql`select from imports i where i.id = ${id} and ${visible} for update`);
  return viewer === null ? readAttempt(tx, id) : readVisibleAttempt(tx, id, viewer);
}

const TABS = {
  all: sql`i.deleted_at is null`,
  running: sql`i.deleted_at is null and i.status in ('draft', 'checking', 'checked', 'queued', 'processing', 'pausing', 'paused', 'cancelling', 'undoing')`,
  finished: sql`i.deleted_at is null and i.status in ('done', 'cancelled', 'undone')`,
  failed: sql`i.deleted_at is null and i.status = 'failed'`,
  deleted: sql`i.deleted_at is not null`,
} as const;

export interface AttemptFilter {
  readonly tab: keyof typeof TABS;
  readonly filter_by?: 'file_name' | 'user' | 'status' | undefined;
  readonly filter_value?: string | undefined;
}

const likeness = (value: string) => `%${value.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function narrowed({ filter_by, filter_value }: AttemptFilter) {
  if (filter_by === undefined || filter_value === undefined || filter_value === '') return sql`true`;
  if (filter_by === 'status') return sql`i.status = ${filter_value}`;
  if (filter_by === 'file_name') return sql`lower(i.file_name) like ${likeness(filter_value)}`;
  return /^\d{1,15}$/.test(filter_value)
    ? sql`i.user_id = ${Number(filter_value)}`
    : sql`lower(u.first_name || ' ' || u.last_name) like ${likeness(filter_value)}`;
}

export const listAttempts = (tx: Tx, viewer: Viewer, filter: AttemptFilter, page: { offset: number; limit: number }) =>
  tx.all<AttemptRow>(
    sql<AttemptRow>`${attempts} where ${visibleTo(viewer)} and ${TABS[filter.tab]} and ${narrowed(filter)}
      order by i.id desc limit ${page.limit} offset ${page.offset}`,
  );

export async function countAttempts(tx: Tx, viewer: Viewer, filter: AttemptFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from imports i join users u on u.id = i.user_id
      where ${visibleTo(viewer)} and ${TABS[filter.tab]} and ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** Imports of everybody strictly below a user. */
export const listAttemptsBelow = (tx: Tx, userId: number, statuses: readonly ImportStatus[], since: Date | null) =>
  tx.all<AttemptRow>(
    sql<AttemptRow>`${attempts}
      where i.user_id in (select descendant_id from user_tree where ancestor_id = ${userId} and depth > 0)
        and i.deleted_at is null and i.status = any(${statuses}::text[])
        and (${since}::timestamptz is null or i.finished_at >= ${since}::timestamptz)
      order by coalesce(i.finished_at, i.created_at) desc, i.id desc limit 500`,
  );

export interface NewImport {
  readonly account_id: number;
  readonly user_id: number;
  readonly actor_id: number;
  readonly owner_id: number;
  readonly pool_id: number | null;
  readonly tag_ids: readonly number[];
  readonly when_known: string;
  readonly file_name: string;
  readonly file_bytes: number;
  readonly file_key: string;
  readonly delimiter: string;
  readonly encoding: string;
  readonly header_row: number;
  readonly columns: string;
  readonly fields: string;
}

export async function insertImport(tx: Tx, fresh: NewImport, now: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into imports (account_id, user_id, actor_id, owner_id, pool_id, tag_ids, when_known,
        file_name, file_bytes, file_key, delimiter, encoding, header_row, columns, fields, created_at)
      values (${fresh.account_id}, ${fresh.user_id}, ${fresh.actor_id}, ${fresh.owner_id}, ${fresh.pool_id},
        ${fresh.tag_ids}::bigint[], ${fresh.when_known}, ${fresh.file_name}, ${fresh.file_bytes}, ${fresh.file_key},
        ${fresh.delimiter}, ${fresh.encoding}, ${fresh.header_row}, ${fresh.columns}::jsonb, ${fresh.fields}::jsonb, ${now})
      returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

/** Changed columns of an import; the version counts up by itself. */
export type ImportPatch = Partial<{
  status: ImportStatus;
  failure: string | null;
  owner_id: number;
  pool_id: number | null;
  tag_ids: readonly number[];
  when_known: string;
  header_row: number;
  columns: string;
  fields: string;
  total_rows: number | null;
  check: string | null;
  number_base: number;
  rate: number;
  active_ms: number;
  done_rows: number;
  created: number;
  updated: number;
  skipped: number;
  problems: number;
  last_rows: string;
  undo: string | null;
  undo_cursor: number;
  started_at: Date | null;
  finished_at: Date | null;
  deleted_at: Date | null;
}>;

export async function changeImport(tx: Tx, id: number, patch: ImportPatch): Promise<void> {
  const sets = Object.entries(patch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await tx.change(
    sql`update imports set version = version + 1${sets.length > 0 ? sql`, ${sql.join(sets)}` : sql``} where id = ${id}`,
  );
}

/** Answers the key of a file to remove; `null`: somebody has begun to work with it again. */
export async function markFileRemoved(tx: Tx, id: number, before: Date, now: Date): Promise<string | null> {
  const row = await tx.one<{ file_key: string }>(
    sql<{ file_key: string }>`update imports set file_removed_at = ${now} where id = ${id} and file_removed_at is null
        and (finished_at < ${before} or (status in ('draft', 'checked') and created_at < ${before}))
      returning file_key`,
  );
  return row?.file_key ?? null;
}

/** Sets aside a contact number for every row of a file; answers what to add a row number to. */
export async function reserveNumbers(tx: Tx, accountId: number, rows: number): Promise<number> {
  const row = await tx.one<{ base: number }>(
    sql<{ base: number }>`update accounts set next_contact_number = next_contact_number + ${rows}
      where id = ${accountId} returning next_contact_number - ${rows} - 1 as base`,
  );
  if (row === null) throw new Error(`Account ${accountId} is gone.`);
  return row.base;
}

/** What of the owner, pool and tags of a form exists and may be used by the viewer. */
export async function findChoices(
  tx: Tx,
  viewer: Viewer,
  form: { owner: number; pool: number | null; tags: readonly number[] },
): Promise<{ owner: boolean; pool: boolean; tags: number }> {
  const wide = viewer.reach === 'account';
  const row = await tx.one<{ owner: boolean; pool: boolean; tags: number }>(
    sql<{ owner: boolean; pool: boolean; tags: number }>`select
      exists (select from users where id = ${form.owner} and active and (${wide} or id in
        (select descendant_id from user_tree where ancestor_id = ${viewer.userId}))) as owner,
      ${form.pool}::bigint is null or exists (select from pools where id = ${form.pool}::bigint and (${wide} or id in
        (select pool_id from pool_holders where user_id = ${viewer.userId}))) as pool,
      (select count(*) from tags where id = any(${form.tags}::bigint[])) as tags`,
  );
  return row ?? { owner: false, pool: false, tags: 0 };
}

/** Where the runner of an import is reached by mail. */
export async function findRunnerEmail(tx: Tx, userId: number): Promise<string> {
  const row = await tx.one<{ email: string }>(sql<{ email: string }>`select email from users where id = ${userId}`);
  if (row === null) throw new Error(`User ${userId} is gone.`);
  return row.email;
}
