import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { conversationStream, emitEvents } from '../../events.ts';
import { noteLine, recount, takeConversation } from './conversations/conversations.sql.ts';
import { tellConversation } from './tell-texts.ts';

interface Line {
  /** When it came: a call or an e-mail begins a conversation as a text does. `null`: one changed, or went. */
  readonly newAt: Date | null;
  /** Number of the other side of a call; absent: a usual one of the contact. */
  readonly phone?: string;
  /** The contact wrote or called, and no user has seen it. */
  readonly isUnread?: boolean;
}

/**
 * Brings the conversation of a contact in line with a call or an e-mail that came or changed, in the transaction of the
 * fact, and tells the list and the open thread. The contact is locked before.
 */
export async function tellLines(
  tx: Tx,
  accountId: number,
  contactId: number,
  { newAt, phone, isUnread = false }: Line,
): Promise<void> {
  const row =
    newAt === null ? await find(tx, contactId) : await takeConversation(tx, { contactId, phone: phone ?? '' }, newAt);
  if (row === null) return;
  if (newAt !== null) await noteLine(tx, row.id, isUnread);
  await recount(tx, row.id);
  const body: TextsBroadcast = { type: 'lines.changed', conversation_id: row.id };
  await tellConversation(tx, accountId, row.id, [{ stream: conversationStream(row.id, row.owner_id), body }]);
}

/** Tells open threads of these contacts of a line that moves nothing in the list, such as an opt-out. */
export async function tellThreads(tx: Tx, accountId: number, contactIds: readonly number[]): Promise<void> {
  const found = await tx.prepared<{ id: number; owner_id: number }>(
    'select id, owner_id from conversations where contact_id = any($1::bigint[])',
    [contactIds],
  );
  const events = found.map(({ id, owner_id: ownerId }) => {
    const body: TextsBroadcast = { type: 'lines.changed', conversation_id: id };
    return { stream: conversationStream(id, ownerId), body };
  });
  await emitEvents(tx, accountId, events);
}

async function find(tx: Tx, contactId: number): Promise<{ id: number; owner_id: number } | null> {
  const rows = await tx.prepared<{ id: number; owner_id: number }>(
    'select id, owner_id from conversations where contact_id = $1',
    [contactId],
  );
  return rows[0] ?? null;
}
