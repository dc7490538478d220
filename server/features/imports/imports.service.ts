import type { Body, Query } from '#contract/endpoint.ts';
import type { ImportAttempt, ImportForm, listImportAttempts, startImport } from '#contract/imports.contract.ts';
import type { listProblemRows } from '#contract/imports/problems.contract.ts';
import type {
  ImportField,
  ImportHead,
  ImportRow,
  KeptRow,
  ProblemRow,
  UndoPreview,
} from '#contract/imports/rows.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { proposedCustomFields } from '#rules/imports/custom-columns.ts';
import { writeAudit } from '../../audit.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { type Asked, viewerOf } from './asked.ts';
import { type AttemptRow, headOf, toAttempt } from './attempt.ts';
import { tellChanged } from './run/import-events.ts';
import { countProblems, listKept, listProblems } from './rows/import-rows.sql.ts';
import { readCustomFields } from './run/custom-fields.sql.ts';
import { withOwnerColumn } from './run/owner-column.ts';
import { tagCapFault } from './run/tag-cap.ts';
import { undoneBy } from './run/undo-import.ts';
import { countImported } from '../compliance/opt-outs.service.ts';
import { auditWords } from '../erasures/subject-keys.ts';
import { previewUndoOf } from './run/undo-import.sql.ts';
import { requireVendorGate, vendorIdOf } from './api-vendors.ts';
import { dropFixes } from './corrections/import-fixes.sql.ts';
import { changesOutcome, newTagId, patchOf, requireChoices, requireFields, suggested, usDates } from './import-form.ts';
import { type KeptUpload, keepUpload } from './file/keep-upload.ts';
import { removeKept } from './file/kept-text.ts';
import { NOTHING_KNOWN, recall } from './file/remembered.ts';
import * as rows from './imports.sql.ts';

type Form = Body<typeof startImport>;
type WithHead = ImportAttempt & ImportHead;

/** @throws {Refusal} `not_found` when its owner is not below the viewer. */
export function requireAttempt(row: AttemptRow | null): AttemptRow {
  if (row === null) throw new Refusal('not_found', 'Import not found.');
  return row;
}

/** Changes a locked import, broadcasts it and returns its new state. */
export async function changeAttempt(tx: Tx, id: number, patch: rows.ImportPatch): Promise<AttemptRow> {
  await rows.changeImport(tx, id, patch);
  const fresh = requireAttempt(await rows.readAttempt(tx, id));
  await tellChanged(tx, fresh);
  return fresh;
}

const conflict = (message: string) => new Refusal('conflict', message);

/** Stores a new file as a draft, or checks an uploaded one against the form. */
export async function validate(deps: Deps, asked: Asked, form: Form, file: IncomingFile | null): Promise<WithHead> {
  const row =
    form.import_id === undefined
      ? await upload(deps, asked, form, file)
      : await reform(deps, asked, form.import_id, form, async (tx, found, { isNewHead, requireMapped }) => {
          if (!['draft', 'checking', 'checked'].includes(found.status))
            throw conflict('This import has already started.');
          const unchecked = { check: null, total_rows: null };
          if (isNewHead) return { patch: { status: 'draft', ...unchecked }, audit: 'import.checked' };
          requireMapped();
          const { account_id: accountId, id: importId } = found;
          await deps.jobs.enqueue(tx, 'imports.check', { accountId, importId }, String(importId));
          return { patch: { status: 'checking', ...unchecked }, audit: 'import.checked' };
        });
  return { ...toAttempt(row), ...headOf(row) };
}

/** Starts an uploaded import, or uploads one and starts it. */
export async function start(deps: Deps, asked: Asked, form: Form, file: IncomingFile | null): Promise<ImportAttempt> {
  const { import_id: known, ...rest } = form;
  return known === undefined
    ? startAs(deps, asked, rest, file, 'lead')
    : startUploaded(deps, asked, rest, () => Promise.resolve(known));
}

async function startUploaded(
  deps: Deps,
  asked: Asked,
  form: ImportForm,
  idOf: () => Promise<number>,
): Promise<ImportAttempt> {
  const importId = await idOf();
  const row = await reform(deps, asked, importId, form, async (tx, found, { redone, requireMapped }) => {
    if (found.status === 'checking') throw conflict('This file is still being checked.');
    if (!['draft', 'checked'].includes(found.status)) throw conflict('This import has already started.');
    requireMapped();
    await deps.jobs.enqueue(tx, 'imports.run', { accountId: found.account_id, importId }, String(importId));
    const fault = redone ? null : tagCapFault(found, found.check);
    if (fault !== null) throw refuseField('fields', fault);
    const unchecked = redone ? { check: null, total_rows: null } : {};
    return { patch: { status: 'queued', ...unchecked }, audit: 'import.started' };
  });
  return toAttempt(row);
}

