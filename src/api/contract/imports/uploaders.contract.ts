import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ImportAttempt, ImportForm } from '../imports.contract.ts';
import { MAX_IMPORT_BYTES } from './rows.contract.ts';

/**
 * A file and a form in one go: it is uploaded, checked and imported; its problems are listed like any import's. Dates are
 * read month first, or the year first, unless `date_orders` says otherwise.
 */
const uploader = (name: string, path: string, summary: string) =>
  endpoint({
    access: 'imports.run',
    feature: 'imports',
    effect: 'write',
    idempotent: true,
    rate: 'upload',
    name,
    method: 'POST',
    path,
    summary,
    audit: 'import.started',
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES, required: true },
    body: ImportForm,
    reply: z.object({ data: ImportAttempt }),
  });

export const uploadLeads = uploader(
  'uploadLeads',
  '/v1/contacts/leads_uploader',
  'Import a file whose people are leads where it does not say otherwise; fresh ones unless the form says so; dates month first',
);

export const uploadClients = uploader(
  'uploadClients',
  '/v1/contacts/clients_uploader',
  'Import a file whose people are clients where it does not say otherwise; dates month first',
);
