import type { Body, Query } from '#contract/endpoint.ts';
import type { ImportSetting, listImportSettings, saveImportSetting } from '#contract/imports/settings.contract.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { type Asked, viewerOf } from '../asked.ts';
import { requireChoices } from '../import-form.ts';
import * as sql from './import-settings.sql.ts';
import { usableOptions } from '../run/usable-options.ts';

export async function listSettings(deps: Deps, identity: Identity, { page, limit }: Query<typeof listImportSettings>) {
  return withAccount(deps.pool, identity, async (tx) => {
    const total = await sql.countSettings(tx, identity.userId);
    const data: ImportSetting[] = [];
    for (const row of await sql.listSettings(tx, identity.userId, { offset: (page - 1) * limit, limit })) {
      data.push(await toSetting(tx, identity, row));
    }
    const meta = { current_page: page, limit, total_count: total, total_pages: Math.ceil(total / limit) };
    return { data, meta };
  });
}

export async function save(deps: Deps, { identity, requestId }: Asked, body: Body<typeof saveImportSetting>) {
  return withAccount(deps.pool, identity, async (tx) => {
    const options = body.options ?? {};
    const before = { owner: identity.userId, pool: null, tags: [], updatedTags: [], scrub: null };
    await requireChoices(tx, viewerOf(identity), options, before);
    const id = await sql.saveSetting(tx, {
      accountId: identity.accountId,
      userId: identity.userId,
      name: body.name,
      shared: body.shared ?? false,
      headers: body.headers.map((header) => header.trim().toLowerCase()),
      fields: body.fields,
      headerRow: body.header_row ?? 1,
      options,
      now: deps.now(),
    });
    await note(tx, identity, requestId, 'import_setting.saved', id);
    return toSetting(tx, identity, await require(tx, identity, id));
  });
}

export async function remove(deps: Deps, { identity, requestId }: Asked, id: number): Promise<void> {
  await withAccount(deps.pool, identity, async (tx) => {
    const row = await requireOwn(tx, identity, id);
    if (row.deleted_at !== null) return;
    await sql.markSetting(tx, id, deps.now());
    await note(tx, identity, requestId, 'import_setting.deleted', id);
  });
}

export async function restore(deps: Deps, { identity, requestId }: Asked, id: number): Promise<ImportSetting> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireOwn(tx, identity, id);
    if (row.deleted_at !== null) {
      if (await sql.isNameTaken(tx, row)) throw new Refusal('conflict', `Other settings are now named ${row.name}.`);
      await sql.markSetting(tx, id, null);
      await note(tx, identity, requestId, 'import_setting.restored', id);
    }
    return toSetting(tx, identity, { ...row, deleted_at: null });
  });
}

async function require(tx: Tx, identity: Identity, id: number): Promise<sql.SettingRow> {
  const row = await sql.lockSetting(tx, identity.userId, id);
  if (row === null) throw new Refusal('not_found', 'Settings not found.');
  return row;
}

const isTheirs = (identity: Identity, row: sql.SettingRow) =>
  row.user_id === identity.userId || viewerOf(identity).reach === 'account';

async function requireOwn(tx: Tx, identity: Identity, id: number): Promise<sql.SettingRow> {
  const row = await require(tx, identity, id);
  if (!isTheirs(identity, row)) throw new Refusal('access_denied', `Only ${row.user_name} can change these settings.`);
  return row;
}

const note = (tx: Tx, identity: Identity, requestId: string, action: string, id: number) =>
  writeAudit(tx, identity, requestId, { action, subjectType: 'import_setting', subjectId: id });

const toSetting = async (tx: Tx, identity: Identity, row: sql.SettingRow): Promise<ImportSetting> => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  owner: { id: row.user_id, name: row.user_name },
  can_delete: isTheirs(identity, row),
  fields: row.fields,
  header_row: row.header_row,
  options: await usableOptions(tx, viewerOf(identity), row.options),
  updated_at: row.updated_at.toISOString(),
});
