import type { Decision } from '#contract/compliance.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Text } from '#contract/messages/text.contract.ts';
import { TEXT_FILE_TYPES } from '#contract/messages/text.contract.ts';
import type { sendMessage as SendMessage } from '#contract/messages.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { MMS_MAX_BYTES } from '#rules/messages/mms.ts';
import { countSegments } from '#rules/messages/segments.ts';
import { writeAudit } from '../../../audit.ts';
import { beforeCommit, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { IncomingFile } from '../../../http/bind.ts';
import type { Identity } from '../../../identity.ts';
import { mayBeReached, recordDecision, refusalOf } from '../../compliance/may-be-reached.ts';
import { readPhone } from '../../contacts/contact-phone.ts';
import { type Caller, type FoundContact, requireLiveContact, touchContact } from '../../contacts/contacts.service.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { addFile } from '../../files/files.service.ts';
import { FileRefusal } from '../../files/file-types.ts';
import { type CampaignFile, findFileOfTrigger } from '../../campaign-triggers/campaign-files.ts';
import { beginWithText, requireConversationTrigger, textOf } from '../../sequences/begin-with-text.ts';
import type { TriggerRow } from '../../sequences/trigger-versions.ts';
import { type KeptFile, keepFile } from '../../files/keep-file.ts';
import { removeUnnamed } from '../../files/spare-bytes.ts';
import { onlyMatch } from '../../phone/numbers/find-by-number.service.ts';
import { unregisteredReason } from '../../registration/registration-gate.ts';
import {
  type ConversationRow,
  dropDraft,
  findVisible,
  noteWritten,
  takeConversation,
} from '../conversations/conversations.sql.ts';
import { fillText } from './fill-text.ts';
import { heldReason } from './held-words.ts';
import { requireSegments } from '../../plans/text-quota.ts';
import { ownNumbers } from '../own-numbers.ts';
import { reachedBy } from './reached-by.ts';
import { tellText } from '../tell-texts.ts';
import {
  insertAttachment,
  insertText,
  findText,
  lockNumber,
  lockText,
  type NewText,
  type TextRow,
} from '../texts.sql.ts';
import { thumbsFor, toText } from '../to-text.ts';

type Asked = Body<typeof SendMessage>;

/** Milliseconds that a text may be planned ahead. Ours. */
const AHEAD_MS = 30 * 24 * 3_600_000;

/** Whom a text is for. */
interface Recipient {
  /** `null`: an unknown number. */
  readonly contact: FoundContact | null;
  readonly to: string;
}

/** A text that may not be sent, to keep as evidence after its transaction is rolled back. */
class NotTextable extends Refusal {
  readonly recipient: Recipient;
  readonly text: Omit<NewText, 'conversationId'>;

  constructor(recipient: Recipient, text: Omit<NewText, 'conversationId'>, decision: Decision) {
    super('refused', refusalOf(decision));
    this.recipient = recipient;
    this.text = text;
  }
}

/**
 * Takes a text: it goes immediately, or is held until it may go.
 * @throws {Refusal} `refused` by field, or with the reason; `not_found`; `conflict` for a deleted contact, and without a
 * number to text from.
 */
export async function sendText(
  deps: Deps,
  caller: Caller,
  { body, file }: { readonly body: Asked; readonly file: IncomingFile | null },
): Promise<Text> {
  if (file === null) return keepingRefused(deps, caller, (tx) => write(deps, tx, caller, body, null));
  const kept = await keepFile(deps.storage, file).catch(refuseFile);
  try {
    if (!TEXT_FILE_TYPES.some((type) => type === kept.type)) {
      throw refuseField('file', 'Carriers only deliver pictures, audio, PDF and text files.');
    }
    return await keepingRefused(deps, caller, (tx) => write(deps, tx, caller, body, kept));
  } catch (error) {
    await removeUnnamed(deps, kept.fileKey, error);
    return refuseFile(error);
  }
}

function refuseFile(error: unknown): never {
  throw error instanceof FileRefusal ? refuseField('file', error.message) : error;
}

async function write(deps: Deps, tx: Tx, caller: Caller, body: Asked, kept: KeptFile | null): Promise<Text> {
  const { identity, requestId } = caller;
  const at = deps.now();
  await requireSegments(tx, identity.userId, at);
  const sendAt = body.send_at === undefined ? null : new Date(body.send_at);
  if (sendAt !== null && (sendAt < at || sendAt.getTime() > at.getTime() + AHEAD_MS)) {
    throw refuseField('send_at', 'Choose a time within the next 30 days.');
  }
  const triggerId = body.campaign_trigger_id;
  const trigger = triggerId === undefined ? null : await requireConversationTrigger(tx, identity, triggerId);
  const recipient = await recipientOf(tx, identity, body);
  const { contact, to } = recipient;
  if (kept !== null && contact === null) {
    throw refuseField('file', 'Save this number as a contact first, then you can send files to it.');
  }
  const from = await registeredNumber(deps, tx, identity, { asked: body.message_from, to });
  const carried = trigger === null ? null : await findFileOfTrigger(tx, trigger.id);
  if (kept !== null && carried !== null && kept.bytes + carried.bytes > MMS_MAX_BYTES) {
    throw refuseField(
      'file',
      `With ${carried.name} of the campaign, this is more than the 5 MB that carriers deliver.`,
    );
  }
  if (trigger !== null && contact === null) {
    throw refuseField('campaign_trigger_id', 'Campaign texts go to contacts. Save this number first.');
  }
  const given = cleanText(body.message_content);
  const written =
    given === '' && trigger !== null && contact !== null ? await filledOf(tx, trigger, contact, identity, at) : given;
  if (written === '' && kept === null && carried === null)
    throw refuseField('message_content', 'Enter some text first.');
  const text = await fillText(deps, tx, identity, contact, written);
  const made = {
    contactId: contact?.id ?? null,
    direction: 'out',
    body: text,
    from,
    to,
    segments: countSegments(text).segments,
    purpose: body.purpose,
    userId: identity.userId,
    actorId: identity.actorId,
    carrier: deps.textLine.name,
    at,
  } as const;
  const { id, decision } = await take(deps, tx, identity, recipient, { made, sendAt, kept, carried, caller });
  if (trigger !== null && contact !== null) {
    await beginWithText(tx, trigger, {
      contactId: contact.id,
      userId: identity.userId,
      textId: id,
      decision,
      at: sendAt ?? at,
    });
  }
  await writeAudit(tx, identity, requestId, {
    action: 'text.sent',
    ...(contact !== null && { subjectType: 'contact', subjectId: contact.id }),
    detail: { text_id: id, purpose: body.purpose, ...(trigger !== null && { trigger_id: trigger.id }) },
  });
  return toText(await tellText(tx, identity.accountId, id), thumbsFor(deps, identity));
}

/** The trigger's own text. @throws {Refusal} `refused` with the fields that the contact lacks. */
async function filledOf(
  tx: Tx,
  trigger: TriggerRow,
  { id: contactId }: FoundContact,
  { userId }: Identity,
  at: Date,
): Promise<string> {
  const { text, empty } = await textOf(tx, trigger, { contactId, userId, at });
  if (empty.length === 0) return cleanText(text);
  throw refuseField('message_content', `Empty for this contact: ${empty.join(', ')}. Fill it in, or change the text.`);
}

type Made = Omit<NewText, 'conversationId' | 'status'>;

interface Taking {
  readonly made: Made;
  readonly sendAt: Date | null;
  readonly kept: KeptFile | null;
  /** Of the campaign. */
  readonly carried: CampaignFile | null;
  readonly caller: Caller;
}

/** Decides, and takes the text or holds it. */
async function take(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  recipient: Recipient,
  { made, sendAt, kept, carried, caller }: Taking,
): Promise<{ id: number; decision: Decision }> {
  const { contact, to } = recipient;
  const decision = await mayBeReached(tx, deps.seal, reachedBy(contact, to), {
    channel: 'text',
    purpose: made.purpose,
    at: sendAt ?? made.at,
  });
  const { status, heldUntil, reason } = planOf(decision, sendAt);
  if (status === 'refused') throw new NotTextable(recipient, { ...made, status, decision, reason }, decision);
  const conversation = await conversationOf(tx, recipient, identity, made.at);
  const id = await insertText(tx, {
    ...made,
    conversationId: conversation.id,
    status,
    reason,
    heldUntil,
    decision,
  });
  if (kept !== null && contact !== null) {
    const fileId = await addFile(deps, tx, caller, { contactId: contact.id, kept, kind: 'file' });
    await insertAttachment(tx, id, { fileId });
  }
  if (carried !== null) await insertAttachment(tx, id, { campaignFileId: carried.id });
  await noteWritten(tx, conversation.id, { phone: to, direction: 'out', review: null });
  await dropDraft(tx, identity.userId, conversation.id);
  if (contact !== null) {
    await touchContact(tx, contact.id, made.at);
    await recordDecision(tx, identity, contact.id, decision);
  }
  if (status === 'queued') {
    await deps.jobs.enqueue(tx, 'texts.send', { accountId: identity.accountId, textId: id }, String(id));
  }
  return { id, decision };
}

const conversationOf = (
  tx: Tx,
  { contact, to }: Recipient,
  { userId }: Pick<Identity, 'userId'>,
  at: Date,
): Promise<ConversationRow> =>
  takeConversation(tx, contact === null ? { phone: to, userId } : { contactId: contact.id, phone: to }, at);

/** Now, later, or not at all. */
function planOf(decision: Decision, sendAt: Date | null) {
  if (decision.allowed) {
    if (sendAt === null) return { status: 'queued', heldUntil: null, reason: '' } as const;
    return { status: 'held', heldUntil: sendAt, reason: 'Scheduled for this time.' } as const;
  }
  if (decision.next_at === null) return { status: 'refused', heldUntil: null, reason: refusalOf(decision) } as const;
  return { status: 'held', heldUntil: new Date(decision.next_at), reason: heldReason(decision) } as const;
}

/** @throws {Refusal} */
async function recipientOf(tx: Tx, identity: Identity, asked: Asked): Promise<Recipient> {
  const number = asked.message_to === undefined || asked.message_to === '' ? null : readNumber(asked.message_to);
  const conversation = await conversationAsked(tx, identity, asked);
  if (number !== null) await lockNumber(tx, number);
  else if (conversation !== null) await lockNumber(tx, conversation.phone);
  const contactId =
    asked.contact_id ??
    conversation?.contact_id ??
    (number === null || conversation !== null ? null : await onlyMatch(tx, identity, number));
  if (contactId === null) {
    const to = number ?? conversation?.phone;
    if (to === undefined) throw refuseField('message_to', 'Enter a number.');
    return { contact: null, to };
  }
  const contact = await requireLiveContact(tx, identity, contactId);
  const theirs = [contact.phone, contact.phone_2].filter((one) => one !== null && one !== '');
  const known = conversation ?? (await findVisible(tx, visibilityValues(identity), { contactId }));
  const usual = theirs.find((one) => one === known?.phone) ?? theirs[0];
  const to = number ?? usual;
  if (to === undefined || to === null) {
    throw new Refusal('refused', 'This contact has no phone number. Add one first.');
  }
  if (!theirs.includes(to)) throw refuseField('message_to', "This isn't a number of the contact.");
  return { contact, to };
}

/** @throws {Refusal} `not_found` */
async function conversationAsked(tx: Tx, identity: Identity, asked: Asked): Promise<ConversationRow | null> {
  if (asked.conversation_id === undefined) return null;
  const found = await findVisible(tx, visibilityValues(identity), { id: asked.conversation_id });
  if (found === null) throw new Refusal('not_found', 'Conversation not found.');
  return found;
}

function readNumber(written: string): string {
  const number = readPhone(written);
  if (number === null) throw refuseField('message_to', 'Enter a valid phone number.');
  return number;
}

/** The number it comes from. @throws {Refusal} */
async function numberOf(tx: Tx, identity: Identity, asked: string | undefined, to: string): Promise<string> {
  const numbers = await ownNumbers(tx, identity.userId);
  const [usual] = numbers;
  if (usual === undefined) throw new Refusal('conflict', "You don't have a number to text from yet.");
  if (numbers.some(({ number }) => number === to)) throw refuseField('message_to', 'This is your own number.');
  if (asked === undefined || asked === '') return usual.number;
  const wanted = readPhone(asked);
  const own = numbers.find(({ number }) => number === wanted);
  if (own === undefined) throw refuseField('message_from', 'This is not one of your numbers.');
  return own.number;
}

/** The same, where carriers know the number. @throws {Refusal} `conflict` with the next step where they don't. */
async function registeredNumber(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { asked, to }: { readonly asked: string | undefined; readonly to: string },
): Promise<string> {
  const from = await numberOf(tx, identity, asked, to);
  const reason = await unregisteredReason(deps, tx, from);
  if (reason !== '') throw new Refusal('conflict', reason);
  return from;
}

/**
 * Sends a failed text once more, as a new one that is decided on again.
 * @throws {Refusal} `not_found`, `conflict` when it has not failed, and like `sendText`.
 */
export function sendAgain(deps: Deps, caller: Caller, textId: number): Promise<Text> {
  const { identity, requestId } = caller;
  return keepingRefused(deps, caller, async (tx) => {
    const found = await visibleText(tx, identity, textId);
    if (found.status !== 'failed') throw new Refusal('conflict', 'Only failed texts can be sent again.');
    const contact = found.contact_id === null ? null : await requireLiveContact(tx, identity, found.contact_id);
    const theirs = [contact?.phone, contact?.phone_2];
    const to = contact === null || theirs.includes(found.to_number) ? found.to_number : (contact.phone ?? '');
    if (to === '') throw new Refusal('refused', 'This contact has no phone number. Add one first.');
    const from = await registeredNumber(deps, tx, identity, { asked: undefined, to });
    const { body, segments, purpose, contact_id: contactId } = found;
    const who = { userId: identity.userId, actorId: identity.actorId };
    const made = { ...who, contactId, direction: 'out', body, from, to, segments, purpose, at: deps.now() } as const;
    const { id } = await take(
      deps,
      tx,
      identity,
      { contact, to },
      {
        made: { ...made, carrier: deps.textLine.name, againOf: textId },
        sendAt: null,
        kept: null,
        carried: null,
        caller,
      },
    );
    for (const { file_id: fileId, campaign_file_id: campaignFileId } of found.attachments) {
      if (fileId !== null) await insertAttachment(tx, id, { fileId });
      if (campaignFileId !== null) await insertAttachment(tx, id, { campaignFileId });
    }
    await writeAudit(tx, identity, requestId, {
      action: 'text.sent',
      ...(contact !== null && { subjectType: 'contact', subjectId: contact.id }),
      detail: { text_id: id, again_of: textId },
    });
    return toText(await tellText(tx, identity.accountId, id), thumbsFor(deps, identity));
  });
}

/** A text of ours that the caller sees, locked with its number and contact. @throws {Refusal} `not_found` */
export async function visibleText(tx: Tx, identity: Identity, id: number): Promise<TextRow> {
  const seen = await findText(tx, id);
  if (seen !== null) {
    await lockNumber(tx, seen.to_number);
    await lockContacts(tx, seen.contact_id === null ? [] : [seen.contact_id]);
  }
  const found = seen === null ? null : await lockText(tx, id);
  const unknown = new Refusal('not_found', 'Text message not found.');
  if (found === null || found.status === 'refused') throw unknown;
  const conversation = await findVisible(tx, visibilityValues(identity), { id: found.conversation_id });
  if (conversation === null || found.direction !== 'out') throw unknown;
  return found;
}

/** Like `withAccount`; a text that may not be sent is kept with the decision, in a transaction of its own. */
async function keepingRefused<T>({ pool }: Deps, { identity }: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await withAccount(pool, identity, work);
  } catch (error) {
    if (error instanceof NotTextable) {
      const { recipient, text } = error;
      await beforeCommit.exit(() =>
        withAccount(pool, identity, async (tx) => {
          const conversation = await conversationOf(tx, recipient, identity, text.at);
          await insertText(tx, { ...text, conversationId: conversation.id });
          const { decision } = text;
          if (recipient.contact !== null && decision) {
            await recordDecision(tx, identity, recipient.contact.id, decision);
          }
        }),
      );
    }
    throw error;
  }
}
