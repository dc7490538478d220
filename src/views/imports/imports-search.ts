import type * as z from 'zod/mini';
import { listImportAttempts } from '#contract/imports.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

export type ImportsSearch = Partial<z.output<typeof listImportAttempts.query>>;

export const importsSearch = (raw: RawSearch): ImportsSearch => readSearch(listImportAttempts.query.shape, raw);
