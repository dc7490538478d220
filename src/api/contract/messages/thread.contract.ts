import * as z from 'zod/mini';
import { Id, MAX_PAGE_LIMIT } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { TimelineEntry } from '../timeline.contract.ts';
import { Text } from './text.contract.ts';

/** Apart from the other calls of messages: only the page of a conversation knows the timeline. */
export const fetchMessages = endpoint({
  feature: 'messages',
  name: 'fetchMessages',
  method: 'POST',
  path: '/v1/sms/fetch_messages',
  summary: 'One page of a conversation, newest first: its texts, and calls, e-mails and consents between them',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  body: z.strictObject({
    conversation_id: Id,
    /** Opaque, from `meta.next_cursor`. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    /** Texts and lines together. */
    limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({
    data: z.array(Text),
    /** Calls and e-mails with the contact, those that users logged, and consents; none of an unknown number. */
    lines: z.array(TimelineEntry),
    /** `next_cursor` is `null` at the end. */
    meta: z.object({ limit: z.int(), next_cursor: z.nullable(z.string()) }),
  }),
});
