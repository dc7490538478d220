import { brandOf } from '#brands/brand.ts';
import type { Body } from '#contract/endpoint.ts';
import {
  type CurrentSetting,
  MAX_SETTING_CHANGES,
  MAX_SETTING_FILE_BYTES,
  type Setting,
  type SettingChange,
  SETTING_FILE_TYPES,
  SETTING_KEYS,
  type SettingKey,
  settings,
  type SettingValue,
} from '#contract/settings.contract.ts';
import { writeAudit } from '../../audit.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { accountStream } from '../../events.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { tellChange } from '../../resource/resource.service.ts';
import type { Caller } from '../../resource/table.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import { removeUnnamed } from '../files/spare-bytes.ts';
import { settingIn } from './current-settings.ts';
import { defaultOf, KEYS_IN_ORDER, keyOfId, KNOWN_SETTINGS } from './known-settings.ts';
import { parseSetting } from './parse-setting.ts';
import * as sql from './settings.sql.ts';

const notFound = () => new Refusal('not_found', 'Setting not found.');

/** @throws {Refusal} `not_found` */
function requireKey(id: number): SettingKey {
  const key = keyOfId(id);
  if (key === null) throw notFound();
  return key;
}

type Row = sql.ChangeRow | undefined;

const valueOf = ({ config }: Pick<Deps, 'config'>, key: SettingKey, row: Row): SettingValue =>
  row?.value ?? defaultOf(key, brandOf(config.brand));

/** The file of a change, with an address for some minutes. */
function fileOf(deps: Deps, identity: Identity, row: Row): Setting['file'] {
  if (row === undefined || row.file_name === null) return null;
  const linked = {
    accountId: identity.accountId,
    fileId: row.id,
    variant: 'setting',
    holder: holderOf(identity),
  } as const;
  const { url } = linksOf(deps.config).linkTo(linked, row.file_name, deps.now());
  return { name: row.file_name, bytes: Number(row.file_bytes), url };
}

function settingOf(deps: Deps, identity: Identity, key: SettingKey, row: Row): Setting {
  const { id, group, label, description, type, choices = [], readers } = KNOWN_SETTINGS[key];
  return {
    id,
    key,
    group,
    label,
    description,
    type,
    choices: [...choices],
    value: valueOf(deps, key, row),
    default_value: defaultOf(key, brandOf(deps.config.brand)),
    file: fileOf(deps, identity, row),
    public: readers === 'public',
    version: row?.version ?? 0,
    changed_by: row?.changed_by ?? null,
    changed_at: row?.changed_at.toISOString() ?? null,
  };
}

export const listSettings = (deps: Deps, identity: Identity): Promise<Setting[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const rows = new Map((await sql.findCurrent(tx, SETTING_KEYS)).map((row) => [row.setting, row]));
    return KEYS_IN_ORDER.map((key) => settingOf(deps, identity, key, rows.get(key)));
  });

async function readIn(deps: Deps, tx: Tx, identity: Identity, key: SettingKey): Promise<Setting> {
  const [row] = await sql.findCurrent(tx, [key]);
  return settingOf(deps, identity, key, row);
}

/** @throws {Refusal} `not_found` */
export const readSetting = (deps: Deps, identity: Identity, id: number): Promise<Setting> =>
  withAccount(deps.pool, identity, (tx) => readIn(deps, tx, identity, requireKey(id)));

/** Newest first. @throws {Refusal} `not_found` */
export const listChanges = (deps: Deps, identity: Identity, id: number): Promise<SettingChange[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const key = requireKey(id);
    const rows = await sql.findChanges(tx, key, MAX_SETTING_CHANGES);
    return rows.map((row) => ({
      id: row.id,
      version: row.version,
      value: valueOf(deps, key, row),
      is_default: row.value === null,
      file: fileOf(deps, identity, row),
      changed_by: row.changed_by,
      changed_at: row.changed_at.toISOString(),
    }));
  });

/** What a setting is about to be. */
type Next = sql.FileColumns & { readonly value: SettingValue | null };

interface Change {
  readonly key: SettingKey;
  readonly action: 'setting.updated' | 'setting.restored';
  /** The version it is based on. */
  readonly version: number | undefined;
  readonly next: (tx: Tx, before: Next) => Promise<Next> | Next;
}

