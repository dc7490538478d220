import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import { PhoneNumber } from './call.contract.ts';

/** `available`: signed in and on no call. */
export const PRESENCES = ['available', 'on_call', 'away'] as const;
export type Presence = (typeof PRESENCES)[number];

export const Colleague = z.object({ id: Id, name: z.string(), number: PhoneNumber, presence: z.enum(PRESENCES) });
export type Colleague = z.output<typeof Colleague>;

/** Colleagues that `list_colleagues` answers; more are found by name. Ours. */
export const COLLEAGUES_MAX = 20;

/** Not among the 404 specified calls. */
export const listColleagues = endpoint({
  name: 'listColleagues',
  method: 'GET',
  path: '/v1/dialer/list_colleagues',
  summary: 'Colleagues a call can be transferred to, free ones first',
  effect: 'read',
  access: 'phone.call',
  feature: 'phone',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({ q: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
  reply: z.object({ data: z.array(Colleague) }),
});
