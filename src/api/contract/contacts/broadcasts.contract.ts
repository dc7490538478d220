import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';

// ---- broadcasts (channel "NotificationsChannel", stream `user:<owner id>`) ---

export const ContactsBroadcast = z.discriminatedUnion('type', [
  /** Contacts of this user were created, changed, deleted or restored. */
  z.object({
    type: z.literal('contacts.changed'),
    /** `null`: more than a page; reload the current view. */
    ids: z.nullable(z.array(Id)),
  }),
  /** An export by this user or their downline started or ended. */
  z.object({ type: z.literal('exports.changed') }),
]);
export type ContactsBroadcast = z.output<typeof ContactsBroadcast>;

// ---- broadcasts (channel "NotificationsChannel" with {contact_id}) ------------- Streams `contact:<id>:<owner id>`
// and `contacts:<owner id>`, for all users who see the contact.

export const ContactBroadcast = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('contact.changed'),
    /** The contact or one of its child records changed: reload the current view. `null`: many contacts of its owner did. */
    id: z.nullable(Id),
  }),
]);
export type ContactBroadcast = z.output<typeof ContactBroadcast>;

export const NotificationsParams = z.object({
  contact_id: z.optional(Id),
  /** Changes of lists and settings, `ResourceBroadcast`. */
  audience: z.optional(z.literal('resources')),
});
