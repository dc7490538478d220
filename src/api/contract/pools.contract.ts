import * as z from 'zod/mini';
import { Id, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** A shared shelf of contacts. */
export const Pool = z.object({ id: Id, name: z.string() });
export type Pool = z.output<typeof Pool>;

/** With those who hold it: they see and fill it. */
export const PoolWithHolders = z.extend(Pool, { holders: z.array(z.object({ id: Id, name: z.string() })) });
export type PoolWithHolders = z.output<typeof PoolWithHolders>;

const PoolName = z.string().check(z.trim(), z.minLength(1, 'Give the pool a name.'), z.maxLength(60));
const holder_ids = z.array(Id).check(z.maxLength(200, 'A pool has at most 200 holders.'));
const Params = z.strictObject({ id: PathId });

const write = { effect: 'write', access: 'reference.manage', idempotent: true, rate: 'write' } as const;
const read = { effect: 'read', access: 'contacts.read', idempotent: false, rate: 'read', audit: null } as const;

// ---- endpoints -------------------------------------------------------------

export const listPools = endpoint({
  ...read,
  name: 'listPools',
  method: 'GET',
  path: '/v1/pools',
  summary: 'The pools that the current user may fill, by name',
  reply: z.object({ data: z.array(Pool) }),
});

export const readPool = endpoint({
  ...read,
  name: 'readPool',
  method: 'GET',
  path: '/v1/pools/:id',
  summary: 'One pool that the current user may fill, with its holders',
  params: Params,
  reply: z.object({ data: PoolWithHolders }),
});

export const createPool = endpoint({
  ...write,
  name: 'createPool',
  method: 'POST',
  path: '/v1/pools',
  summary: 'Add a pool and say who holds it',
  audit: 'pool.created',
  body: z.strictObject({ name: PoolName, holder_ids: z.optional(holder_ids) }),
  reply: z.object({ data: PoolWithHolders }),
});

export const updatePool = endpoint({
  ...write,
  name: 'updatePool',
  method: 'PATCH',
  path: '/v1/pools/:id',
  summary: 'Rename a pool, or set who holds it',
  audit: 'pool.updated',
  params: Params,
  body: z.strictObject({ name: z.optional(PoolName), holder_ids: z.optional(holder_ids) }),
  reply: z.object({ data: PoolWithHolders }),
});

export const deletePool = endpoint({
  ...write,
  name: 'deletePool',
  method: 'DELETE',
  path: '/v1/pools/:id',
  summary: 'Remove a pool without contacts',
  audit: 'pool.deleted',
  params: Params,
  reply: null,
});
