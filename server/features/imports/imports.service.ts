import type { Body, Query } from '#contract/endpoint.ts';
import type {
  ImportAttempt,
  ImportColumn,
  ImportField,
  ImportForm,
  ImportRow,
  KeptRow,
  listImportAttempts,
  listProblemRows,
  ProblemRow,
  startImport,
} from '#contract/imports.contract.ts';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { reachOf } from '#rules/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { type AttemptRow, toAttempt } from './attempt.ts';
import { tellChanged } from './import-events.ts';
import { countProblems, listKept, listProblems } from './import-rows.sql.ts';
import { type KeptUpload, keepUpload, readKeptHead } from './keep-upload.ts';
import * as rows from './imports.sql.ts';

export interface Asked {
  readonly identity: Identity;
  readonly requestId: string;
}

type Form = Body<typeof startImport>;
type WithColumns = ImportAttempt & { columns: ImportColumn[] };

export const viewerOf = ({ userId, roles }: Identity): rows.Viewer => ({ userId, reach: reachOf(roles) });

/** @throws {Refusal} `not_found` when it is nobody's below the viewer. */
export function requireAttempt(row: AttemptRow | null): AttemptRow {
  if (row === null) throw new Refusal('not_found', 'There is no such import.');
  return row;
}

/** Changes a locked import, tells of it and answers it as it is now. */
export async function changeAttempt(tx: Tx, id: number, patch: rows.ImportPatch): Promise<AttemptRow> {
  await rows.changeImport(tx, id, patch);
  const fresh = requireAttempt(await rows.readAttempt(tx, id));
  await tellChanged(tx, fresh);
  return fresh;
}

const conflict = (message: string) => new Refusal('conflict', message);

/** Keeps a new file as a draft, or has an uploaded one checked against the form. */
export async function validate(deps: Deps, asked: Asked, form: Form, file: IncomingFile | null): Promise<WithColumns> {
  const row =
    form.import_id === undefined
      ? await upload(deps, asked, form, file)
      : await reform(deps, asked, form.import_id, form, async (tx, found, { isNewHead, requireMapped }) => {
          if (!['draft', 'checking', 'checked'].includes(found.status)) throw conflict('This import has been started.');
          const unchecked = { check: null, total_rows: null };
          if (isNewHead) return { patch: { status: 'draft', ...unchecked }, audit: 'import.checked' };
          requireMapped();
          const { account_id: accountId, id: importId } = found;
          await deps.jobs.enqueue(tx, 'imports.check', { accountId, importId }, String(importId));
          return { patch: { status: 'checking', ...unchecked }, audit: 'import.checked' };
        });
  return { ...toAttempt(row), columns: row.columns };
}

/** Starts an uploaded import, or uploads one and starts it. */
export async function start(deps: Deps, asked: Asked, form: Form, file: IncomingFile | null): Promise<ImportAttempt> {
  const importId = form.import_id ?? (await upload(deps, asked, form, file)).id;
  const row = await reform(
    deps,
    asked,
    importId,
    form.import_id === undefined ? {} : form,
    async (tx, found, { redone, requireMapped }) => {
      if (found.status === 'checking') throw conflict('This file is still being checked.');
      if (!['draft', 'checked'].includes(found.status)) throw conflict('This import has been started.');
      requireMapped();
      await deps.jobs.enqueue(tx, 'imports.run', { accountId: found.account_id, importId }, String(importId));
      const unchecked = redone ? { check: null, total_rows: null } : {};
      return { patch: { status: 'queued', ...unchecked }, audit: 'import.started' };
    },
  );
  return toAttempt(row);
}

async function upload(deps: Deps, asked: Asked, form: ImportForm, file: IncomingFile | null): Promise<AttemptRow> {
  if (file === null) throw refuseField('file', 'Choose a file.');
  const kept = await keepUpload(deps, file, form.header_row);
  try {
    return await withAccount(deps.pool, asked.identity, (tx) => insert(deps, tx, asked, form, kept));
  } catch (error) {
    await deps.storage.remove(kept.fileKey);
    throw error;
  }
}

