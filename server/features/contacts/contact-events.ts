import type { ContactBroadcast, ContactsBroadcast } from '#contract/contacts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { contactStream, emitEvents, userStream } from '../../events.ts';

/** Maximum ids in one event; beyond that, it says to reload everything displayed. Our choice: one page. */
const NAMED_IDS = 50;

interface Changed {
  readonly id: number;
  readonly owner_id: number;
}

/**
 * Notifies every owner which of their contacts changed, with one event per owner; for a few contacts also everyone who
 * views one of them. For many, only the owners: one event per contact would be a flood.
 */
export async function emitContactsChanged(tx: Tx, accountId: number, changed: readonly Changed[]): Promise<void> {
  const byOwner = Map.groupBy(changed, (contact) => contact.owner_id);
  const events = [...byOwner].map(([ownerId, contacts]) => {
    const ids = contacts.length > NAMED_IDS ? null : contacts.map((contact) => contact.id);
    const body: ContactsBroadcast = { type: 'contacts.changed', ids };
    return { stream: userStream(ownerId), body };
  });
  const looks = changed.length > NAMED_IDS ? [] : changed.map(lookOf);
  await emitEvents(tx, accountId, [...events, ...looks]);
}

const lookOf = ({ id, owner_id: ownerId }: Changed) => {
  const body: ContactBroadcast = { type: 'contact.changed', id };
  return { stream: contactStream(id, ownerId), body };
};
