import * as z from 'zod/mini';
import { Id, Instant, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Activities a user can log; `no_answer`: called without reaching the contact. */
export const ACTIVITY_TYPES = [
  'call',
  'no_answer',
  'voicemail',
  'text',
  'mail',
  'meeting',
  'visit',
  'do_not_call',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Outbound: the contact received it. Inbound: the contact sent it. */
export const ACTIVITY_DIRECTIONS = ['out', 'in'] as const;
export type ActivityDirection = (typeof ACTIVITY_DIRECTIONS)[number];

/** Types that have a direction. */
export const DIRECTED_TYPES: readonly ActivityType[] = ['call', 'text', 'mail'];

export const Activity = z.object({
  id: Id,
  type: z.enum(ACTIVITY_TYPES),
  body: z.string(),
  /** `null`: not said, or the type has none. */
  direction: z.nullable(z.enum(ACTIVITY_DIRECTIONS)),
  /** When it happened. */
  at: Instant,
  user: z.object({ id: Id, name: z.string() }),
});
export type Activity = z.output<typeof Activity>;

const ActivityParams = z.strictObject({ id: PathId, activityId: PathId });

// ---- endpoints -------------------------------------------------------------

export const logActivity = endpoint({
  name: 'logActivity',
  method: 'PUT',
  path: '/v1/contacts/:id/activity_info',
  summary: 'Log an activity with a contact',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'activity.logged',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({
    type: z.enum(ACTIVITY_TYPES),
    /** Details of the activity. */
    body: z._default(z.string().check(z.trim(), z.maxLength(20_000, 'Use at most 20,000 characters.')), ''),
    /** Of a call, text or e-mail. */
    direction: z.optional(z.enum(ACTIVITY_DIRECTIONS)),
    /** When it happened, not in the future. Absent: now. */
    at: z.optional(Instant),
  }),
  reply: z.object({ data: Activity }),
});

/** Not among the 404 specified calls: undoes the log entry. */
export const removeActivity = endpoint({
  name: 'removeActivity',
  method: 'DELETE',
  path: '/v1/contacts/:id/activity_info/:activityId',
  summary: 'Remove a logged activity',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'activity.removed',
  params: ActivityParams,
  reply: null,
});

/** Not among the 404 specified calls: undoes the removal. */
export const restoreActivity = endpoint({
  name: 'restoreActivity',
  method: 'POST',
  path: '/v1/contacts/:id/activity_info/:activityId/restore',
  summary: 'Restore a removed activity',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'activity.restored',
  params: ActivityParams,
  reply: z.object({ data: Activity }),
});
