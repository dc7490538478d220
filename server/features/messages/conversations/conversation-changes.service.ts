import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Conversation, Text } from '#contract/messages/text.contract.ts';
import type * as contract from '#contract/messages.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import { entryNow } from '../../compliance/consents.service.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { type Caller, requireContact, requireLiveContact } from '../../contacts/contacts.service.ts';
import { mayGiveTo } from '../../contacts/contact-visibility.sql.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';
import { conversationNow, requireConversation } from './conversations.service.ts';
import * as rows from './conversations.sql.ts';
import { lockOwnersOf, recordTextConsent } from '../incoming/opt-out.ts';
import { visibleText } from '../sending/send-text.service.ts';
import { tellConversation, tellText } from '../tell-texts.ts';
import { changeText, loadWaiting, lockNumber } from '../texts.sql.ts';
import { thumbsFor, toText } from '../to-text.ts';

type Found = rows.ConversationRow;

/** Changes a conversation that the caller sees, with audit and event. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  action: string | null,
  work: (tx: Tx, row: Found) => Promise<Readonly<Record<string, unknown>> | null>,
): Promise<Conversation> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireConversation(tx, identity, id);
    const detail = await work(tx, row);
    if (detail === null) return conversationNow(tx, identity, id);
    if (action !== null) await writeAudit(tx, identity, requestId, { action, ...subjectOf(row), detail });
    await tellConversation(tx, identity.accountId, id);
    return conversationNow(tx, identity, id);
  });
}

/** Its contact, or itself. */
const subjectOf = ({ id, contact_id: contactId }: Pick<Found, 'id' | 'contact_id'>) =>
  contactId === null
    ? { subjectType: 'conversation', subjectId: id }
    : { subjectType: 'contact', subjectId: contactId };

/** Only who answers it reads it for good. @throws {Refusal} `not_found` */
export const readConversation = (
  deps: Deps,
  caller: Caller,
  { conversation_id: id, read }: Body<typeof contract.readConversation>,
): Promise<Conversation> =>
  change(deps, caller, id, null, async (tx, { user_id: userId, unread }) => {
    if (userId !== caller.identity.userId || (unread === 0) === read) return null;
    await rows.changeConversation(tx, id, { unread: read ? 0 : 1 });
    return {};
  });

/** @throws {Refusal} `not_found` */
export const closeConversation = (
  deps: Deps,
  caller: Caller,
  { conversation_id: id, closed }: Body<typeof contract.closeConversation>,
): Promise<Conversation> =>
  change(deps, caller, id, 'conversation.closed', async (tx, { closed_at: since }) => {
    if ((since !== null) === closed) return null;
    await rows.changeConversation(tx, id, { closed_at: closed ? deps.now() : null });
    return { conversation_id: id, closed };
  });

/** @throws {Refusal} `not_found`, `refused` for a user who may not answer it. */
export const assignConversation = (
  deps: Deps,
  caller: Caller,
  { conversation_id: id, user_id: userId }: Body<typeof contract.assignConversation>,
): Promise<Conversation> =>
  change(deps, caller, id, 'conversation.assigned', async (tx, row) => {
    const { contact_id: contactId, user_id: from } = row;
    if (!(await mayGiveTo(tx, visibilityValues(caller.identity), { userId, contactId }))) {
      throw refuseField('user_id', 'Choose someone who may see this conversation.');
    }
    if (from === userId) return null;
    await tellConversation(tx, caller.identity.accountId, id);
    // An unknown number belongs to who answers it.
    await rows.changeConversation(tx, id, { user_id: userId, ...(contactId === null && { owner_id: userId }) });
    return { conversation_id: id, from_user_id: from, to_user_id: userId };
  });

/**
 * Decides about a text in free words. An opt-out counts for everyone with the number.
 * @throws {Refusal} `not_found`, `conflict` when nothing waits for a decision.
 */
