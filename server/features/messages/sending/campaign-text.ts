import type { Decision } from '#contract/compliance.contract.ts';
import { countSegments } from '#rules/messages/segments.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { noteWritten, takeConversation } from '../conversations/conversations.sql.ts';
import { tellText } from '../tell-texts.ts';
import { insertAttachment, insertText } from '../texts.sql.ts';

export { ownNumbers } from '../own-numbers.ts';
export { lockNumber, lockNumbers } from '../texts.sql.ts';

export interface CampaignText {
  readonly accountId: number;
  readonly contactId: number;
  /** E.164. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** In whose name it is sent. */
  readonly userId: number;
  readonly decision: Decision;
  /** Of `campaign_files`; absent: none. */
  readonly fileId?: number | undefined;
  readonly at: Date;
}

/**
 * Queues a text of a campaign that may be sent now; its carrier is asked after the commit, and the rules once more before.
 * The number and the contact are locked. Returns its id.
 */
export async function queueCampaignText(
  { jobs, textLine }: Pick<Deps, 'jobs' | 'textLine'>,
  tx: Tx,
  { accountId, contactId, from, to, body, userId, decision, fileId, at }: CampaignText,
): Promise<number> {
  const conversation = await takeConversation(tx, { contactId, phone: to }, at);
  const id = await insertText(tx, {
    conversationId: conversation.id,
    contactId,
    direction: 'out',
    status: 'queued',
    body,
    from,
    to,
    segments: countSegments(body).segments,
    purpose: decision.purpose,
    userId,
    actorId: userId,
    decision,
    carrier: textLine.name,
    at,
  });
  if (fileId !== undefined) await insertAttachment(tx, id, { campaignFileId: fileId });
  await noteWritten(tx, conversation.id, { phone: to, direction: 'out', review: null });
  await jobs.enqueue(tx, 'texts.send', { accountId, textId: id }, String(id));
  await tellText(tx, accountId, id);
  return id;
}
