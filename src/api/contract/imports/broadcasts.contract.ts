import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { ImportAttempt } from '../imports.contract.ts';
import { ImportRow } from './rows.contract.ts';

// ---- broadcasts (channel "ContactsImportChannel") -----------------------------
// Streams: `import:<id>` for {import_id}, `live:<user id>` for {audience: 'downline'}, else `user:<user id>`.

export const ImportBroadcast = z.discriminatedUnion('type', [
  /** A chunk has been committed; `rows` are its last 20, newest first. Empty on streams of many imports. */
  z.object({ type: z.literal('import.progressed'), import: ImportAttempt, rows: z.array(ImportRow) }),
  /** The state changed: checked, queued, paused, done, undone … */
  z.object({ type: z.literal('import.changed'), import: ImportAttempt }),
  /** Progress of the check; only on the import's own stream, at most once a second. */
  z.object({ type: z.literal('import.checking'), id: Id, rows_read: z.int() }),
]);
export type ImportBroadcast = z.output<typeof ImportBroadcast>;

export const ImportChannelParams = z.object({
  import_id: z.optional(Id),
  audience: z.optional(z.enum(['own', 'downline'])),
});
