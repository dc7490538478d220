import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** A shared shelf of contacts. */
export const Pool = z.object({ id: Id, name: z.string() });
export type Pool = z.output<typeof Pool>;

// ---- endpoints -------------------------------------------------------------

export const listPools = endpoint({
  name: 'listPools',
  method: 'GET',
  path: '/v1/pools',
  summary: 'The pools that the current user may fill, by name',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Pool) }),
});
