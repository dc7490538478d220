import { sql } from 'kysely';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { createRow, updateRow } from '../../resource/resource.service.ts';
import { afterSave } from '../../resource/rules.ts';
import type { Caller, Stored, Table, Values } from '../../resource/table.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { findNamedKeys, removeSpare, removeUnnamed } from '../files/spare-bytes.ts';
import { dropCampaignFile, insertCampaignFile } from './campaign-files.ts';
import { TRIGGERS } from './campaign-triggers.table.ts';
import { keepTriggerFile } from './trigger-file.ts';

interface Written {
  readonly body: Values;
  readonly file: IncomingFile | null;
}

const NO_FILE = { file_key: null, file_name: null, file_type: null, file_bytes: null };
const columnsOf = ({ fileKey, name, type, bytes }: KeptFile) => ({
  file_key: fileKey,
  file_name: name,
  file_type: type,
  file_bytes: bytes,
});

/**
 * Saves a trigger with its checked file. Bytes that no row names afterwards are removed, whatever happens; a file that was sent
 * stays with what was sent.
 */
async function saveWithFile(
  deps: Deps,
  { body: { remove_file: isRemoved, ...body }, file }: Written,
  save: (table: Table, body: Values) => Promise<Stored>,
): Promise<Stored> {
  const kept = file === null ? null : await keepTriggerFile(deps, file);
  const spare: string[] = [];
  const noteSpare = afterSave(async ({ tx }, { before, changes }) => {
    if (kept !== null) await insertCampaignFile(tx, kept);
    const key = 'file_key' in changes ? before?.['file_key'] : null;
    if (typeof key !== 'string') return null;
    await dropCampaignFile(tx, key);
    spare.push(key);
    return null;
  });
  const files = kept === null ? (isRemoved === true ? NO_FILE : {}) : columnsOf(kept);
  try {
    const row = await save({ ...TRIGGERS, rules: [...TRIGGERS.rules, noteSpare] }, { ...body, ...files });
    const named = await findNamedKeys(deps.pool, spare);
    for (const key of spare) if (!named.has(key)) await removeSpare(deps, key);
    return row;
  } catch (error) {
    if (kept !== null) await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}

/** @throws {Refusal} `refused` by field. */
export const createTrigger = (deps: Deps, caller: Caller, written: Written): Promise<Stored> =>
  saveWithFile(deps, written, (table, body) => createRow(deps, caller, campaignTriggers, table, body));

/** @throws {Refusal} `not_found`, `access_denied`, `refused` by field. */
export const updateTrigger = (deps: Deps, caller: Caller, id: number, written: Written): Promise<Stored> =>
  saveWithFile(deps, written, (table, body) => updateRow(deps, caller, campaignTriggers, table, { id, body }));

/** @throws {Refusal} `not_found` also for a trigger without a file. */
export function readTriggerFile(
  deps: Deps,
  identity: Identity,
  id: number,
): Promise<Reply<typeof campaignTriggers.readFile>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await tx.one<{ file_name: string }>(
      sql<{ file_name: string }>`select r.file_name from campaign_triggers r
        where r.id = ${id} and r.file_key is not null and ${TRIGGERS.visibility.seen(identity)}`,
    );
    if (row === null) throw new Refusal('not_found', 'File not found.');
    const linked = {
      accountId: identity.accountId,
      fileId: id,
      variant: 'trigger',
      holder: holderOf(identity),
    } as const;
    const { url, expiresAt } = linksOf(deps.config).linkTo(linked, row.file_name, deps.now());
    return { data: { url, expires_at: expiresAt.toISOString() } };
  });
}
