import {
  CHAT_IDLE_MS,
  CHAT_TEXTS,
  type ChatBroadcast,
  type ChatIntent,
  type resumeChatSession,
  type startChatSession,
} from '#contract/chat.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { type Attribution, writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { chatStream, emitEvents } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import * as sql from './chat.sql.ts';
import { answererOf } from './intents.ts';

export interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

/** Messages of a conversation that are shown again. Ours. */
const MAX_MESSAGES = 500;

/** An answer of rules that takes longer was lost with its process. Ours: twice what a provider of quotes may take. */
const ANSWER_LOST_MS = 60_000;

/** With a model, twice its time limit, because rules answer after it. */
const answerLostMs = ({ config }: Pick<Deps, 'config'>): number =>
  Math.max(ANSWER_LOST_MS, 2 * (config.assistant?.timeoutMs ?? 0));

/** @throws {Refusal} `access_denied` with the reason, `refused` under `intent_type` for what is still to come. */
export async function startSession(
  deps: Deps,
  { identity, requestId }: Caller,
  intent: ChatIntent,
): Promise<Reply<typeof startChatSession>> {
  const { answerer, firstName } = await withAccount(deps.pool, identity, async (tx) => ({
    answerer: await answererOf(deps, tx, identity, intent),
    firstName: await sql.findFirstName(tx, identity.userId),
  }));
  const { content, suggestions } = await answerer.welcome(deps, { identity, firstName });
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const welcome = { content, suggestions: [...suggestions], timestamp: at.toISOString() };
    const id = await sql.insertSession(tx, { ...identity, intent, welcome, at });
    await writeAudit(tx, identity, requestId, { action: 'chat.started', ...subject(id), detail: { intent } });
    return { session: { id, intent_type: intent, status: 'active' }, welcome_message: welcome };
  });
}

/** Ending an ended conversation changes nothing. @throws {Refusal} `not_found` for an unknown conversation. */
export const endSession = (deps: Deps, { identity, requestId }: Caller, id: number): Promise<void> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireSession(tx, identity, id);
    await end(deps, tx, identity, requestId, id);
  });

/** Ends abandoned conversations. Run periodically by the jobs role. */
export async function endIdleSessions(deps: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  for (const chat of await sql.findIdleChats(deps.pool, new Date(deps.now().getTime() - CHAT_IDLE_MS))) {
    await withAccount(deps.pool, chat, (tx) => end(deps, tx, chat, '', chat.id));
  }
}

async function end(deps: Pick<Deps, 'now'>, tx: Tx, by: Attribution, requestId: string, id: number): Promise<void> {
  const isOver = await sql.endSession(tx, id, deps.now());
  if (!isOver) return;
  const told: ChatBroadcast = { type: 'chat.ended', session_id: id };
  await emitEvents(tx, by.accountId, [{ stream: chatStream(by), body: told }]);
  await writeAudit(tx, by, requestId, { action: 'chat.ended', ...subject(id) });
}

/** @throws {Refusal} `not_found` for an unknown conversation, `access_denied` where it could not continue. */
export const resumeSession = (deps: Deps, identity: Identity, id: number): Promise<Reply<typeof resumeChatSession>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const session = await requireSession(tx, identity, id);
    await answererOf(deps, tx, identity, session.intent);
    const messages = await sql.findMessages(tx, id, MAX_MESSAGES);
    const { status, ...shown } = sql.toSession(session);
    return {
      session: { ...shown, status: isIdle(session, deps.now()) ? 'inactive' : status },
      welcome_message: session.welcome,
      messages: messages.map(sql.toMessage),
      answering: isAnswering(deps, session, deps.now()),
    };
  });

/** A user's conversation; `lock` holds it until the commit. @throws {Refusal} `not_found` */
export async function requireSession(tx: Tx, identity: Identity, id: number, lock = false): Promise<sql.SessionRow> {
  const session = await sql.findSession(tx, identity, id, lock);
  if (session === null) throw new Refusal('not_found', CHAT_TEXTS.noSession);
  return session;
}

/** Expired by inactivity. */
export const isIdle = ({ spoken_at }: sql.SessionRow, at: Date): boolean =>
  at.getTime() - spoken_at.getTime() > CHAT_IDLE_MS;

/** An answer is being made, by a process that lives. */
export const isAnswering = (
  deps: Pick<Deps, 'config'>,
  { answering_since: since }: sql.SessionRow,
  at: Date,
): boolean => since !== null && at.getTime() - since.getTime() < answerLostMs(deps);

const subject = (id: number) => ({ subjectType: 'chat_session', subjectId: id });
