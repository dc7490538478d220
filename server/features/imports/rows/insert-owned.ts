import type { Tx } from '../../../db/tx.ts';
import type { RunFrame } from './chunk-plan.ts';
import { insertContacts, type NewContact } from './import-chunk.sql.ts';
import { byOwner, ownerOf } from './row-owners.ts';

/** Creates the contacts of a chunk, each with the owner of its row. */
export async function insertOwned(tx: Tx, fresh: readonly NewContact[], frame: RunFrame): Promise<void> {
  for (const [named, group] of byOwner(fresh)) {
    const ownerId = ownerOf({ owner_id: named }, frame);
    const businessUnitId = frame.rules.choices?.owners?.unitOf.get(ownerId) ?? frame.businessUnitId;
    await insertContacts(tx, group, { ...frame, ownerId, businessUnitId });
  }
}
