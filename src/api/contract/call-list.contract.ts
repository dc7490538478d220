import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { ContactSelection } from './contacts/scope.contract.ts';
import { endpoint } from './endpoint.ts';

/** Contacts of one call list at most. Ours: more than anyone calls in a day. */
export const CALL_LIST_MAX = 500;

export const ListedContact = z.object({
  id: Id,
  number: Id,
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  /** Note of the follow-up; empty without one. */
  about: z.string(),
});
export type ListedContact = z.output<typeof ListedContact>;

/** Not among the 404 specified calls. */
export const readCallList = endpoint({
  name: 'readCallList',
  method: 'PATCH',
  path: '/v1/call-list',
  summary: 'Contacts of a selection in the order in which to call them',
  effect: 'read',
  access: 'phone.call',
  idempotent: false,
  rate: 'read',
  audit: null,
  body: ContactSelection,
  reply: z.object({
    /** Those who may be called now come first, then those who may be later; each in the order of the selection. */
    data: z.array(ListedContact),
    meta: z.object({
      /** Left out, because they have no phone. */
      without_phone: z.int(),
      /** Left out, because nothing but their consent would allow the call. */
      not_allowed: z.int(),
      /** True when the selection has more contacts than a list holds. */
      more: z.boolean(),
    }),
  }),
});
