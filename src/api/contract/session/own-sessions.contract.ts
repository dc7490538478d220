import * as z from 'zod/mini';
import { Id, Instant, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** A session: one place where the user is signed in. */
export const OwnSession = z.object({
  id: Id,
  current: z.boolean(),
  /** Sent by the browser. */
  user_agent: z.string(),
  ip: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
});
export type OwnSession = z.output<typeof OwnSession>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/v1/sessions/mine/list',
  summary: 'Active sessions of the current user',
  effect: 'read',
  access: 'self',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(OwnSession) }),
});

/** Not among the 404 specified calls. */
export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'POST',
  path: '/v1/sessions/mine/:id/end',
  summary: 'Sign out of another session',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'session.ended',
  params: z.object({ id: PathId }),
  reply: null,
});

/** Not among the 404 specified calls. */
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/v1/sessions/mine/end_others',
  summary: 'Sign out of all other sessions',
  effect: 'write',
  access: 'self',
  idempotent: true,
  rate: 'write',
  audit: 'session.othersEnded',
  reply: z.object({ data: z.object({ ended: z.int() }) }),
});