type ContactType = AttemptRow['contact_type'];

interface Reading {
  /** Type of a row that names none. */
  readonly type: ContactType;
  /** True for an unattended file: dates are month first unless the form says otherwise. */
  readonly isUsDated: boolean;
}

/** Uploads a file and starts it in one step; rows without a type become `type`. */
export const startAs = (deps: Deps, asked: Asked, form: ImportForm, file: IncomingFile | null, type: ContactType) =>
  startUploaded(deps, asked, {}, async () => (await upload(deps, asked, form, file, { type, isUsDated: true })).id);

/** Starts an import of a file that is already in the storage; it makes a copy, which is deleted with the import. */
export async function startFromStoredFile(
  deps: Deps,
  asked: Asked,
  form: ImportForm,
  stored: { readonly fileKey: string; readonly fileName: string },
  type: ContactType,
): Promise<ImportAttempt> {
  const stream = await deps.storage.open(stored.fileKey);
  return startAs(deps, asked, form, { fileName: stored.fileName, stream, truncated: () => false }, type);
}

async function upload(
  deps: Deps,
  asked: Asked,
  form: ImportForm,
  file: IncomingFile | null,
  reading: Reading = { type: 'lead', isUsDated: false },
): Promise<AttemptRow> {
  if (file === null) throw refuseField('file', 'Choose a file.');
  await requireVendorGate(deps, asked.identity, form);
  const kept = await keepUpload(deps, asked.identity.accountId, file, form);
  try {
    return await withAccount(deps.pool, asked.identity, (tx) => insert(deps, tx, asked, form, kept, reading));
  } catch (error) {
    // After a lost connection the import may exist; `removeNameless` removes the file if it doesn't.
    if (!isDatabaseAway(error)) await removeKept(deps, { file_key: kept.fileKey, sheets: kept.sheets });
    throw error;
  }
}

async function insert(deps: Deps, tx: Tx, asked: Asked, form: ImportForm, kept: KeptUpload, reading: Reading) {
  const { identity, requestId } = asked;
  const viewer = viewerOf(identity);
  const columns = await withOwnerColumn(tx, viewer, kept.columns);
  const known =
    form.fields === undefined || form.import_setting_id !== undefined
      ? await recall(tx, viewer, form.import_setting_id, kept.columns)
      : NOTHING_KNOWN;
  const chosen: ImportForm = { ...known.options, ...form };
  const choice = await requireChoices(tx, viewer, chosen, {
    owner: identity.userId,
    pool: null,
    tags: [],
    updatedTags: [],
    scrub: null,
  });
  const fields = form.fields ?? known.fields ?? suggested(columns);
  const customFields = await readCustomFields(tx, identity);
  const isSuggested = form.fields === undefined && known.fields === null;
  const proposed = isSuggested ? proposedCustomFields(columns, customFields) : {};
  if (form.fields !== undefined) requireFields(fields, kept.columns.length);
  const vendor = chosen.api_vendor_obj ?? null;
  const id = await rows.insertImport(
    tx,
    {
      account_id: identity.accountId,
      user_id: identity.userId,
      actor_id: identity.actorId,
      owner_id: choice.owner,
      pool_id: choice.pool,
      tag_ids: choice.tags,
      when_known: chosen.when_known ?? 'update',
      file_name: kept.fileName,
      file_bytes: kept.fileBytes,
      file_key: kept.fileKey,
      delimiter: kept.delimiter,
      encoding: kept.encoding,
      header_row: kept.headerRow,
      columns: JSON.stringify(columns),
      sheets: kept.sheets,
      sheet: kept.sheet,
      made_by: kept.madeBy,
      warnings: kept.warnings,
      preview: JSON.stringify(kept.preview),
      fields: JSON.stringify(fields),
      custom_fields: JSON.stringify(chosen.custom_fields ?? proposed),
      known_custom_fields: customFields,
      date_orders: JSON.stringify({ ...(reading.isUsDated && usDates(fields)), ...form.date_orders }),
      scrub_against: choice.scrub && JSON.stringify(choice.scrub),
      updated_tag_ids: choice.updatedTags,
      api_vendor_id: vendor === null ? known.vendorId : await vendorIdOf(tx, asked, vendor),
      keep_other_columns: chosen.keep_other_columns ?? false,
      contact_type: reading.type,
      new_tag_id: chosen.fresh_leads === true ? await newTagId(deps, tx, asked) : null,
      import_setting_id: known.settingId,
      fixes_import_id: known.fixesId,
    },
    deps.now(),
  );
  const words = await auditWords(tx, deps.seal, { type: 'import', id }, { file_name: kept.fileName });
  const detail = { words, file_bytes: kept.fileBytes };
  await writeAudit(tx, identity, requestId, {
    action: 'import.uploaded',
    subjectType: 'import',
    subjectId: id,
    detail,
  });
  const row = requireAttempt(await rows.readAttempt(tx, id));
  await tellChanged(tx, row);
  return row;
}

