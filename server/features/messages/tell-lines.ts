import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { conversationStream, emitEvents } from '../../events.ts';

/** Tells an open conversation that a call or an e-mail of its contact came or changed. */
export async function tellLines(tx: Tx, accountId: number, contactId: number): Promise<void> {
  const found = await tx.prepared<{ id: number; owner_id: number }>(
    'select id, owner_id from conversations where contact_id = $1',
    [contactId],
  );
  const events = found.map(({ id, owner_id: ownerId }) => {
    const body: TextsBroadcast = { type: 'lines.changed', conversation_id: id };
    return { stream: conversationStream(id, ownerId), body };
  });
  await emitEvents(tx, accountId, events);
}
