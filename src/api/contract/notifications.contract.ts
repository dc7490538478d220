import * as z from 'zod/mini';
import { Id, Instant, MAX_PAGE_LIMIT, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Facts that a person is told of. */
export const NOTIFICATION_KINDS = [
  'lead',
  'booking',
  'soa',
  'missed_call',
  'transfer',
  'import',
  'export',
  'bulk',
  'minutes',
  'integration',
  'dispute',
  'webhook',
  'license',
  /** A text that a workflow prepared. */
  'draft',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Ours: what wasn't looked at in a quarter isn't news. No longer than a deleted contact is kept, whose name it may tell. */
export const NOTIFICATIONS_KEPT_DAYS = 90;
/** Unread ones are counted up to here. Ours: a badge shows no more. */
export const UNREAD_MAX = 100;

// ---- schemas ---------------------------------------------------------------

export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  title: z.string(),
  /** One sentence; empty: the title says it all. */
  body: z.string(),
  /** Page of the app where it leads. */
  href: z.string(),
  created_at: Instant,
  /** `null`: unread. */
  read_at: z.nullable(Instant),
});
export type Notification = z.output<typeof Notification>;

const read = {
  method: 'GET',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
/** While logged in as someone else nothing of theirs becomes read. */
const write = { effect: 'write', access: 'self', idempotent: true, rate: 'write', audit: null } as const;

// ---- endpoints: not among the 404 specified calls ---------------------------

export const listNotifications = endpoint({
  ...read,
  name: 'listNotifications',
  path: '/v1/notifications',
  summary: 'What the user was notified of in the last 90 days, newest first',
  query: z.strictObject({
    show: z._default(z.enum(['all', 'unread']), 'all'),
    /** Opaque, from `meta.next_cursor`. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({
    data: z.array(Notification),
    /** `next_cursor` is `null` at the end. */
    meta: z.object({ limit: z.int(), next_cursor: z.nullable(z.string()) }),
  }),
});

export const countNotifications = endpoint({
  ...read,
  name: 'countNotifications',
  path: '/v1/notifications/count',
  summary: 'Number of unread notifications, up to 100',
  reply: z.object({ data: z.object({ unread: z.int() }) }),
});

export const markNotification = endpoint({
  ...write,
  name: 'markNotification',
  method: 'PATCH',
  path: '/v1/notifications/:id',
  summary: 'Mark a notification as read or unread',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({ read: z._default(z.boolean(), true) }),
  reply: z.object({ data: Notification }),
});

export const markAllNotifications = endpoint({
  ...write,
  name: 'markAllNotifications',
  method: 'POST',
  path: '/v1/notifications/mark_all',
  summary: 'Mark all notifications as read, or those of an earlier call as unread again',
  body: z.strictObject({
    /** Newest one that was shown: later ones stay unread. Absent: all. */
    through_id: z.optional(Id),
    /** `read_at` of the call that is undone; absent: all unread ones become read. */
    undo: z.optional(Instant),
  }),
  reply: z.object({
    data: z.object({
      changed: z.int(),
      /** Names this call for its undo. */
      read_at: Instant,
    }),
  }),
});