/** Columns of an import after whose change its rows are read differently. */
const REREAD = ['fields', 'custom_fields', 'columns', 'date_orders'] as const;

type Decide = (
  tx: Tx,
  found: AttemptRow,
  change: {
    /** Another mapping, header row, order of dates or choice about people: what was checked no longer holds. */
    readonly redone: boolean;
    /** Another header row and no mapping for it: its columns are to be looked at first. */
    readonly isNewHead: boolean;
    /** @throws {Refusal} `refused` when the mapping can't identify a person. */
    readonly requireMapped: () => void;
  },
) => Promise<{ patch: rows.ImportPatch; audit: string }>;

/** Takes the form over into an import that has not been started. */
async function reform(deps: Deps, asked: Asked, id: number, form: ImportForm, decide: Decide) {
  const { identity, requestId } = asked;
  await requireVendorGate(deps, identity, form);
  return withAccount(deps.pool, identity, async (tx) => {
    const found = requireAttempt(await rows.lockAttempt(tx, id, viewerOf(identity)));
    const patch = await patchOf(deps, tx, asked, found, form);
    // Another header row renumbers the rows.
    if (patch.columns !== undefined) await dropFixes(tx, id, null);
    const fields: Record<string, ImportField> = patch.fields === undefined ? found.fields : JSON.parse(patch.fields);
    const columns: unknown[] = patch.columns === undefined ? found.columns : JSON.parse(patch.columns);
    const { patch: decided, audit } = await decide(tx, found, {
      redone: REREAD.some((column) => patch[column] !== undefined) || changesOutcome(found, patch),
      isNewHead: patch.columns !== undefined && form.fields === undefined,
      requireMapped: () => requireFields(fields, columns.length),
    });
    await writeAudit(tx, identity, requestId, { action: audit, subjectType: 'import', subjectId: id });
    return changeAttempt(tx, id, { ...patch, ...decided });
  });
}

const metaOf = (page: number, limit: number, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

const placeOf = ({ page, limit }: { page: number; limit: number }) => ({ offset: (page - 1) * limit, limit });

export async function listAttempts(deps: Deps, identity: Identity, query: Query<typeof listImportAttempts>) {
  const viewer = viewerOf(identity);
  return withAccount(deps.pool, identity, async (tx) => {
    const total = await rows.countAttempts(tx, viewer, query);
    const found = await rows.listAttempts(tx, viewer, query, placeOf(query));
    return { data: found.map(toAttempt), meta: metaOf(query.page, query.limit, total) };
  });
}

const readOne = (deps: Deps, identity: Identity, id: number) =>
  withAccount(deps.pool, identity, async (tx) =>
    requireAttempt(await rows.readVisibleAttempt(tx, id, viewerOf(identity))),
  );

export async function readAttempt(
  deps: Deps,
  identity: Identity,
  id: number,
): Promise<WithHead & { last_rows: ImportRow[] }> {
  const row = await readOne(deps, identity, id);
  return { ...toAttempt(row), ...headOf(row), last_rows: row.last_rows };
}

export const hasBegun = (row: AttemptRow) => row.started_at !== null;

/** The attempt whose problem rows are requested, if the viewer can see it. @throws {Refusal} `not_found` */
export const findForProblems = readOne;

export async function listProblemsOf(deps: Deps, identity: Identity, id: number, query: Query<typeof listProblemRows>) {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireAttempt(await rows.readVisibleAttempt(tx, id, viewerOf(identity)));
    const wanted = { importId: id, begun: hasBegun(row), reason: query.reason ?? null, state: query.state ?? null };
    const data = (await listProblems(tx, wanted, placeOf(query))) as ProblemRow[];
    return { data, meta: metaOf(query.page, query.limit, await countProblems(tx, wanted)) };
  });
}

export async function listKeptOf(deps: Deps, identity: Identity, id: number, query: { page: number; limit: number }) {
  return withAccount(deps.pool, identity, async (tx) => {
    requireAttempt(await rows.readVisibleAttempt(tx, id, viewerOf(identity)));
    const { total, rows: kept } = await listKept(tx, id, placeOf(query));
    return { data: kept as KeptRow[], meta: metaOf(query.page, query.limit, total) };
  });
}

/** What an undo would do now. @throws {Refusal} `not_found` */
export function previewUndo(deps: Deps, identity: Identity, id: number): Promise<UndoPreview> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireAttempt(await rows.readVisibleAttempt(tx, id, viewerOf(identity)));
    const contacts = await previewUndoOf(tx, { ...undoneBy(row), from: 0, to: row.done_rows });
    return { ...contacts, consents: await countImported(tx, id) };
  });
}