/** Writes the next version of a setting, unless nothing differs. @throws {Refusal} `record_changed` after a later one. */
const change = (
  deps: Deps,
  { identity, requestId }: Caller,
  { key, action, version, next }: Change,
): Promise<Setting> =>
  withAccount(deps.pool, identity, async (tx) => {
    await sql.lockSetting(tx, key);
    const [now] = await sql.findCurrent(tx, [key]);
    if (version !== undefined && version !== (now?.version ?? 0))
      throw new Refusal('record_changed', 'Someone changed this setting after you opened it.');
    const before: Next = now ?? { ...sql.NO_FILE, value: null };
    const after = await next(tx, before);
    if (after.value !== before.value || after.file_key !== before.file_key) {
      const { value, file_key, file_name, file_type, file_bytes } = after;
      await sql.insertChange(tx, {
        value,
        file_key,
        file_name,
        file_type,
        file_bytes,
        key,
        version: (now?.version ?? 0) + 1,
        userId: identity.actorId,
        at: deps.now(),
      });
      const { id } = KNOWN_SETTINGS[key];
      const detail = { key, before: before.value, after: value, file: file_name };
      await writeAudit(tx, identity, requestId, { action, subjectType: 'setting', subjectId: id, detail });
      await tellChange(tx, identity.accountId, settings, id, [accountStream(identity.accountId)]);
    }
    return readIn(deps, tx, identity, key);
  });

/** @throws {Refusal} `refused` under `file` */
async function keep(deps: Deps, key: SettingKey, file: IncomingFile): Promise<sql.FileColumns> {
  const { type, label } = KNOWN_SETTINGS[key];
  if (type !== 'file') {
    file.stream.resume();
    throw refuseField('file', `${label} takes no file.`);
  }
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MAX_SETTING_FILE_BYTES,
    types: SETTING_FILE_TYPES,
    others: 'Choose a PDF, or a PNG, JPEG or WebP image.',
  });
  return { file_key: kept.fileKey, file_name: kept.name, file_type: kept.type, file_bytes: kept.bytes };
}

interface Written {
  readonly body: Body<typeof settings.update>;
  readonly file: IncomingFile | null;
}

/** Changes the value, the file, or both. @throws {Refusal} `not_found`, `record_changed`, `refused` by field. */
export async function updateSetting(deps: Deps, caller: Caller, id: number, { body, file }: Written): Promise<Setting> {
  const key = requireKey(id);
  const { value, remove_file: isRemoved = false, version } = body;
  const parsed = value === undefined || value === null ? value : parseSetting(key, value);
  const kept = file === null ? null : await keep(deps, key, file);
  try {
    return await change(deps, caller, {
      key,
      action: 'setting.updated',
      version,
      next: (_tx, before) => ({
        ...before,
        ...(kept ?? (isRemoved ? sql.NO_FILE : {})),
        ...(parsed !== undefined && { value: parsed }),
      }),
    });
  } catch (error) {
    if (kept?.file_key) await removeUnnamed(deps, kept.file_key, error);
    throw error;
  }
}

/** @throws {Refusal} `not_found`, `record_changed`, `refused` for a change of another setting. */
export function restoreSetting(
  deps: Deps,
  caller: Caller,
  id: number,
  { change_id: changeId, version }: Body<typeof settings.restore>,
): Promise<Setting> {
  const key = requireKey(id);
  return change(deps, caller, {
    key,
    action: 'setting.restored',
    version,
    next: async (tx) => {
      const earlier = await sql.findChange(tx, key, changeId);
      if (earlier === null) throw refuseField('change_id', 'Change not found.');
      return earlier;
    },
  });
}

/** Settings for every signed-in user. */
export const listCurrent = (deps: Deps, identity: Identity): Promise<CurrentSetting[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const keys = KEYS_IN_ORDER.filter((key) => KNOWN_SETTINGS[key].readers !== 'admins');
    const rows = new Map((await sql.findCurrent(tx, keys)).map((row) => [row.setting, row]));
    return keys.map((key) => {
      const row = rows.get(key);
      return {
        key,
        value: valueOf(deps, key, row),
        version: row?.version ?? 0,
        file: fileOf(deps, identity, row),
      };
    });
  });

/**
 * A public setting: of the caller's account, or without a session of the installation's first one.
 * @throws {Refusal} `not_found` for any other.
 */
export async function readPublic(
  deps: Deps,
  identity: Identity | null,
  name: string,
): Promise<{ key: SettingKey; value: SettingValue }> {
  const key = SETTING_KEYS.find((known) => known === name && KNOWN_SETTINGS[known].readers === 'public');
  if (key === undefined) throw notFound();
  if (identity !== null)
    return { key, value: await withAccount(deps.pool, identity, (tx) => settingIn(deps, tx, key)) };
  const [row] = await outsideAccounts<{ value: SettingValue | null }>(
    deps.pool,
    'select find_first_setting($1) as value',
    [key],
  );
  return { key, value: row?.value ?? defaultOf(key, brandOf(deps.config.brand)) };
}
