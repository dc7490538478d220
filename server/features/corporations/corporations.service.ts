import {
  type Corporation,
  CORPORATION_FILE_TYPES,
  CORPORATION_PARTS,
  corporations,
  LOGO_TYPES,
  MAX_CORPORATION_FILE_BYTES,
} from '#contract/corporations.contract.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { createRow, updateRow } from '../../resource/resource.service.ts';
import { afterSave } from '../../resource/rules.ts';
import type { Caller, Stored, Table, Values } from '../../resource/table.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import type { Variant } from '../files/file-links.ts';
import { removeSpare, removeUnnamed } from '../files/spare-bytes.ts';
import { changeFiles, type FileChange, type Kept } from './change-files.ts';
import { CORPORATIONS } from './corporations.table.ts';

interface Written {
  readonly body: Values;
  readonly file: IncomingFile | null;
}

const NO_LOGO = { file_key: null, file_name: null, file_type: null, file_bytes: null };

/** A row as the contract has it, with addresses for some minutes. */
export function corporationOf(deps: Deps, identity: Identity, row: Stored): Corporation {
  const { file_name: logo, file_bytes: logoBytes, files, ...corporation } = row;
  const stored = (variant: Variant, id: number, name: unknown, bytes: unknown) =>
    typeof name !== 'string'
      ? null
      : {
          name,
          bytes: Number(bytes),
          url: linksOf(deps.config).linkTo(
            { accountId: identity.accountId, fileId: id, variant, holder: holderOf(identity) },
            name,
            deps.now(),
          ).url,
        };
  return {
    ...corporation,
    logo: stored('corporation', row.id, logo, logoBytes),
    files: (files as readonly Stored[]).map(({ id, file_title, file_link, ...of }) => ({
      id,
      file_title,
      file_link,
      file: stored('corporationfile', id, of['file_name'], of['file_bytes']),
      preview_image: stored('corporationpreview', id, of['preview_name'], of['preview_bytes']),
    })),
  } as unknown as Corporation;
}

/** Stores a checked file of the request. @throws {Refusal} `refused` under its part. */
async function keepPart(deps: Deps, file: IncomingFile, changes: readonly FileChange[]): Promise<Kept> {
  const part = CORPORATION_PARTS.find((name) => name === file.field) ?? 'logo';
  if (part !== 'logo' && changes.length !== 1)
    throw refuseField('files', 'A request with a file must have exactly one entry in files.');
  const isFile = part === 'file';
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MAX_CORPORATION_FILE_BYTES,
    types: isFile ? CORPORATION_FILE_TYPES : LOGO_TYPES,
    others: isFile ? 'Choose a PDF or an image.' : 'Choose a PNG, JPEG, GIF or WebP image.',
    field: part,
  });
  return { part, ...kept };
}

/** Saves a corporation with its checked file. Bytes that no row names afterwards are removed, whatever happens. */
async function saveWithFile(
  deps: Deps,
  { body: { remove_logo: isRemoved, files = [], ...body }, file }: Written,
  save: (table: Table, body: Values) => Promise<Stored>,
): Promise<Stored> {
  const changes = files as readonly FileChange[];
  const kept = file === null ? null : await keepPart(deps, file, changes);
  const spare: string[] = [];
  const saveFiles = afterSave(async ({ tx }, { id, before, changes: changed }) => {
    const logo = 'file_key' in changed ? before?.['file_key'] : null;
    if (typeof logo === 'string') spare.push(logo);
    if (changes.length === 0) return null;
    spare.push(...(await changeFiles(tx, id, changes, kept)));
    return { files: changes.length };
  });
  const logo =
    kept?.part === 'logo'
      ? { file_key: kept.fileKey, file_name: kept.name, file_type: kept.type, file_bytes: kept.bytes }
      : isRemoved === true
        ? NO_LOGO
        : {};
  try {
    const row = await save({ ...CORPORATIONS, rules: [...CORPORATIONS.rules, saveFiles] }, { ...body, ...logo });
    for (const key of spare) await removeSpare(deps, key);
    return row;
  } catch (error) {
    if (kept !== null) await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}

/** @throws {Refusal} `refused` by field. */
export const createCorporation = (deps: Deps, caller: Caller, written: Written): Promise<Stored> =>
  saveWithFile(deps, written, (table, body) => createRow(deps, caller, corporations, table, body));

/** @throws {Refusal} `not_found`, `access_denied`, `refused` by field. */
export const updateCorporation = (deps: Deps, caller: Caller, id: number, written: Written): Promise<Stored> =>
  saveWithFile(deps, written, (table, body) => updateRow(deps, caller, corporations, table, { id, body }));
