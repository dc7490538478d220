import type { Tx } from '../../../db/tx.ts';
import { keepDraft, takeConversation } from './conversations.sql.ts';

interface TextDraft {
  readonly contactId: number;
  /** Finds it where they write. */
  readonly userId: number;
  readonly body: string;
  readonly at: Date;
}

/** Leaves a draft in the conversation of a contact, which is locked. Returns the conversation. */
export async function leaveTextDraft(tx: Tx, { contactId, userId, body, at }: TextDraft): Promise<number> {
  const { id } = await takeConversation(tx, { contactId, phone: '' }, at);
  await keepDraft(tx, userId, id, body, at);
  return id;
}

/** True when a user has begun a text to a contact. */
export async function hasTextDraft(tx: Tx, userId: number, contactId: number): Promise<boolean> {
  const found = await tx.raw(
    `select from text_drafts d join conversations v on v.id = d.conversation_id
     where d.user_id = $1 and v.contact_id = $2`,
    [userId, contactId],
  );
  return found.length > 0;
}
