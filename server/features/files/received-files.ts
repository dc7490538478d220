import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { touchContact } from '../contacts/contacts.service.ts';
import { isCheckedLater, requireRoom } from './file-checks.ts';
import { insertFile } from './files.sql.ts';
import type { KeptFile } from './keep-file.ts';

export { findFile } from './files.sql.ts';

export interface ReceivedFile {
  readonly contactId: number;
  /** The user who answers them. */
  readonly userId: number;
  readonly kept: KeptFile;
  /** How it came. */
  readonly description: string;
}

/**
 * Gives a contact a file that they sent. It counts against the quota of who answers them and waits for the check of
 * every upload.
 * @throws {FileRefusal} when there is no room.
 */
export async function addReceivedFile(
  deps: Deps,
  tx: Tx,
  accountId: number,
  { contactId, userId, kept, description }: ReceivedFile,
): Promise<number> {
  await requireRoom(tx, deps.config, userId, kept.bytes);
  const at = deps.now();
  const isLater = isCheckedLater(kept.type, deps.config);
  const state = isLater ? 'checking' : 'ready';
  const id = await insertFile(tx, { contactId, userId, kind: 'file', description, ...kept, state, at });
  if (isLater) await deps.jobs.enqueue(tx, 'files.check', { accountId, fileId: id }, String(id));
  await touchContact(tx, contactId, at);
  return id;
}
