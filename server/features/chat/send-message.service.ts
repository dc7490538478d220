import type { ChatBroadcast, ChatMessage, sendChatMessage } from '#contract/chat.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { maskSealed } from '#rules/insurance/sealed-words.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { chatStream, emitEvents } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { ownDay } from '../profile/own-day.ts';
import type { ChatAnswer } from './answer.ts';
import { answerTurn } from './answer-turn.ts';
import * as sql from './chat.sql.ts';
import { answererOf } from './intents.ts';
import type { ModelTurn } from './model/answer-with-model.ts';
import { createWriting } from './model/writing.ts';
import { type Caller, isAnswering, isIdle, requireSession } from './sessions.service.ts';

/** Messages that an answer may look back at. Ours. */
const LOOKED_BACK = 20;

const NOT_LOOKED_UP =
  "I don't look people up by Medicare, Social Security, bank or card number, and I keep only the last digits.";

/**
 * Stores the message, answers it and stores the reply. A failure in between keeps the message, and sending it again,
 * even with the same key, continues from there: a request only adds the reply.
 * @throws {Refusal} `not_found`, `conflict` when the conversation is over or still answering, `access_denied` when the
 * intent is no longer available.
 */
export async function sendMessage(
  deps: Deps,
  { identity }: Caller,
  body: Body<typeof sendChatMessage>,
): Promise<ChatMessage> {
  const { session_id: id } = body;
  const typed = body.message.toWellFormed();
  const message = maskSealed(typed);
  const apart = <Result>(work: (tx: Tx) => Promise<Result>) =>
    beforeCommit.exit(() => withAccount(deps.pool, identity, work));
  const begun = await apart((tx) => begin(deps, tx, identity, { ...body, message }));
  const since = begun.turn.now;
  try {
    const answer = await beforeCommit.exit(() => tellingHow(deps, begun, id));
    const told = message === typed ? answer : { ...answer, content: `${answer.content}\n\n${NOT_LOOKED_UP}` };
    return await withAccount(deps.pool, identity, (tx) =>
      keep(deps, tx, identity, { id, since, message, answer: told }),
    );
  } catch (error) {
    await apart((tx) => sql.giveUpAnswering(tx, id, since));
    throw error;
  }
}

/** Returns the answer, and reports progress until then. */
async function tellingHow(deps: Deps, begun: ModelTurn, id: number): Promise<ChatAnswer> {
  const writing = createWriting(deps, begun.turn.identity, id);
  try {
    return await answerTurn(deps, begun, writing.tell);
  } finally {
    await writing.close();
  }
}

async function begin(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { session_id: id, message, intent_type: intent, contacts_scope: scope }: Body<typeof sendChatMessage>,
): Promise<ModelTurn> {
  const now = deps.now();
  const session = await requireSession(tx, identity, id, true);
  if (session.intent !== intent) throw refuseField('intent_type', 'This conversation is about a different topic.');
  if (session.ended_at !== null || isIdle(session, now)) throw new Refusal('conflict', 'This conversation has ended.');
  if (isAnswering(deps, session, now)) throw new Refusal('conflict', 'MAX is still answering your last message.');
  const answerer = await answererOf(deps, tx, identity, intent);
  const before = await sql.findMessages(tx, id, LOOKED_BACK);
  const said = isUnanswered(before, message) ? before : [...before, await say(tx, id, message, now)];
  await sql.startAnswering(tx, id, now);
  const today = await ownDay(deps, tx, identity.userId);
  return { answerer, said, turn: { identity, message, state: session.state, scope, today, now } };
}

/** The last message got no answer and is repeated. */
function isUnanswered(said: readonly sql.MessageRow[], message: string): boolean {
  const last = said.at(-1);
  return last?.message_type === 'user' && last.content === message;
}

const say = (tx: Tx, sessionId: number, content: string, at: Date) =>
  sql.insertMessage(tx, { sessionId, type: 'user', content, metadata: {}, responseType: null, at });

interface Made {
  readonly id: number;
  readonly since: Date;
  /** The message to answer. */
  readonly message: string;
  readonly answer: ChatAnswer;
}

/** @throws {Refusal} `conflict` when the reply is no longer awaited: it is dropped. */
async function keep(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { id, since, message: answers, answer }: Made,
): Promise<ChatMessage> {
  const { content, metadata, responseType, state } = answer;
  const at = deps.now();
  const isAwaited = await sql.finishAnswering(tx, id, { since, state, at });
  if (!isAwaited) throw new Refusal('conflict', 'The conversation moved on before this answer was ready.');
  const said = { sessionId: id, type: 'assistant', content, metadata, responseType, at } as const;
  const message = sql.toMessage(await sql.insertMessage(tx, said));
  const told: ChatBroadcast = { type: 'chat.replied', session_id: id, assistant_message: message, answers };
  await emitEvents(tx, identity.accountId, [{ stream: chatStream(identity), body: told }]);
  return message;
}
