import { type RawBuilder, sql } from 'kysely';
import type { ImportStatus } from '#contract/imports.contract.ts';
import type { Reach } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import type { AttemptRow } from './attempt.ts';

/** Scope of visible imports: the user's own, their downline's, or the account's. */
export interface Viewer {
  readonly userId: number;
  readonly reach: Reach;
}

const visibleTo = ({ userId, reach }: Viewer) =>
  reach === 'account'
    ? sql<boolean>`true`
    : sql<boolean>`i.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

// Columns by name: this text is prepared.
const attempts = sql`
  select i.id, i.account_id, i.user_id, i.actor_id, i.owner_id, i.pool_id, i.tag_ids, i.when_known, i.file_name,
         i.file_bytes, i.file_key, i.delimiter, i.skips_separator, i.encoding, i.header_row, i.columns,
         i.sheets, i.sheet, i.made_by, i.warnings, i.preview, i.fields, i.custom_fields, i.known_custom_fields, i.date_orders, i.scrub_against, i.updated_tag_ids,
         i.api_vendor_id, i.keep_other_columns, i.contact_type, i.new_tag_id, i.import_setting_id,
         i.fixes_import_id, i.status, i.failure, i.total_rows, i."check", i.done_rows, i.created, i.updated,
         i.skipped, i.problems, i.unread_rows, i.number_base, i.active_ms, i.rate, i.last_rows, i.consents, i.undo, i.undo_cursor,
         i.version, i.created_at, i.started_at, i.finished_at, i.deleted_at,
         u.first_name || ' ' || u.last_name as user_name, o.first_name || ' ' || o.last_name as owner_name,
         o.business_unit_id as owner_business_unit_id, p.name as pool_name,
         v.vendor_name, v.vendor_type, s.name as setting_name, f.file_name as fixes_file_name, f.header_row as fixes_header_row,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
                   from tags t where t.id = any(i.tag_ids)), '[]') as tags
  from imports i
  join users u on u.id = i.user_id
  join users o on o.id = i.owner_id
  left join pools p on p.id = i.pool_id
  left join api_vendors v on v.id = i.api_vendor_id
  left join import_settings s on s.id = i.import_setting_id
  left join imports f on f.id = i.fixes_import_id`;

// Prepared: planning eight joins takes longer than reading one import, which happens at every chunk.
const readOne = async (tx: Tx, condition: RawBuilder<unknown>): Promise<AttemptRow | null> =>
  (await tx.prepared(sql<AttemptRow>`${attempts} where ${condition}`))[0] ?? null;

export const readAttempt = (tx: Tx, id: number) => readOne(tx, sql`i.id = ${id}`);

/** `null`: unknown, or of no one below the viewer. */
export const readVisibleAttempt = (tx: Tx, id: number, viewer: Viewer) =>
  readOne(tx, sql`i.id = ${id} and ${visibleTo(viewer)}`);

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

/** Imports of a user's downline. */
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
  readonly custom_fields: string;
  readonly known_custom_fields: readonly string[];
  readonly date_orders: string;
  readonly sheets: readonly string[];
  readonly sheet: number | null;
  readonly made_by: string | null;
  readonly warnings: readonly string[];
  readonly preview: string;
  readonly scrub_against: string | null;
  readonly updated_tag_ids: readonly number[];
  readonly api_vendor_id: number | null;
  readonly keep_other_columns: boolean;
  readonly contact_type: string;
  readonly new_tag_id: number | null;
  readonly import_setting_id: number | null;
  readonly fixes_import_id: number | null;
}

export async function insertImport(tx: Tx, fresh: NewImport, now: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{ id: number }>`insert into imports (account_id, user_id, actor_id, owner_id, pool_id, tag_ids, when_known,
        file_name, file_bytes, file_key, delimiter, encoding, header_row, columns, fields, custom_fields, known_custom_fields, date_orders, sheets, sheet, made_by, warnings, preview, scrub_against, updated_tag_ids,
        api_vendor_id, keep_other_columns, contact_type, new_tag_id, import_setting_id, fixes_import_id, created_at)
      values (${fresh.account_id}, ${fresh.user_id}, ${fresh.actor_id}, ${fresh.owner_id}, ${fresh.pool_id},
        ${fresh.tag_ids}::bigint[], ${fresh.when_known}, ${fresh.file_name}, ${fresh.file_bytes}, ${fresh.file_key},
        ${fresh.delimiter}, ${fresh.encoding}, ${fresh.header_row}, ${fresh.columns}::jsonb, ${fresh.fields}::jsonb,
        ${fresh.custom_fields}::jsonb, ${fresh.known_custom_fields}::text[], ${fresh.date_orders}::jsonb, ${fresh.sheets}::text[], ${fresh.sheet}, ${fresh.made_by}, ${fresh.warnings}::text[], ${fresh.preview}::jsonb,
        ${fresh.scrub_against}::jsonb, ${fresh.updated_tag_ids}::bigint[], ${fresh.api_vendor_id}, ${fresh.keep_other_columns},
        ${fresh.contact_type}, ${fresh.new_tag_id}, ${fresh.import_setting_id}, ${fresh.fixes_import_id}, ${now})
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
  encoding: string;
  delimiter: string;
  preview: string;
  sheet: number | null;
  made_by: string | null;
  warnings: readonly string[];
  fields: string;
  custom_fields: string;
  date_orders: string;
  scrub_against: string | null;
  updated_tag_ids: readonly number[];
  api_vendor_id: number | null;
  keep_other_columns: boolean;
  new_tag_id: number | null;
  import_setting_id: number;
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
  unread_rows: number;
  last_rows: string;
  consents: string;
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

