import {
  CHAT_TEXTS,
  type ChatIntent,
  type ChatMessage,
  type ChatSession,
  type resumeChatSession,
  type startChatSession,
  type WelcomeMessage,
} from '#contract/chat.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { maskSealed } from '#rules/insurance/sealed-words.ts';
import type { ChatView, IntentChoice, LeavingView, ShownMessage } from './chat-view.ts';
import type { Departure } from './departure.machine.ts';

export type Begun = Reply<typeof startChatSession>;
export type Resumed = Reply<typeof resumeChatSession>;

/** Something that was said and has no answer yet. */
export interface Pending {
  /** Idempotency key, the same for every try. */
  readonly key: string;
  readonly text: string;
  /** Id of the last message that was known before it; 0: there was none. */
  readonly after: number;
  /** The current search as edited by hand; absent: unedited. */
  readonly scope?: ContactsScopeInput;
}

/** State that survives a reload of the tab. */
export interface KeptChat {
  readonly session: ChatSession;
  readonly place: 'picking' | 'chatting';
  readonly open: boolean;
  readonly pending: Pending | null;
}

export interface ChatInput {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newKey: () => string;
  readonly intents: readonly IntentChoice[];
  /** `null`: nothing went on in this tab. */
  readonly kept: KeptChat | null;
}

export interface ChatContext extends ChatInput {
  /** `null`: no open conversation. */
  readonly session: ChatSession | null;
  readonly welcome: WelcomeMessage | null;
  readonly messages: readonly ShownMessage[];
  /** Id of the newest message of the server; 0: none is known. */
  readonly lastId: number;
  readonly pending: Pending | null;
  /** The answer as far as it is written. */
  readonly writing: { readonly doing: string; readonly content: string };
  /** Looks for the answer that did not reach the server, one after the other. */
  readonly missed: number;
  /** Queued: an earlier message is still being answered. */
  readonly isHeldUp: boolean;
  /** Searches edited by hand, by message key. */
  readonly scopes: ChatView['scopes'];
  readonly failure: string | null;
  readonly alert: string | null;
  /** Intent of the conversation that is being started. */
  readonly wanted: ChatIntent | null;
  readonly departure: Departure | null;
  readonly leaving: LeavingView | null;
}

/** Why a port was rejected. */
export interface ChatFailure {
  /**
   * `over`: there is no such conversation any more. `open`: it may have happened all the same. `held`: not now, as it has
   * ended or something else is being answered.
   */
  readonly kind: 'over' | 'open' | 'held' | 'refused';
  /** Sentence from the server. `null`: none. */
  readonly text: string | null;
}

export const failureOf = (error: unknown): ChatFailure =>
  typeof error === 'object' && error !== null && 'kind' in error
    ? (error as ChatFailure)
    : { kind: 'refused', text: null };

const NOTHING_WRITTEN: ChatContext['writing'] = { doing: '', content: '' };

/** The reply arrived, or is no longer awaited. */
export const SETTLED = { pending: null, writing: NOTHING_WRITTEN, missed: 0, isHeldUp: false, failure: null } as const;

/** No conversation. */
export const NO_TALK = { ...SETTLED, session: null, welcome: null, messages: [], lastId: 0, scopes: {} } as const;

export const freshChat = (input: ChatInput): ChatContext => ({
  ...input,
  ...NO_TALK,
  session: input.kept?.session ?? null,
  pending: input.kept?.pending ?? null,
  alert: null,
  wanted: null,
  departure: null,
  leaving: null,
});

/** The open conversation. `null`: none. */
export const ongoingIn = ({ session }: ChatContext): number | null =>
  session?.status === 'active' ? session.id : null;

export const beginTalk = ({ session, welcome_message }: Begun) => ({ ...NO_TALK, session, welcome: welcome_message });

/** The words of what is waited for, as the server keeps them. */
export const awaitedWords = ({ pending }: ChatContext): string => keptAs(pending?.text ?? '');

/** The message being sent; shown before the server has it. */
export function say(context: ChatContext, text: string) {
  const scope = standingScope(context);
  const pending = { key: context.newKey(), text, after: context.lastId, ...(scope && { scope }) };
  return { ...SETTLED, pending, messages: [...context.messages, ownMessage(pending, context.now())] };
}

/** The search of the newest answer that has one, where it was changed. */
function standingScope({ messages, scopes }: ChatContext): ContactsScopeInput | undefined {
  const newest = messages.findLast(({ metadata }) => metadata.search_payload !== undefined);
  return newest && scopes[newest.key];
}

const ownMessage = ({ key, text }: Pending, now: number): ShownMessage => ({
  key,
  message_type: 'user',
  content: text,
  timestamp: new Date(now).toISOString(),
  metadata: {},
  response_type: null,
});

