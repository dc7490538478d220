import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { countSegments } from '#rules/messages/segments.ts';
import { isSpanishRequest, requestOf } from '#rules/messages/text-requests.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { emitEvents, textsStream } from '../../../events.ts';
import { touchContact } from '../../contacts/contacts.service.ts';
import { isWithdrawn } from '../../compliance/opt-outs.service.ts';
import { everyMatch, findNumberOutside } from '../../phone/numbers/find-by-number.service.ts';
import { answerKeyword } from './automatic-texts.ts';
import { type ConversationRow, noteWritten, takeConversation } from '../conversations/conversations.sql.ts';
import { lockOwnersOf, recordTextConsent } from './opt-out.ts';
import { tellText } from '../tell-texts.ts';
import { insertAttachment, insertText, isKnown, lockNumber } from '../texts.sql.ts';

export interface IncomingText {
  /** Of the carrier: a repetition changes nothing. */
  readonly sid: string;
  /** E.164. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
  /** Where the carrier has its pictures, below its account. */
  readonly media: readonly string[];
  /** The carrier has answered a keyword itself. */
  readonly isAnswered?: boolean;
}

type Use = Pick<Deps, 'pool' | 'jobs' | 'now' | 'textLine' | 'log'>;

/** Takes a text from outside. False: the number has no user here. */
export async function receiveText(deps: Use, incoming: IncomingText): Promise<boolean> {
  const { pool, log } = deps;
  const owner = await findNumberOutside(pool, incoming.to);
  const [userId] = owner?.user_ids ?? [];
  if (owner === null || userId === undefined) {
    log.warn('a text came in for a number that is nobody’s');
    return false;
  }
  await withAccount(pool, { accountId: owner.account_id }, (tx) =>
    take(deps, tx, { accountId: owner.account_id, userId }, incoming),
  );
  return true;
}

interface To {
  readonly accountId: number;
  /** User with the number that it came to. */
  readonly userId: number;
}

async function take(deps: Use, tx: Tx, { accountId, userId }: To, incoming: IncomingText): Promise<void> {
  const { sid, from, to, body, media } = incoming;
  const at = deps.now();
  await lockNumber(tx, from);
  const contactId = await whoWrites(tx, from, userId);
  const owners = await lockOwnersOf(tx, from, contactId === null ? [] : [contactId]);
  if (await isKnown(tx, sid)) return;
  const wanted = requestOf(body);
  // YES is an answer like any other for who has not opted out.
  const asks = wanted === 'opt_in' && !(await isWithdrawn(tx, from)) ? null : wanted;
  const conversation = await takeConversation(
    tx,
    contactId === null ? { phone: from, userId } : { contactId, phone: from },
    at,
  );
  const textId = await insertText(tx, {
    conversationId: conversation.id,
    contactId,
    direction: 'in',
    status: 'received',
    body,
    from,
    to,
    segments: countSegments(body).segments,
    purpose: 'service',
    userId: null,
    actorId: null,
    asks,
    carrier: deps.textLine.name,
    sid,
    at,
  });
  for (const path of media) {
    await insertAttachment(tx, textId, { carrierPath: path, isWaiting: contactId === null });
  }
  const review = asks === 'revocation' ? textId : null;
  await noteWritten(tx, conversation.id, { phone: from, direction: 'in', review });
  if (contactId !== null) await touchContact(tx, contactId, at);
  await tellText(tx, accountId, textId);
  await tellReceiver(tx, accountId, conversation, { textId, from, body });
  if (asks === 'opt_out' || asks === 'opt_in') {
    const isOver = asks === 'opt_out' && (await isWithdrawn(tx, from));
    await recordTextConsent(tx, owners, {
      accountId,
      number: from,
      kind: asks === 'opt_out' ? 'withdrawn' : 'given',
      evidence: `Texted “${body.trim().slice(0, 100)}”.`,
      textId,
      source: 'text',
      who: null,
      at,
    });
    // An opt-out is confirmed once.
    if (isOver) return;
  }
  if (asks === null || asks === 'revocation') return;
  if (incoming.isAnswered === true || deps.textLine.answers(body)) return;
  const isSpanish = isSpanishRequest(body);
  const answer = {
    accountId,
    conversationId: conversation.id,
    contactId,
    from: to,
    to: from,
    what: asks,
    isSpanish,
    at,
  };
  await tellText(tx, accountId, await answerKeyword(deps, tx, answer));
}

/**
 * The contact of a number: of several the one in the conversation with it, else the one of whose number was texted, else
 * whom someone talked with last. `null`: unknown.
 */
async function whoWrites(tx: Tx, from: string, userId: number): Promise<number | null> {
  const found = await everyMatch(tx, from);
  if (found.length < 2) return found[0]?.id ?? null;
  const ids = found.map(({ id }) => id);
  const [talking] = await tx.raw<{ contact_id: number }>(
    `select contact_id from conversations where contact_id = any($1::bigint[]) and phone = $2 and deleted_at is null
     order by last_at desc, id desc limit 1`,
    [ids, from],
  );
  return talking?.contact_id ?? found.find(({ owner_id: owner }) => owner === userId)?.id ?? ids[0] ?? null;
}

/** 'New message from {phone}': for who answers it. */
async function tellReceiver(
  tx: Tx,
  accountId: number,
  { id, user_id: userId, contact_id: contactId }: ConversationRow,
  { textId, from, body }: { readonly textId: number; readonly from: string; readonly body: string },
): Promise<void> {
  const [contact] =
    contactId === null
      ? []
      : await tx.raw<{ name: string }>(
          `select trim(first_name || ' ' || last_name) as name from contacts where id = $1`,
          [contactId],
        );
  const event: TextsBroadcast = {
    type: 'text.received',
    conversation_id: id,
    text_id: textId,
    phone: from,
    name: contact?.name ?? '',
    contact_id: contactId,
    body: body.slice(0, 160),
  };
  await emitEvents(tx, accountId, [{ stream: textsStream(userId), body: event }]);
}
