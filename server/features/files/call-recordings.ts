import type { Tx } from '../../db/tx.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { touchContact } from '../contacts/contacts.service.ts';
import { findOwner } from './file-people.sql.ts';
import { insertFile, type NewFile, placeFile } from './files.sql.ts';

export type RecordingFile = Pick<NewFile, 'contactId' | 'userId' | 'name' | 'description' | 'bytes' | 'fileKey' | 'at'>;

/**
 * Gives a contact the recording of a call. It was made here: it needs no check, and does not count against anyone's
 * quota.
 */
export async function addRecording(tx: Tx, accountId: number, file: RecordingFile): Promise<number> {
  const id = await insertFile(tx, { ...file, kind: 'call', type: 'wav', state: 'ready' });
  await tell(tx, accountId, file.contactId, file.at);
  return id;
}

/** The call belonged to someone else. */
export async function moveRecording(
  tx: Tx,
  accountId: number,
  { fileId, contactId, at }: { fileId: number; contactId: number; at: Date },
): Promise<void> {
  const from = await placeFile(tx, fileId, contactId, at);
  if (from === null || from === contactId) return;
  await tell(tx, accountId, from, at);
  await tell(tx, accountId, contactId, at);
}

async function tell(tx: Tx, accountId: number, contactId: number, at: Date): Promise<void> {
  await touchContact(tx, contactId, at);
  await emitContactsChanged(tx, accountId, [{ id: contactId, owner_id: await findOwner(tx, contactId) }]);
}
