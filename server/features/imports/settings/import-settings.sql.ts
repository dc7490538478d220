import type { ImportOptions } from '#contract/imports.contract.ts';
import type { ImportField } from '#contract/imports/rows.contract.ts';
import type { Tx } from '../../../db/tx.ts';

export interface SettingRow {
  id: number;
  user_id: number;
  user_name: string;
  name: string;
  shared: boolean;
  headers: string[];
  fields: Record<string, ImportField>;
  header_row: number;
  options: ImportOptions;
  updated_at: Date;
  deleted_at: Date | null;
}

const SETTINGS = `select s.*, trim(u.first_name || ' ' || u.last_name) as user_name
  from import_settings s join users u on u.id = s.user_id`;
const USABLE = '(s.user_id = $1 or s.shared)';

export const listSettings = (tx: Tx, userId: number, page: { offset: number; limit: number }) =>
  tx.raw<SettingRow>(
    `${SETTINGS} where ${USABLE} and s.deleted_at is null
     order by s.user_id <> $1, lower(s.name), s.id limit $2 offset $3`,
    [userId, page.limit, page.offset],
  );

export async function countSettings(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.raw<{ total: number }>(
    `select count(*) as total from import_settings s where ${USABLE} and s.deleted_at is null`,
    [userId],
  );
  return row?.total ?? 0;
}

/** Locks settings that the user may use, deleted ones too. */
export async function lockSetting(tx: Tx, userId: number, id: number): Promise<SettingRow | null> {
  const [row] = await tx.raw<SettingRow>(`${SETTINGS} where ${USABLE} and s.id = $2 for update of s`, [userId, id]);
  return row ?? null;
}

/** Settings by id, or else those with exactly these headers: the user's own before shared ones, newest first. */
export async function findSettingFor(
  tx: Tx,
  userId: number,
  id: number | null,
  headers: readonly string[],
): Promise<SettingRow | null> {
  const [row] = await tx.raw<SettingRow>(
    `${SETTINGS} where ${USABLE} and s.deleted_at is null
       and case when $2::bigint is null then s.headers @> $3::text[] and s.headers <@ $3::text[] else s.id = $2 end
     order by s.user_id <> $1, s.updated_at desc, s.id desc limit 1`,
    [userId, id, headers],
  );
  return row ?? null;
}

interface NewSetting {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  readonly shared: boolean;
  readonly headers: readonly string[];
  readonly fields: Readonly<Record<string, ImportField>>;
  readonly headerRow: number;
  readonly options: ImportOptions;
  readonly now: Date;
}

/** Saves settings, in place of own ones of that name. */
export async function saveSetting(tx: Tx, fresh: NewSetting): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into import_settings (account_id, user_id, name, shared, headers, fields, header_row, options, created_at, updated_at)
     values ($1, $2, $3, $4, $5::text[], $6::jsonb, $7, $8::jsonb, $9, $9)
     on conflict (user_id, lower(name)) where deleted_at is null do update set name = excluded.name,
       shared = excluded.shared, headers = excluded.headers, fields = excluded.fields,
       header_row = excluded.header_row, options = excluded.options, updated_at = excluded.updated_at
     returning id`,
    [
      fresh.accountId,
      fresh.userId,
      fresh.name,
      fresh.shared,
      fresh.headers,
      JSON.stringify(fresh.fields),
      fresh.headerRow,
      JSON.stringify(fresh.options),
      fresh.now,
    ],
  );
  if (row === undefined) throw new Error('An insert answered no id.');
  return row.id;
}

export const markSetting = (tx: Tx, id: number, deletedAt: Date | null) =>
  tx.raw('update import_settings set deleted_at = $2 where id = $1', [id, deletedAt]);

/** True when the user already has other settings with this name. */
export async function isNameTaken(tx: Tx, { id, user_id, name }: SettingRow): Promise<boolean> {
  const found = await tx.raw(
    `select from import_settings where user_id = $1 and lower(name) = lower($2) and deleted_at is null and id <> $3`,
    [user_id, name, id],
  );
  return found.length > 0;
}

export interface ProblemSource {
  readonly id: number;
  readonly fields: Record<string, ImportField>;
  readonly api_vendor_id: number | null;
  readonly options: ImportOptions;
}

/** The latest own import that has these headers and rows left out: its downloaded problem rows come back. */
export async function findSourceOfProblems(
  tx: Tx,
  userId: number,
  headers: readonly string[],
): Promise<ProblemSource | null> {
  const [row] = await tx.raw<ProblemSource>(
    `select i.id, i.fields, i.api_vendor_id, jsonb_strip_nulls(jsonb_build_object('owner', i.owner_id, 'pool', i.pool_id,
         'tags', to_jsonb(i.tag_ids), 'when_known', i.when_known, 'updated_lead_tags', to_jsonb(i.updated_tag_ids),
         'custom_fields', i.custom_fields, 'keep_other_columns', i.keep_other_columns, 'fresh_leads', i.new_tag_id is not null, 'scrub_against', case when i.scrub_against is not null
           then jsonb_build_object('scope', i.scrub_against -> 'scope', 'pool', i.scrub_against -> 'pool') end)) as options
     from imports i
     where i.user_id = $1 and i.started_at is not null and i.problems + i.skipped + i.unread_rows > 0
       and array(select lower(trim(c.value ->> 'header')) from jsonb_array_elements(i.columns) with ordinality c(value, at)
                 order by c.at) = $2::text[]
     order by i.id desc limit 1`,
    [userId, headers],
  );
  return row ?? null;
}
