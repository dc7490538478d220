import type { Decision } from '#contract/compliance.contract.ts';
import type { SequenceContent } from '#contract/sequences.contract.ts';
import { emptyNote } from '#rules/sequences/sequence.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { readMergeText } from '../../merge-text.ts';
import { mergedEmail, mergeParts } from '../email-templates/merged-email.ts';
import { findCampaignFile } from '../campaign-triggers/campaign-files.ts';
import { queueCampaignMail } from '../mail/campaign-mail.ts';
import { findCampaignSender, NO_POSTAL_ADDRESS } from '../mail/postal-address.ts';
import { ownNumbers, queueCampaignText } from '../messages/sending/campaign-text.ts';
import { emptyFields, type ReachedContact, valuesOf } from './reached-contact.ts';

export type SendUse = Pick<Deps, 'pool' | 'config' | 'seal' | 'jobs' | 'textLine' | 'mailer' | 'now'>;

/** A text or e-mail to a contact in the name of its owner. */
export interface PartToSend {
  readonly accountId: number;
  readonly contact: ReachedContact;
  readonly channel: 'sms' | 'email';
  readonly part: SequenceContent['parts'][number];
  readonly at: Date;
}

export interface SentPart {
  readonly textId: number | null;
  readonly emailId: number | null;
}

/** A message with all that it needs; it is queued by the function. */
type Ready = (decision: Decision) => Promise<SentPart>;

/** What a message lacks, in one sentence, or the function that queues it. */
export async function preparePart(use: SendUse, tx: Tx, asked: PartToSend): Promise<string | Ready> {
  const { accountId, contact, channel, part, at } = asked;
  const isText = channel === 'sms';
  const [usual] = isText ? await ownNumbers(tx, contact.owner_id) : [];
  const from = usual?.number ?? '';
  if (!contact.has_owner) return "The contact's owner is deactivated. Assign the contact to someone.";
  if (isText && from === '') return "The contact's owner has no number to text from.";
  const sender = isText ? null : await findCampaignSender(tx, contact.owner_id);
  if (!isText && sender === null) return NO_POSTAL_ADDRESS;
  const values = await valuesOf(tx, contact, { userId: contact.owner_id, from, at });
  const empty = emptyFields(part, values);
  if (empty.length > 0) return emptyNote(empty);
  const by = { accountId, contactId: contact.id, userId: contact.owner_id, at } as const;
  return async (decision) => {
    if (sender === null) {
      const body = readMergeText(part.body, 'text').render(values);
      const to = contact.phone ?? '';
      const textId = await queueCampaignText(use, tx, { ...by, from, to, body, decision, fileId: part.file?.id });
      return { textId, emailId: null };
    }
    const email = mergedEmail(mergeParts(part), part.format, values);
    const file = part.file === undefined ? null : await findCampaignFile(tx, part.file.id);
    const { emailId } = await queueCampaignMail(use, tx, accountId, {
      ...email,
      file,
      contactId: contact.id,
      to: contact.email ?? '',
      purpose: 'automated',
      userId: contact.owner_id,
      actorId: contact.owner_id,
      sender,
    });
    return { textId: null, emailId };
  };
}