async function insert(deps: Deps, tx: Tx, { identity, requestId }: Asked, form: ImportForm, kept: KeptUpload) {
  const owner = form.owner ?? identity.userId;
  const choice = { owner, pool: form.pool ?? null, tags: [...new Set(form.tags)] };
  await requireChoices(tx, identity, choice);
  const fields = form.fields ?? suggested(kept.columns);
  if (form.fields !== undefined) requireFields(fields, kept.columns.length);
  const id = await rows.insertImport(
    tx,
    {
      account_id: identity.accountId,
      user_id: identity.userId,
      actor_id: identity.actorId,
      owner_id: owner,
      pool_id: choice.pool,
      tag_ids: choice.tags,
      when_known: form.when_known ?? 'update',
      file_name: kept.fileName,
      file_bytes: kept.fileBytes,
      file_key: kept.fileKey,
      delimiter: kept.delimiter,
      encoding: kept.encoding,
      header_row: kept.headerRow,
      columns: JSON.stringify(kept.columns),
      fields: JSON.stringify(fields),
    },
    deps.now(),
  );
  const detail = { file_name: kept.fileName, file_bytes: kept.fileBytes };
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

type Decide = (
  tx: Tx,
  found: AttemptRow,
  change: {
    /** Another mapping or header row: what was checked no longer holds. */
    readonly redone: boolean;
    /** Another header row and no mapping for it: its columns are to be looked at first. */
    readonly isNewHead: boolean;
    /** @throws {Refusal} `refused` when the mapping cannot identify anybody. */
    readonly requireMapped: () => void;
  },
) => Promise<{ patch: rows.ImportPatch; audit: string }>;

/** Takes the form over into an import that has not been started. */
async function reform(deps: Deps, { identity, requestId }: Asked, id: number, form: ImportForm, decide: Decide) {
  return withAccount(deps.pool, identity, async (tx) => {
    const found = requireAttempt(await rows.lockAttempt(tx, id, viewerOf(identity)));
    const patch = await patchOf(deps, tx, identity, found, form);
    const fields: Record<string, ImportField> = patch.fields === undefined ? found.fields : JSON.parse(patch.fields);
    const columns: unknown[] = patch.columns === undefined ? found.columns : JSON.parse(patch.columns);
    const { patch: decided, audit } = await decide(tx, found, {
      redone: patch.fields !== undefined || patch.columns !== undefined,
      isNewHead: patch.columns !== undefined && form.fields === undefined,
      requireMapped: () => requireFields(fields, columns.length),
    });
    await writeAudit(tx, identity, requestId, { action: audit, subjectType: 'import', subjectId: id });
    return changeAttempt(tx, id, { ...patch, ...decided });
  });
}

/** What of the form differs from what is stored. */
async function patchOf(deps: Deps, tx: Tx, identity: Identity, found: AttemptRow, form: ImportForm) {
  const patch: rows.ImportPatch = {};
  const choice = {
    owner: form.owner ?? found.owner_id,
    pool: form.pool === undefined ? found.pool_id : form.pool,
    tags: form.tags === undefined ? found.tag_ids : [...new Set(form.tags)],
  };
  if (form.owner !== undefined || form.pool !== undefined || form.tags !== undefined) {
    await requireChoices(tx, identity, choice);
    Object.assign(patch, { owner_id: choice.owner, pool_id: choice.pool, tag_ids: choice.tags });
  }
  if (form.when_known !== undefined) patch.when_known = form.when_known;
  let fields = form.fields;
  if (form.header_row !== undefined && form.header_row !== found.header_row) {
    const kept = { fileKey: found.file_key, encoding: found.encoding };
    const head = await readKeptHead(deps, kept, form.header_row);
    Object.assign(patch, { header_row: head.headerRow, columns: JSON.stringify(head.columns) });
    fields ??= suggested(head.columns);
  }
  if (fields !== undefined && !sameFields(fields, found.fields)) patch.fields = JSON.stringify(fields);
  return patch;
}

const sameFields = (a: Readonly<Record<string, ImportField>>, b: Readonly<Record<string, ImportField>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([index, field]) => b[index] === field);

const suggested = (columns: readonly ImportColumn[]): Record<string, ImportField> =>
  Object.fromEntries(
    columns.flatMap(({ index, suggestion }) => (suggestion === null ? [] : [[String(index), suggestion]])),
  );

const IDENTIFYING: readonly ImportField[] = ['first_name', 'last_name', 'full_name', 'phone', 'email'];

function requireFields(fields: Readonly<Record<string, ImportField>>, columns: number): void {
  const chosen = Object.values(fields);
  if (Object.keys(fields).some((index) => !/^\d+$/.test(index) || Number(index) >= columns)) {
    throw refuseField('fields', 'The mapping names a column that the file has not.');
  }
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice !== undefined) throw refuseField('fields', `Two columns are mapped to ${twice.replaceAll('_', ' ')}.`);
  if (!chosen.some((field) => IDENTIFYING.includes(field))) {
    throw refuseField('fields', 'Map at least a name, a phone or an e-mail column.');
  }
}

async function requireChoices(
  tx: Tx,
  identity: Identity,
  choice: { owner: number; pool: number | null; tags: number[] },
) {
  const found = await rows.findChoices(tx, viewerOf(identity), choice);
  if (!found.owner) throw refuseField('owner', 'Choose yourself or someone of your downline as the owner.');
  if (!found.pool) throw refuseField('pool', 'Choose one of your pools.');
  if (found.tags !== choice.tags.length) throw refuseField('tags', 'One of the tags does not exist any more.');
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
): Promise<WithColumns & { last_rows: ImportRow[] }> {
  const row = await readOne(deps, identity, id);
  return { ...toAttempt(row), columns: row.columns, last_rows: row.last_rows };
}

export const hasBegun = (row: AttemptRow) => row.started_at !== null;

/** The attempt whose problem rows are asked for, when the viewer may see it. @throws {Refusal} `not_found` */
export const findForProblems = readOne;

export async function listProblemsOf(deps: Deps, identity: Identity, id: number, query: Query<typeof listProblemRows>) {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireAttempt(await rows.readVisibleAttempt(tx, id, viewerOf(identity)));
    const wanted = { importId: id, begun: hasBegun(row), reason: query.reason ?? null };
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
