import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { Text } from './text.contract.ts';

// ---- broadcasts (channel "SmsChannel") ---------------------------------------
// Streams: `conversation:<id>:<owner id>` for {conversation_id}, else `texts:<user id>`.

export const TextsBroadcast = z.discriminatedUnion('type', [
  /** A text came in for this user: 'New message from {phone}', 'New Message'. Once per text; the stream may repeat it. */
  z.object({
    type: z.literal('text.received'),
    conversation_id: Id,
    text_id: Id,
    /** E.164. */
    phone: z.string(),
    /** Of the contact; empty: unknown. */
    name: z.string(),
    contact_id: z.nullable(Id),
    /** The first 160 characters. */
    body: z.string(),
  }),
  /** An answer to an e-mail came in for this user. Once per e-mail; the stream may repeat it. */
  z.object({
    type: z.literal('mail.received'),
    email_id: Id,
    /** Of the contact, as in its address. */
    contact_number: Id,
    name: z.string(),
    subject: z.string(),
  }),
  /** Someone asked through this user's public page. */
  z.object({ type: z.literal('lead.received'), contact_number: Id, name: z.string(), topic: z.string() }),
  /** A text was written or changed. Only for {conversation_id}. */
  z.object({ type: z.literal('text.changed'), text: Text }),
  /** A call or an e-mail of the contact came or changed: load the newest page again. Only for {conversation_id}. */
  z.object({ type: z.literal('lines.changed'), conversation_id: Id }),
  /** A thread changed: reload it, and the list if it is shown. */
  z.object({ type: z.literal('conversation.changed'), conversation_id: Id, version: z.int() }),
]);
export type TextsBroadcast = z.output<typeof TextsBroadcast>;

export const SmsChannelParams = z.object({
  /** The thread that is shown. Absent: all threads that the user answers or owns. */
  conversation_id: z.optional(Id),
});
