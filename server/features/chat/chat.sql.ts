import type { ChatIntent, ChatMessage, ChatSession, WelcomeMessage } from '#contract/chat.contract.ts';
import type { ReplyMetadata, ResponseType } from '#contract/chat/reply.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

export interface SessionRow {
  readonly id: number;
  readonly intent: ChatIntent;
  readonly welcome: WelcomeMessage;
  readonly state: unknown;
  /** `null`: no answer is being made. */
  readonly answering_since: Date | null;
  readonly spoken_at: Date;
  /** `null`: open. */
  readonly ended_at: Date | null;
}

export interface MessageRow {
  readonly id: number;
  readonly message_type: ChatMessage['message_type'];
  readonly content: string;
  readonly metadata: ReplyMetadata;
  readonly response_type: ResponseType | null;
  readonly created_at: Date;
}

/** Owners of the conversations: the user acted for, and the user who signed in. */
export interface Talker {
  readonly userId: number;
  readonly actorId: number;
}

/** Half of a pair of surrogates, as where a text was cut, is no JSON to the database. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner));

const MESSAGE = 'id, message_type, content, metadata, response_type, created_at';

export async function insertSession(
  tx: Tx,
  { userId, actorId, intent, welcome, at }: Talker & { intent: ChatIntent; welcome: WelcomeMessage; at: Date },
): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into chat_sessions (account_id, user_id, actor_id, intent, welcome, started_at, spoken_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $5) returning id`,
    [userId, actorId, intent, JSON.stringify(welcome), at],
  );
  if (rows[0] === undefined) throw new Error('the new conversation has no row');
  return rows[0].id;
}

/** One of their conversations; `lock` holds it until the commit. `null`: none. */
export async function findSession(
  tx: Tx,
  { userId, actorId }: Talker,
  id: number,
  lock = false,
): Promise<SessionRow | null> {
  const rows = await tx.raw<SessionRow>(
    `select id, intent, welcome, state, answering_since, spoken_at, ended_at from chat_sessions
     where id = $1 and user_id = $2 and actor_id = $3${lock ? ' for update' : ''}`,
    [id, userId, actorId],
  );
  return rows[0] ?? null;
}

/** Messages, oldest first; at most the latest `most`. */
export const findMessages = (tx: Tx, sessionId: number, most: number): Promise<MessageRow[]> =>
  tx.raw(
    `select * from (select ${MESSAGE} from chat_messages where session_id = $1 order by id desc limit $2) m order by id`,
    [sessionId, most],
  );

export interface Said {
  readonly sessionId: number;
  readonly type: ChatMessage['message_type'];
  readonly content: string;
  readonly metadata: ReplyMetadata;
  readonly responseType: ResponseType | null;
  readonly at: Date;
}

export async function insertMessage(tx: Tx, said: Said): Promise<MessageRow> {
  const rows = await tx.raw<MessageRow>(
    `insert into chat_messages (account_id, session_id, message_type, content, metadata, response_type, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6) returning ${MESSAGE}`,
    [said.sessionId, said.type, said.content, jsonOf(said.metadata), said.responseType, said.at],
  );
  if (rows[0] === undefined) throw new Error('the new message has no row');
  return rows[0];
}

export const startAnswering = (tx: Tx, id: number, at: Date) =>
  tx.raw('update chat_sessions set answering_since = $2, spoken_at = $2 where id = $1', [id, at]);

/**
 * Stores the reply and the intent's new state. False: no longer awaited, because the conversation ended or continued
 * with the next message.
 */
export async function finishAnswering(
  tx: Tx,
  id: number,
  { since, state, at }: { since: Date; state: unknown; at: Date },
): Promise<boolean> {
  const rows = await tx.raw(
    `update chat_sessions set answering_since = null, state = $3, spoken_at = $4
     where id = $1 and answering_since = $2 and ended_at is null returning 1`,
    [id, since, jsonOf(state ?? null), at],
  );
  return rows.length > 0;
}

/** No answer came: the same message may come again. */
export const giveUpAnswering = (tx: Tx, id: number, since: Date) =>
  tx.raw('update chat_sessions set answering_since = null where id = $1 and answering_since = $2', [id, since]);

/** False: it had ended before. */
export async function endSession(tx: Tx, id: number, at: Date): Promise<boolean> {
  const rows = await tx.raw(
    'update chat_sessions set ended_at = $2, answering_since = null where id = $1 and ended_at is null returning 1',
    [id, at],
  );
  return rows.length > 0;
}

export interface IdleChat extends Talker {
  readonly id: number;
  readonly accountId: number;
}

/** Open conversations of all accounts without a message since then. */
export const findIdleChats = (pool: Pool, before: Date) =>
  outsideAccounts<IdleChat>(
    pool,
    'select id, account_id as "accountId", user_id as "userId", actor_id as "actorId" from find_idle_chats($1)',
    [before],
  );

export const toSession = ({ id, intent, ended_at }: SessionRow): ChatSession => ({
  id,
  intent_type: intent,
  status: ended_at === null ? 'active' : 'inactive',
});

export const toMessage = ({ created_at, ...row }: MessageRow): ChatMessage => ({
  ...row,
  timestamp: created_at.toISOString(),
});

export async function findFirstName(tx: Tx, userId: number): Promise<string> {
  const rows = await tx.raw<{ first_name: string }>('select first_name from users where id = $1', [userId]);
  return rows[0]?.first_name ?? '';
}
