import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { ReplyMetadata, RESPONSE_TYPES } from './chat/reply.contract.ts';
import { ContactsScope } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Intents of a MAX conversation. Source: core §6. */
export const CHAT_INTENTS = [
  'contact_search',
  'learn_system',
  'contact_insight',
  'csg_quote',
  'email_creation',
  'customer_support',
] as const;
export type ChatIntent = (typeof CHAT_INTENTS)[number];

/** Shown as Active and Inactive. */
export const CHAT_STATUSES = ['active', 'inactive'] as const;

export const ChatSession = z.object({
  id: Id,
  intent_type: z.enum(CHAT_INTENTS),
  status: z.enum(CHAT_STATUSES),
});
export type ChatSession = z.output<typeof ChatSession>;

export const ChatMessage = z.object({
  id: Id,
  message_type: z.enum(['user', 'assistant']),
  /** Plain text, possibly several lines. */
  content: z.string(),
  timestamp: Instant,
  metadata: ReplyMetadata,
  /** `null`: text only, and every message of the user. */
  response_type: z.nullable(z.enum(RESPONSE_TYPES)),
});
export type ChatMessage = z.output<typeof ChatMessage>;

export const WelcomeMessage = z.object({
  content: z.string(),
  timestamp: Instant,
  /** Suggested first messages. */
  suggestions: z.array(z.string()),
});
export type WelcomeMessage = z.output<typeof WelcomeMessage>;

/** Characters of a message at most. Ours. */
export const MESSAGE_MAX = 2_000;

const intentType = z.enum(CHAT_INTENTS);
const family = { access: 'chat.use', feature: 'chat' } as const;

// ---- endpoints -------------------------------------------------------------

export const startChatSession = endpoint({
  ...family,
  name: 'startChatSession',
  method: 'POST',
  path: '/v1/chat/start_session',
  summary: 'Start a chat session with MAX',
  effect: 'write',
  idempotent: true,
  rate: 'write',
  audit: 'chat.started',
  body: z.strictObject({ intent_type: intentType }),
  reply: z.object({ session: ChatSession, welcome_message: WelcomeMessage }),
});

export const sendChatMessage = endpoint({
  ...family,
  name: 'sendChatMessage',
  method: 'POST',
  path: '/v1/chat/send_message',
  summary: 'Send a message to MAX and get the answer',
  effect: 'write',
  idempotent: true,
  rate: 'write',
  audit: null,
  body: z.strictObject({
    session_id: Id,
    message: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter some text first.'),
        z.maxLength(MESSAGE_MAX, `Use at most ${MESSAGE_MAX.toLocaleString('en-US')} characters.`),
      ),
    intent_type: intentType,
    /** The current search after its parts were edited by hand; the message refines this one. */
    contacts_scope: z.optional(ContactsScope),
  }),
  reply: z.object({ assistant_message: ChatMessage }),
});

export const endChatSession = endpoint({
  ...family,
  name: 'endChatSession',
  method: 'POST',
  path: '/v1/chat/end_session',
  summary: 'End a conversation; ending it again changes nothing',
  effect: 'write',
  idempotent: true,
  rate: 'write',
  audit: 'chat.ended',
  body: z.strictObject({ session_id: Id }),
  reply: null,
});

/** Not among the 404 specified calls: a reloaded page, or one that lost a reply, continues from here. */
export const resumeChatSession = endpoint({
  ...family,
  name: 'resumeChatSession',
  method: 'GET',
  path: '/v1/chat/sessions/:id/resume',
  summary: 'A chat session of the current user with its messages',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
  params: z.strictObject({ id: PathId }),
  reply: z.object({
    session: ChatSession,
    welcome_message: WelcomeMessage,
    messages: z.array(ChatMessage),
    /** An answer is being made. */
    answering: z.boolean(),
  }),
});

// ---- broadcasts (Action Cable, channel "ChatChannel") ----------------------

export const ChatBroadcast = z.discriminatedUnion('type', [
  /** The answer as far as it is written; what comes later holds all that came before. */
  z.object({
    type: z.literal('chat.writing'),
    session_id: Id,
    /** Label of the current step; empty: writing the reply. */
    doing: z.string(),
    content: z.string(),
  }),
  z.object({
    type: z.literal('chat.replied'),
    session_id: Id,
    assistant_message: ChatMessage,
    /** The reply as stored. */
    answers: z.string(),
  }),
  z.object({ type: z.literal('chat.ended'), session_id: Id }),
]);
export type ChatBroadcast = z.output<typeof ChatBroadcast>;

// ---- constants -------------------------------------------------------------

/** A redirect opens its page after so long. Source: core §9. */
export const REDIRECT_MS = 3_000;
/** An e-mail opens after so long. Source: core §9. */
export const EMAIL_REDIRECT_MS = 2_000;
/** Without a word for so long, a conversation is over. Ours. */
export const CHAT_IDLE_MS = 60 * 60_000;

/** Source: core §8; the last two are ours. */
export const CHAT_TEXTS = {
  sendFailed: "I'm having trouble connecting right now. Please try again.",
  emptyReply: "I'm having trouble right now. Please try again.",
  startFailed: 'Failed to start chat session. Please try again.',
  noSession: 'No active session',
  pageRefused: "Couldn't open that page: it isn't part of this app.",
  notEnded: "Couldn't end the conversation on the server. It ends automatically after an hour of inactivity.",
} as const;
