import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { noteWritten, takeConversation } from './conversations.sql.ts';
import { tellText } from './tell-texts.ts';
import { cancelOfBroadcast, insertText, type NewText, releaseHeld } from './texts.sql.ts';

interface BroadcastText
  extends Pick<NewText, 'body' | 'from' | 'to' | 'segments' | 'carrier' | 'at' | 'decision' | 'purpose'> {
  readonly broadcastId: number;
  readonly contactId: number;
  readonly userId: number;
  readonly actorId: number;
}

/**
 * Takes a text of a broadcast, which its caller hands over with `carryText` after the commit: no job of its own, unless
 * that process dies. The contact is locked.
 */
export async function takeBroadcastText(tx: Tx, text: BroadcastText): Promise<number> {
  const { contactId, to: phone, at } = text;
  const conversation = await takeConversation(tx, { contactId, phone }, at);
  const id = await insertText(tx, { ...text, conversationId: conversation.id, direction: 'out', status: 'queued' });
  await noteWritten(tx, conversation.id, { phone, direction: 'out', review: null });
  return id;
}

/** Texts that a pause has held on their way may go. */
export async function releaseTexts(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { accountId, broadcastId }: { readonly accountId: number; readonly broadcastId: number },
): Promise<void> {
  for (const { id } of await releaseHeld(tx, broadcastId)) {
    await tellText(tx, accountId, id);
    await jobs.enqueue(tx, 'texts.send', { accountId, textId: id }, String(id));
  }
}

/** Texts of a broadcast that has ended and that have not left yet never will. */
export async function cancelTexts(
  tx: Tx,
  { accountId, broadcastId }: { readonly accountId: number; readonly broadcastId: number },
  reason: string,
): Promise<void> {
  for (const { id } of await cancelOfBroadcast(tx, broadcastId, reason)) await tellText(tx, accountId, id);
}
