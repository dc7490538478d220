import type { ContactsBroadcast } from '#contract/contacts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { emitEvents, userStream } from '../../events.ts';

/** Ids that one event names at most; beyond, it says that everything shown is to be loaded anew. Ours: one page. */
const NAMED_IDS = 50;

interface Changed {
  readonly id: number;
  readonly owner_id: number;
}

/** Tells every owner which of their contacts changed; one event an owner. */
export async function emitContactsChanged(tx: Tx, accountId: number, changed: readonly Changed[]): Promise<void> {
  const byOwner = Map.groupBy(changed, (contact) => contact.owner_id);
  const events = [...byOwner].map(([ownerId, contacts]) => {
    const ids = contacts.length > NAMED_IDS ? null : contacts.map((contact) => contact.id);
    const body: ContactsBroadcast = { type: 'contacts.changed', ids };
    return { stream: userStream(ownerId), body };
  });
  await emitEvents(tx, accountId, events);
}
