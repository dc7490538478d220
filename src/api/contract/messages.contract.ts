import * as z from 'zod/mini';
import { Id, Instant, MAX_PAGE_LIMIT, PathId } from './_wire.contract.ts';
import { ConsentEntry } from './compliance.contract.ts';
import { endpoint } from './endpoint.ts';
import {
  Conversation,
  CONVERSATION_FILTERS,
  ConversationCounts,
  ConversationShown,
  Text,
  TEXT_FILE_MAX_BYTES,
  TEXT_MAX,
} from './messages/text.contract.ts';

// ---- schemas ---------------------------------------------------------------

const family = { feature: 'messages' } as const;
const read = {
  ...family,
  access: 'contacts.read',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const write = { ...family, access: 'contacts.write', effect: 'write', idempotent: true, rate: 'write' } as const;

const OfMessage = z.strictObject({ message_id: Id });
const ConversationReply = z.object({ data: Conversation });
const TextReply = z.object({ data: Text });

const page = {
  /** Opaque, from `meta.next_cursor`. */
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
};
/** `next_cursor` is `null` at the end. */
const PageMeta = z.object({ limit: z.int(), next_cursor: z.nullable(z.string()) });

const tooLong = `Use at most ${TEXT_MAX.toLocaleString('en-US')} characters.`;
/** A number as typed: digits, letters, punctuation. */
const Written = z.string().check(z.trim(), z.maxLength(40));
const Flag = z.optional(z.boolean());

/** `mine`: those that the caller answers; `all`: of everyone they see. */
const whose = z._default(z.enum(['mine', 'all']), 'mine');

// ---- endpoints -------------------------------------------------------------

export const fetchConversations = endpoint({
  ...read,
  name: 'fetchConversations',
  method: 'POST',
  path: '/v1/sms/fetch_conversations',
  summary: 'Conversations by text, call and e-mail, the latest first',
  body: z.strictObject({
    filter: z._default(z.enum(CONVERSATION_FILTERS), 'open'),
    whose,
    /** In names, numbers and texts. */
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    ...page,
  }),
  reply: z.object({ data: z.array(Conversation), meta: PageMeta }),
});

/** Not among the 404 specified calls. */
export const countConversations = endpoint({
  ...read,
  name: 'countConversations',
  method: 'POST',
  path: '/v1/sms/count_conversations',
  summary: 'Number of conversations of each filter',
  body: z.strictObject({ whose }),
  reply: z.object({ data: ConversationCounts }),
});

export const readConversation = endpoint({
  ...write,
  name: 'readConversation',
  method: 'POST',
  path: '/v1/sms/read_conversation',
  summary: 'Mark a conversation read, or unread; only by who answers it, for others nothing changes',
  audit: null,
  body: z.strictObject({ conversation_id: Id, read: z._default(z.boolean(), true) }),
  reply: ConversationReply,
});

export const showConversation = endpoint({
  ...read,
  name: 'showConversation',
  method: 'GET',
  path: '/v1/sms/show_conversation',
  summary: 'The conversation of a contact, or one by its id: from and to which numbers, and whether they may be texted',
  /** One of both. */
  query: z.strictObject({ contact_id: z.optional(PathId), conversation_id: z.optional(PathId) }),
  reply: z.object({ data: ConversationShown }),
});

/**
 * To a contact, in a conversation, or to a number. A text outside of the hours at the recipient's place is held until it
 * may be sent; one that may not be sent at all is refused. `campaign_trigger_id`, `mms` and `is_mss` are of the
 * specification: the file decides whether it is an MMS.
 */
export const sendMessage = endpoint({
  ...write,
  name: 'sendMessage',
  method: 'POST',
  path: '/v1/sms/send_message',
  summary: 'Send a text to a contact, or to a number',
  audit: 'text.sent',
  upload: { field: 'file', maxBytes: TEXT_FILE_MAX_BYTES, required: false },
  body: z.strictObject({
    contact_id: z.optional(Id),
    conversation_id: z.optional(Id),
    /** Absent: the number texted last, else the contact's first one. */
    message_to: z.optional(Written),
    /** With merge fields as `{{ first_name }}`. Empty with a file only. */
    message_content: z._default(z.string().check(z.trim(), z.maxLength(TEXT_MAX, tooLong)), ''),
    /** One of the caller's numbers; absent: the usual one. */
    message_from: z.optional(Written),
    /** Decides which rules apply; marketing has more of them. */
    purpose: z._default(z.enum(['service', 'marketing']), 'marketing'),
    /** Within 30 days; absent: now. */
    send_at: z.optional(Instant),
    campaign_trigger_id: z.optional(Id),
    mms: Flag,
    is_mss: Flag,
  }),
  reply: TextReply,
});

/** Not among the 404 specified calls. */
export const cancelMessage = endpoint({
  ...write,
  name: 'cancelMessage',
  method: 'POST',
  path: '/v1/sms/cancel_message',
  summary: 'Cancel a text that is held or has not left yet',
  audit: 'text.canceled',
  body: OfMessage,
  reply: TextReply,
});

/** Not among the 404 specified calls. */
export const sendMessageAgain = endpoint({
  ...write,
  name: 'sendMessageAgain',
  method: 'POST',
  path: '/v1/sms/send_again',
  summary: 'Send a failed text once more, as a new one',
  audit: 'text.sent',
  body: OfMessage,
  reply: TextReply,
});

export const updatePermission = endpoint({
  ...write,
  name: 'updatePermission',
  method: 'POST',
  path: '/v1/sms/update_permission',
  summary: 'Record that a contact may be texted, or has opted out of texts',
  audit: 'consent.recorded',
  body: z.strictObject({
    contact_id: Id,
    permission: z.enum(['allowed', 'opted_out']),
    evidence: z.string().check(z.trim(), z.minLength(3, 'Say in a few words how it is known.'), z.maxLength(1000)),
  }),
  reply: z.object({ data: ConsentEntry }),
});

/** Not among the 404 specified calls. */
export const answerRevocation = endpoint({
  ...write,
  name: 'answerRevocation',
  method: 'POST',
  path: '/v1/sms/answer_revocation',
  summary: 'Decide whether a text in free words is an opt-out',
  audit: 'revocation.answered',
  body: z.strictObject({ conversation_id: Id, opted_out: z.boolean() }),
  reply: ConversationReply,
});

/** Not among the 404 specified calls. */
export const assignConversation = endpoint({
  ...write,
  name: 'assignConversation',
  method: 'POST',
  path: '/v1/sms/assign_conversation',
  summary: 'Choose who answers a conversation',
  audit: 'conversation.assigned',
  body: z.strictObject({ conversation_id: Id, user_id: Id }),
  reply: ConversationReply,
});

/** Not among the 404 specified calls. */
export const closeConversation = endpoint({
  ...write,
  name: 'closeConversation',
  method: 'POST',
  path: '/v1/sms/close_conversation',
  summary: 'Close a conversation, or open it again; a new text opens it, too',
  audit: 'conversation.closed',
  body: z.strictObject({ conversation_id: Id, closed: z._default(z.boolean(), true) }),
  reply: ConversationReply,
});

/** Not among the 404 specified calls. Answers the conversation of the contact, which takes the texts if there is one. */
export const attachConversation = endpoint({
  ...write,
  name: 'attachConversation',
  method: 'POST',
  path: '/v1/sms/attach_conversation',
  summary: 'Say which contact an unknown number is',
  audit: 'conversation.attached',
  body: z.strictObject({ conversation_id: Id, contact_id: Id }),
  reply: ConversationReply,
});

/** Not among the 404 specified calls. Of a contact without a conversation, it begins one. */
export const saveDraft = endpoint({
  ...write,
  name: 'saveDraft',
  method: 'POST',
  path: '/v1/sms/save_draft',
  summary: "Keep the caller's unsent text of a conversation; an empty one is removed",
  audit: null,
  /** One of both. */
  body: z.strictObject({
    contact_id: z.optional(Id),
    conversation_id: z.optional(Id),
    body: z.string().check(z.maxLength(TEXT_MAX, tooLong)),
  }),
  reply: z.object({ data: z.object({ conversation_id: z.nullable(Id), draft: z.string() }) }),
});