/** Returns the file to remove; `null`: it is in use again. */
export async function markFileRemoved(tx: Tx, id: number, before: Date, now: Date) {
  return tx.one<{ file_key: string; sheets: string[] }>(
    sql<{
      file_key: string;
      sheets: string[];
    }>`update imports set file_removed_at = ${now} where id = ${id} and file_removed_at is null
        and (finished_at < ${before} or (status in ('draft', 'checked') and created_at < ${before}))
      returning file_key, sheets`,
  );
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

export interface FoundChoices {
  readonly owner: boolean;
  readonly pool: boolean;
  readonly scrubPool: boolean;
  readonly tags: number;
  readonly updatedTags: number;
}

/** Owner, pools and tags of a form that exist and that the viewer may use. */
export async function findChoices(
  tx: Tx,
  viewer: Viewer,
  form: {
    owner: number;
    pool: number | null;
    tags: readonly number[];
    updatedTags: readonly number[];
    scrub: { pool: number | null } | null;
  },
): Promise<FoundChoices> {
  const wide = viewer.reach === 'account';
  const mine = (
    pool: number | null,
  ) => sql`${pool}::bigint is null or exists (select from pools where id = ${pool}::bigint
    and (${wide} or id in (select pool_id from pool_holders where user_id = ${viewer.userId})))`;
  const row = await tx.one<FoundChoices>(
    sql<FoundChoices>`select
      exists (select from users where id = ${form.owner} and active and (${wide} or id in
        (select descendant_id from user_tree where ancestor_id = ${viewer.userId}))) as owner,
      ${mine(form.pool)} as pool, ${mine(form.scrub?.pool ?? null)} as "scrubPool",
      (select count(*) from tags where id = any(${form.tags}::bigint[])) as tags,
      (select count(*) from tags where id = any(${form.updatedTags}::bigint[])) as "updatedTags"`,
  );
  return row ?? { owner: false, pool: false, scrubPool: false, tags: 0, updatedTags: 0 };
}

/** E-mail address of the user who runs the import. */
export async function findRunnerEmail(tx: Tx, userId: number): Promise<string> {
  const row = await tx.one<{ email: string }>(sql<{ email: string }>`select email from users where id = ${userId}`);
  if (row === null) throw new Error(`User ${userId} is gone.`);
  return row.email;
}