export function answerRevocation(
  deps: Deps,
  { identity, requestId }: Caller,
  { conversation_id: id, opted_out: optedOut }: Body<typeof contract.answerRevocation>,
): Promise<Conversation> {
  return withAccount(deps.pool, identity, async (tx) => {
    const seen = await rows.findVisible(tx, visibilityValues(identity), { id });
    if (seen === null) throw new Refusal('not_found', 'Conversation not found.');
    const owners = await lockOwnersOf(tx, seen.phone, seen.contact_id === null ? [] : [seen.contact_id]);
    const row = await requireConversation(tx, identity, id);
    const { review_text_id: textId, contact_id: contactId } = row;
    if (textId === null) throw new Refusal('conflict', 'Nothing waits for a decision here.');
    await rows.changeConversation(tx, id, { review_text_id: null });
    if (optedOut) {
      const [said] = await tx.raw<{ body: string }>('select body from text_messages where id = $1', [textId]);
      const all = contactId === null || owners.includes(contactId) ? owners : [...owners, contactId];
      await recordTextConsent(tx, all, {
        accountId: identity.accountId,
        number: row.phone,
        kind: 'withdrawn',
        evidence: `Texted “${(said?.body ?? '').slice(0, 300)}”.`,
        textId,
        source: 'text',
        who: identity,
        at: deps.now(),
      });
    }
    const detail = { conversation_id: id, text_id: textId, opted_out: optedOut };
    await writeAudit(tx, identity, requestId, { action: 'revocation.answered', ...subjectOf(row), detail });
    await tellConversation(tx, identity.accountId, id);
    return conversationNow(tx, identity, id);
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted, `refused` without a number. */
export function updatePermission(
  deps: Deps,
  { identity, requestId }: Caller,
  { contact_id: id, permission, evidence }: Body<typeof contract.updatePermission>,
): Promise<ConsentEntry> {
  return withAccount(deps.pool, identity, async (tx) => {
    const { phone } = await requireContact(tx, identity, id);
    if (phone === null || phone === '') {
      throw new Refusal('refused', 'This contact has no phone number. Add one first.');
    }
    const owners = await lockOwnersOf(tx, phone, [id]);
    const contact = await requireLiveContact(tx, identity, id);
    const isOut = permission === 'opted_out';
    // An opt-out counts for everyone with the number; a consent is this contact's own, and the number's.
    const entries = await recordTextConsent(tx, isOut ? [...new Set([...owners, id])] : [id], {
      accountId: identity.accountId,
      number: phone,
      kind: isOut ? 'withdrawn' : 'given',
      evidence: cleanText(evidence),
      textId: null,
      source: 'asked',
      who: identity,
      at: deps.now(),
    });
    const consentId = entries.get(id) ?? 0;
    const detail = { consent_id: consentId, kind: isOut ? 'withdrawn' : 'given', channel: 'text' };
    await writeAudit(tx, identity, requestId, {
      action: 'consent.recorded',
      subjectType: 'contact',
      subjectId: id,
      detail,
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return entryNow(deps, tx, identity, id, consentId);
  });
}

/**
 * An unknown number is a contact: its texts come to the contact's conversation.
 * @throws {Refusal} `not_found`, `conflict` for the conversation of a contact, and when the contact is deleted.
 */
export function attachConversation(
  deps: Deps,
  { identity, requestId }: Caller,
  { conversation_id: id, contact_id: contactId }: Body<typeof contract.attachConversation>,
): Promise<Conversation> {
  return withAccount(deps.pool, identity, async (tx) => {
    const seen = await rows.findVisible(tx, visibilityValues(identity), { id });
    // A text that comes in at the same time finds the contact, or comes before.
    if (seen !== null) await lockNumber(tx, seen.phone);
    await requireLiveContact(tx, identity, contactId);
    const row = await requireConversation(tx, identity, id);
    if (row.contact_id !== null) throw new Refusal('conflict', 'This conversation already belongs to a contact.');
    const known = await rows.lockVisible(tx, visibilityValues(identity), { contactId });
    if (known === null) await rows.giveContact(tx, id, contactId);
    await loadWaiting(tx, id);
    await rows.giveTexts(tx, id, { id: known?.id ?? id, contactId });
    const into = known?.id ?? id;
    await rows.recount(tx, into);
    const detail = { conversation_id: id, contact_id: contactId };
    const subject = { subjectType: 'contact', subjectId: contactId };
    await writeAudit(tx, identity, requestId, { action: 'conversation.attached', ...subject, detail });
    await tellConversation(tx, identity.accountId, into);
    return conversationNow(tx, identity, into);
  });
}

/** @throws {Refusal} `not_found`, `refused` without a contact and a conversation. */
export function saveDraft(
  deps: Deps,
  { identity }: Caller,
  { contact_id: contactId, conversation_id: asked, body }: Body<typeof contract.saveDraft>,
): Promise<{ conversation_id: number | null; draft: string }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const id = await draftPlace(deps, tx, { identity, contactId, asked, isEmpty: body.trim() === '' });
    if (id === null) return { conversation_id: null, draft: '' };
    if (body.trim() === '') await rows.dropDraft(tx, identity.userId, id);
    else await rows.keepDraft(tx, identity.userId, id, body, deps.now());
    return { conversation_id: id, draft: body.trim() === '' ? '' : body };
  });
}

interface DraftAsked {
  readonly identity: Caller['identity'];
  readonly contactId: number | undefined;
  readonly asked: number | undefined;
  readonly isEmpty: boolean;
}

/** The conversation of a draft; `null`: there is none, and nothing to keep. */
async function draftPlace(deps: Deps, tx: Tx, { identity, contactId, asked, isEmpty }: DraftAsked) {
  const visibility = visibilityValues(identity);
  if (asked !== undefined) {
    const found = await rows.findVisible(tx, visibility, { id: asked });
    if (found === null) throw new Refusal('not_found', 'Conversation not found.');
    return found.id;
  }
  if (contactId === undefined) throw refuseField('contact_id', 'Choose a contact or a conversation.');
  const contact = await requireLiveContact(tx, identity, contactId);
  const known = await rows.findVisible(tx, visibility, { contactId });
  if (known !== null) return known.id;
  if (isEmpty) return null;
  const phone = contact.phone ?? contact.phone_2 ?? '';
  if (phone === '') throw new Refusal('refused', 'This contact has no phone number. Add one first.');
  return (await rows.takeConversation(tx, { contactId, phone }, deps.now())).id;
}

/** @throws {Refusal} `not_found`, `conflict` when it has left. */
export function cancelText(
  deps: Deps,
  { identity, requestId }: Caller,
  { message_id: textId }: Body<typeof contract.cancelMessage>,
): Promise<Text> {
  return withAccount(deps.pool, identity, async (tx) => {
    const text = await visibleText(tx, identity, textId);
    if (text.status !== 'held' && text.status !== 'queued') {
      throw new Refusal('conflict', 'This text can’t be canceled any more.');
    }
    await changeText(tx, textId, { status: 'canceled', reason: 'Canceled before it was sent.', held_until: null });
    await writeAudit(tx, identity, requestId, {
      action: 'text.canceled',
      ...subjectOf({ id: text.conversation_id, contact_id: text.contact_id }),
      detail: { text_id: textId },
    });
    return toText(await tellText(tx, identity.accountId, textId), thumbsFor(deps, identity));
  });
}
