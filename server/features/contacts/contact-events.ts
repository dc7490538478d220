import type { ContactBroadcast, ContactsBroadcast } from '#contract/contacts/broadcasts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { contactsStream, contactStream, emitEvents, type StreamEvent, userStream } from '../../events.ts';

/** Maximum ids in one event; beyond that, it says to reload everything displayed. Our choice: one page. */
const NAMED_IDS = 50;

interface Changed {
  readonly id: number;
  readonly owner_id: number;
}

/**
 * Notifies every owner which of their contacts changed, with one event per owner, and everyone who views one of them: one
 * event per contact for a few, one per owner for many.
 */
export async function emitContactsChanged(tx: Tx, accountId: number, changed: readonly Changed[]): Promise<void> {
  const byOwner = Map.groupBy(changed, (contact) => contact.owner_id);
  const lists = [...byOwner].map(([ownerId, contacts]) => {
    const ids = contacts.length > NAMED_IDS ? null : contacts.map((contact) => contact.id);
    return listOf(ownerId, ids);
  });
  const views = changed.length > NAMED_IDS ? [...byOwner.keys()].map(viewsOf) : changed.map(viewOf);
  await emitEvents(tx, accountId, [...lists, ...views]);
}

/** Events for changes of unnamed contacts: to the lists of their owners, and to everyone who views one of them. */
export const manyChanged = (ownerIds: readonly number[]): StreamEvent[] =>
  ownerIds.flatMap((ownerId) => [listOf(ownerId, null), viewsOf(ownerId)]);

function listOf(ownerId: number, ids: number[] | null): StreamEvent {
  const body: ContactsBroadcast = { type: 'contacts.changed', ids };
  return { stream: userStream(ownerId), body };
}

function viewsOf(ownerId: number): StreamEvent {
  const body: ContactBroadcast = { type: 'contact.changed', id: null };
  return { stream: contactsStream(ownerId), body };
}

function viewOf({ id, owner_id: ownerId }: Changed): StreamEvent {
  const body: ContactBroadcast = { type: 'contact.changed', id };
  return { stream: contactStream(id, ownerId), body };
}
