import * as z from 'zod/mini';
import { Id, Instant, ListMeta, PageNumber, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { ImportOptions } from '../imports.contract.ts';
import { IMPORT_FIELDS } from './rows.contract.ts';

// ---- schemas ---------------------------------------------------------------

const name = z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(60, 'Use at most 60 characters.'));

/** Saved choices for one kind of file, recognized by its headers in any column order. */
export const ImportSetting = z.object({
  id: Id,
  name: z.string(),
  /** True when all users in the account may use it. */
  shared: z.boolean(),
  owner: z.object({ id: Id, name: z.string() }),
  /** True when the current user may delete it. */
  can_delete: z.boolean(),
  /** Header → field, as the headers are written. */
  fields: z.record(z.string(), z.enum(IMPORT_FIELDS)),
  header_row: z.int(),
  /** Choices that no longer exist (a tag, a pool, a user) are left out. */
  options: ImportOptions,
  updated_at: Instant,
});
export type ImportSetting = z.output<typeof ImportSetting>;

const Params = z.strictObject({ id: PathId });
const run = { access: 'imports.run', feature: 'imports' } as const;
const write = { ...run, effect: 'write', idempotent: true, rate: 'write' } as const;

// ---- endpoints -------------------------------------------------------------

export const listImportSettings = endpoint({
  ...run,
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
  name: 'listImportSettings',
  method: 'GET',
  path: '/v1/import_settings',
  summary: 'Saved import settings, the own ones before those that others share',
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
  }),
  reply: z.object({ data: z.array(ImportSetting), meta: ListMeta }),
});

/** Under the name of an own one it takes its place. */
export const saveImportSetting = endpoint({
  ...write,
  name: 'saveImportSetting',
  method: 'POST',
  path: '/v1/import_settings',
  summary: 'Save the settings of an import for files with the same headers',
  audit: 'import_setting.saved',
  body: z.strictObject({
    name,
    shared: z.optional(z.boolean()),
    /** Header → field. */
    fields: z.record(z.string().check(z.maxLength(10_000)), z.enum(IMPORT_FIELDS)),
    /** Every header of the file, also of columns left out. */
    headers: z.array(z.string().check(z.maxLength(10_000))).check(z.minLength(1), z.maxLength(500)),
    header_row: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    options: z.optional(ImportOptions),
  }),
  reply: z.object({ data: ImportSetting }),
});

export const deleteImportSetting = endpoint({
  ...write,
  name: 'deleteImportSetting',
  method: 'DELETE',
  path: '/v1/import_settings/:id',
  summary: 'Delete saved import settings',
  audit: 'import_setting.deleted',
  params: Params,
  reply: null,
});

export const restoreImportSetting = endpoint({
  ...write,
  name: 'restoreImportSetting',
  method: 'POST',
  path: '/v1/import_settings/:id/restore',
  summary: 'Bring deleted import settings back',
  audit: 'import_setting.restored',
  params: Params,
  reply: z.object({ data: ImportSetting }),
});
