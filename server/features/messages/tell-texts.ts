import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { conversationStream, emitEvents, type StreamEvent, textsStream } from '../../events.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { readRow, readRows, recount, recountAll } from './conversations/conversations.sql.ts';
import { findText, findTextsById, type TextRow } from './texts.sql.ts';
import { toText } from './to-text.ts';

/** Tells who answers, who owns and who looks at a conversation that it changed. */
export async function tellConversation(tx: Tx, accountId: number, id: number, more: StreamEvent[] = []) {
  const row = await readRow(tx, id);
  if (row === null) return;
  const body: TextsBroadcast = { type: 'conversation.changed', conversation_id: id, version: row.version };
  const streams = [...new Set([row.user_id, row.owner_id])].map(textsStream);
  await emitEvents(tx, accountId, [
    ...[...streams, conversationStream(id, row.owner_id)].map((stream) => ({ stream, body })),
    ...more,
  ]);
}

/** `tellText` of several, of one conversation each. */
export async function tellTexts(tx: Tx, accountId: number, textIds: readonly number[]): Promise<void> {
  const texts = await findTextsById(tx, textIds);
  const ids = texts.map(({ conversation_id: id }) => id);
  await recountAll(tx, ids);
  const rows = new Map((await readRows(tx, ids)).map((row) => [row.id, row]));
  const events = texts.flatMap((text): StreamEvent[] => {
    const row = rows.get(text.conversation_id);
    if (row === undefined) return [];
    const changed: TextsBroadcast = { type: 'conversation.changed', conversation_id: row.id, version: row.version };
    const shown: TextsBroadcast = { type: 'text.changed', text: toText(text) };
    const stream = conversationStream(row.id, row.owner_id);
    const streams = [...new Set([row.user_id, row.owner_id])].map(textsStream);
    return [...[...streams, stream].map((one) => ({ stream: one, body: changed })), { stream, body: shown }];
  });
  await emitEvents(tx, accountId, events);
  const contacts = texts.flatMap(({ contact_id: id, conversation_id: conversationId }) => {
    const owner = rows.get(conversationId)?.owner_id;
    return id === null || owner === undefined ? [] : [{ id, owner_id: owner }];
  });
  await emitContactsChanged(tx, accountId, contacts);
}

/** Counts again and tells, after a text was written or changed. Returns it. */
export async function tellText(tx: Tx, accountId: number, textId: number): Promise<TextRow> {
  const text = await findText(tx, textId);
  if (text === null) throw new Error('a text has no row');
  await recount(tx, text.conversation_id);
  const row = await readRow(tx, text.conversation_id);
  if (row === null) throw new Error('a text has no conversation');
  const body: TextsBroadcast = { type: 'text.changed', text: toText(text) };
  await tellConversation(tx, accountId, row.id, [{ stream: conversationStream(row.id, row.owner_id), body }]);
  if (text.contact_id !== null) {
    await emitContactsChanged(tx, accountId, [{ id: text.contact_id, owner_id: row.owner_id }]);
  }
  return text;
}
