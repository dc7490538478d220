import type { Body, Query, Reply } from '#contract/endpoint.ts';
import {
  type Conversation,
  COUNTED_CONVERSATIONS,
  type ConversationCounts,
  type ConversationShown,
} from '#contract/messages/text.contract.ts';
import type * as contract from '#contract/messages.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import { readAccount, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import type { Seal } from '../../../seal.ts';
import { allowedUntil, mayBeReached } from '../../compliance/may-be-reached.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { type FoundContact, requireContact } from '../../contacts/contacts.service.ts';
import { seenBy, visibilityValues } from '../../contacts/contact-visibility.ts';
import { readPlace, writePlace } from './conversation-place.ts';
import { unregisteredReason } from '../../registration/registration-gate.ts';
import * as rows from './conversations.sql.ts';
import { ownNumbers } from '../own-numbers.ts';

const unknown = () => new Refusal('not_found', 'Conversation not found.');

export const toConversation = (row: rows.FoundConversation): Conversation => ({
  id: row.id,
  contact: row.contact,
  phone: row.phone,
  user: { id: row.user_id, name: row.user_name },
  unread: row.unread,
  line: row.line,
  last: row.last,
  held: row.held,
  review: row.review,
  opted_out_at: row.opted_out_at?.toISOString() ?? null,
  closed: row.closed_at !== null,
  draft: row.draft,
  version: row.version,
});

/** A conversation as the caller sees it. @throws {Refusal} `not_found` */
export async function conversationNow(tx: Tx, { userId }: Identity, id: number): Promise<Conversation> {
  const [row] = await rows.findConversations(tx, userId, [id]);
  if (row === undefined) throw unknown();
  return toConversation(row);
}

/** @throws {Refusal} `not_found` */
export async function requireConversation(tx: Tx, identity: Identity, id: number): Promise<rows.ConversationRow> {
  const found = await rows.lockVisible(tx, visibilityValues(identity), { id });
  if (found === null) throw unknown();
  return found;
}

const whoseOf = async (tx: Tx, identity: Identity, whose: 'mine' | 'all'): Promise<rows.Whose> =>
  whose === 'mine' ? 'mine' : seenBy(tx, identity);

/** @throws {Refusal} `refused` for a cursor that is none. */
export function fetchConversations(
  deps: Deps,
  identity: Identity,
  { whose, cursor, ...asked }: Body<typeof contract.fetchConversations>,
): Promise<Reply<typeof contract.fetchConversations>> {
  const after = readPlace(cursor);
  return readAccount(deps.pool, identity, async (tx) => {
    const wanted = { ...asked, after, limit: asked.limit + 1, whose: await whoseOf(tx, identity, whose) };
    const found = await rows.findPage(tx, visibilityValues(identity), wanted);
    const page = found.slice(0, asked.limit);
    const last = found.length > asked.limit ? page.at(-1) : undefined;
    return {
      data: page.map(toConversation),
      meta: {
        limit: asked.limit,
        next_cursor: last === undefined ? null : writePlace({ at: last.last_at, id: last.id }),
      },
    };
  });
}

export const countConversations = (
  deps: Deps,
  identity: Identity,
  { whose }: Body<typeof contract.countConversations>,
): Promise<ConversationCounts> =>
  readAccount(deps.pool, identity, async (tx) =>
    rows.countConversations(tx, visibilityValues(identity), {
      whose: await whoseOf(tx, identity, whose),
      most: COUNTED_CONVERSATIONS,
    }),
  );

/** @throws {Refusal} `not_found`, `refused` without a contact and a conversation. */
export function showConversation(
  deps: Deps,
  identity: Identity,
  { contact_id: contactId, conversation_id: id }: Query<typeof contract.showConversation>,
): Promise<ConversationShown> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await shownRow(tx, identity, { contactId, id });
    const ofContact = contactId ?? row?.contact_id ?? null;
    const contact = ofContact === null ? null : await requireContact(tx, identity, ofContact);
    const to = numbersOf(contact, row);
    const from = await ownNumbers(tx, identity.userId);
    const conversation = row === null ? null : await conversationNow(tx, identity, row.id);
    return {
      conversation,
      contact: contact && {
        id: contact.id,
        number: contact.number,
        name: contactName(contact),
        city: contact.city,
        state: contact.state,
      },
      to,
      from,
      cannot_send: whyNot(contact, to, from) || (await unregisteredReason(deps, tx, from[0]?.number ?? '')),
      may_be_texted: await decisionsOf(tx, deps.seal, contact, to[0]?.number ?? null, deps.now()),
      carrier: deps.textLine.name,
      draft: conversation?.draft ?? '',
    };
  });
}

async function shownRow(
  tx: Tx,
  identity: Identity,
  { contactId, id }: { readonly contactId: number | undefined; readonly id: number | undefined },
): Promise<rows.ConversationRow | null> {
  const visibility = visibilityValues(identity);
  if (id !== undefined) {
    const row = await rows.findVisible(tx, visibility, { id });
    if (row === null || (contactId !== undefined && row.contact_id !== contactId)) throw unknown();
    return row;
  }
  if (contactId === undefined) throw refuseField('contact_id', 'Choose a contact or a conversation.');
  return rows.findVisible(tx, visibility, { contactId });
}

/** The number texted last stands first, as long as it is one of theirs. */
function numbersOf(contact: FoundContact | null, row: rows.ConversationRow | null): ConversationShown['to'] {
  if (contact === null) return row === null ? [] : [{ number: row.phone, type: null }];
  const theirs = [
    { number: contact.phone, type: contact.phone_type },
    { number: contact.phone_2, type: contact.phone_2_type },
  ].flatMap(({ number, type }) => (number === null || number === '' ? [] : [{ number, type }]));
  return theirs.toSorted((a, b) => Number(b.number === row?.phone) - Number(a.number === row?.phone));
}

function whyNot(contact: FoundContact | null, to: readonly unknown[], from: readonly unknown[]): string {
  if (contact?.deleted_at) return 'This contact is deleted. Restore it first.';
  if (to.length === 0) return 'This contact has no phone number. Add one first.';
  return from.length === 0 ? "You don't have a number to text from yet." : '';
}

async function decisionsOf(
  tx: Tx,
  seal: Seal,
  contact: FoundContact | null,
  phone: string | null,
  at: Date,
): Promise<ConversationShown['may_be_texted']> {
  if (phone === null) return [];
  const reached = contact === null ? { id: 0, ...NO_ADDRESS, email: null, email_status: '', died_on: null } : contact;
  const shown: ConversationShown['may_be_texted'][number][] = [];
  for (const purpose of ['service', 'marketing'] as const) {
    const asked = { channel: 'text', purpose, at } as const;
    const decision = await mayBeReached(tx, seal, { ...reached, phone }, asked);
    const until = decision.allowed ? await allowedUntil(tx, seal, { ...reached, phone }, asked) : null;
    shown.push({ decision, sentence: decisionSentence(decision), until: until?.toISOString() ?? null });
  }
  return shown;
}