/** An answer without a word is one that failed. Source: core §8. */
function shown(said: ChatMessage, key = keyOf(said)): ShownMessage {
  const { id: _id, ...message } = said;
  const isEmpty = message.content.trim() === '' && message.response_type === null && !message.metadata.questions;
  return { ...message, key, ...(isEmpty && { content: CHAT_TEXTS.emptyReply }) };
}

/** A reply and the message it answers, as stored by the server. */
export interface Answered {
  readonly answers: string;
  readonly reply: ChatMessage;
}

/** The server masks some numbers. */
const keptAs = (text: string): string => maskSealed(text.toWellFormed());
const isKeptAs = (text: string, kept: string): boolean => keptAs(text) === kept;

/** Whether a reply is the awaited one. */
export const isAwaited = ({ pending }: ChatContext, { answers, reply }: Answered): boolean =>
  pending !== null && reply.id > pending.after && isKeptAs(pending.text, answers);

const keyOf = ({ id }: ChatMessage): string => `message ${id}`;

export const isNews = ({ messages }: ChatContext, reply: ChatMessage): boolean =>
  !messages.some(({ key }) => key === keyOf(reply));

/** Replies of a conversation. */
export const answeredIn = (messages: readonly ChatMessage[]): readonly Answered[] =>
  messages.flatMap((reply, at) => {
    const before = messages[at - 1];
    return reply.message_type === 'assistant' && before ? [{ reply, answers: before.content }] : [];
  });

/** Adds replies that are not known yet, each below its message; the awaited one ends the wait. */
export function addAnswers(context: ChatContext, answered: readonly Answered[]): Partial<ChatContext> {
  const news = answered.filter(({ reply }) => isNews(context, reply));
  const isSettled = answered.some((one) => isAwaited(context, one));
  const lastId = Math.max(context.lastId, ...news.map(({ reply }) => reply.id));
  const messages = news.reduce((shownNow, one) => addAnswer(shownNow, one, context.pending), context.messages);
  return { lastId, messages, ...(isSettled && SETTLED) };
}

/** A message sent in another tab arrives with its reply. */
function addAnswer(messages: readonly ShownMessage[], { answers, reply }: Answered, pending: Pending | null) {
  const asked = messages.findLastIndex(
    (one, at) =>
      one.message_type === 'user' && messages[at + 1]?.message_type !== 'assistant' && isKeptAs(one.content, answers),
  );
  if (asked >= 0) return messages.toSpliced(asked + 1, 0, shown(reply));
  const own = messages.findIndex(({ key }) => key === pending?.key);
  const said: ShownMessage = {
    key: `before message ${reply.id}`,
    message_type: 'user',
    content: answers,
    timestamp: reply.timestamp,
    metadata: {},
    response_type: null,
  };
  return messages.toSpliced(own < 0 ? messages.length : own, 0, said, shown(reply));
}

/** The message that is waited for, as the server has it. */
const reachedIn = (pending: Pending | null, messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast(
    (one) => pending && one.id > pending.after && one.message_type === 'user' && isKeptAs(pending.text, one.content),
  );

export type Stand = 'answered' | 'answering' | 'heldUp' | 'unanswered';

/** Id of the last message on the server. */
export function standOf(context: ChatContext, { messages, answering }: Resumed): Stand {
  const { pending } = context;
  const last = messages.at(-1);
  const isMaking = answering && last?.message_type === 'user';
  if (pending === null) return isMaking ? 'answering' : 'answered';
  if (answeredIn(messages).some((one) => isAwaited(context, one))) return 'answered';
  if (isMaking) return last === reachedIn(pending, messages) ? 'answering' : 'heldUp';
  return 'unanswered';
}

/** The conversation as the server has it; what did not reach it stays at its end. */
export function adopt(context: ChatContext, resumed: Resumed) {
  const { session, welcome_message, messages } = resumed;
  const stand = standOf(context, resumed);
  const pending = stand === 'answering' ? (context.pending ?? pendingIn(context, messages)) : context.pending;
  const reached = reachedIn(pending, messages);
  const own = messages.map((one) => (one === reached ? shown(one, pending?.key) : shown(one)));
  return {
    session,
    welcome: welcome_message,
    pending,
    messages: pending && !reached ? [...own, ownMessage(pending, context.now())] : own,
    lastId: Math.max(0, ...messages.map(({ id }) => id)),
    ...(stand === 'answered' && SETTLED),
  };
}

/** A message being answered that another tab sent. */
const pendingIn = ({ newKey }: ChatContext, messages: readonly ChatMessage[]): Pending => ({
  key: newKey(),
  text: messages.at(-1)?.content ?? '',
  after: messages.at(-2)?.id ?? 0,
});

/** Says under a message that its page was not opened. */
export const refusePage = (messages: readonly ShownMessage[], key: string | null): readonly ShownMessage[] =>
  messages.map((message) =>
    message.key === key
      ? { ...message, content: `${message.content}\n\n${CHAT_TEXTS.pageRefused}`.trim(), response_type: null }
      : message,
  );
