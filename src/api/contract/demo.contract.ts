import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// ---- endpoints -------------------------------------------------------------

/** Beside the 404, in demo and development only: a CSV file to try an import with. */
export const downloadDemoFile = endpoint({
  name: 'downloadDemoFile',
  method: 'GET',
  path: '/v1/demo/contact_file/download',
  summary: 'A made-up list of contacts with the faults of a real one',
  effect: 'read',
  access: 'imports.run',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.string(),
});

// ---- constants -------------------------------------------------------------

/** Rows of the demo file. Ours: several chunks, done in a few seconds. */
export const DEMO_FILE_ROWS = 20_000;
