import type { Body, Reply } from '#contract/endpoint.ts';
import type { fetchMessages as FetchMessages } from '#contract/messages/thread.contract.ts';
import { readAccount, type Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';
import { readPlace as readSaid, writePlace as writeSaid } from '../../timeline/timeline-cursor.ts';
import { findSaid, TEXTS_RANK, toEntry } from '../../timeline/timeline.service.ts';
import { readPlace, writePlace } from './conversation-place.ts';
import { type ConversationRow, findVisible } from './conversations.sql.ts';
import { findTexts, findTheseTexts } from '../texts.sql.ts';
import { thumbsFor, toText } from '../to-text.ts';

type Page = Reply<typeof FetchMessages>;

/** @throws {Refusal} `not_found`, `refused` for a cursor that is none. */
export function fetchMessages(
  deps: Deps,
  identity: Identity,
  { conversation_id: id, cursor, limit }: Body<typeof FetchMessages>,
): Promise<Page> {
  return readAccount(deps.pool, identity, async (tx) => {
    const conversation = await findVisible(tx, visibilityValues(identity), { id });
    if (conversation === null) throw new Refusal('not_found', 'Conversation not found.');
    const asked = { cursor, limit, thumbOf: thumbsFor(deps, identity) };
    return conversation.contact_id === null
      ? ofNumber(tx, conversation, asked)
      : ofContact(tx, conversation.contact_id, asked);
  });
}

interface Asked {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly thumbOf: ReturnType<typeof thumbsFor>;
}

/** Texts, calls and e-mails of a contact in one order of time. */
async function ofContact(tx: Tx, contactId: number, { cursor, limit, thumbOf }: Asked): Promise<Page> {
  const after = cursor === undefined ? null : readSaid(cursor);
  const found = await findSaid(tx, { contactId, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const texts = await findTheseTexts(
    tx,
    page.flatMap(({ source, id }) => (source === TEXTS_RANK ? [id] : [])),
  );
  return {
    data: texts.map((row) => toText(row, thumbOf)),
    lines: page.filter(({ source }) => source !== TEXTS_RANK).map(toEntry),
    meta: { limit, next_cursor: last === undefined ? null : writeSaid(last) },
  };
}

/** Texts of an unknown number: nothing else is known of it. */
async function ofNumber(tx: Tx, conversation: ConversationRow, { cursor, limit, thumbOf }: Asked): Promise<Page> {
  const found = await findTexts(tx, { conversation, after: readPlace(cursor), limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((row) => toText(row, thumbOf)),
    lines: [],
    meta: { limit, next_cursor: last === undefined ? null : writePlace({ at: last.place, id: last.id }) },
  };
}
