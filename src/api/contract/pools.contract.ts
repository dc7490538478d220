import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { changed, created, listed, removed, resource, shown, withFile } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

/** A shared shelf of contacts. */
export const Pool = z.object({ id: Id, name: z.string() });
export type Pool = z.output<typeof Pool>;

/** With those who hold it: they see and fill it. */
export const PoolWithHolders = z.extend(Pool, { holders: z.array(z.object({ id: Id, name: z.string() })) });
export type PoolWithHolders = z.output<typeof PoolWithHolders>;

const PoolName = z.string().check(z.trim(), z.minLength(1, 'Give the pool a name.'), z.maxLength(60));
const holder_ids = z.optional(z.array(Id).check(z.maxLength(200, 'A pool has at most 200 holders.')));

// ---- endpoints -------------------------------------------------------------

export const pools = resource(
  {
    path: '/v1/pools',
    one: 'Pool',
    many: 'Pools',
    label: { one: 'pool', many: 'pools' },
    subject: 'pool',
    access: { read: 'contacts.read', write: 'reference.manage' },
  },
  {
    ...withFile(listed(Pool, { summary: 'List the pools that the current user may fill, by name' })),
    read: shown(PoolWithHolders, { summary: 'Show one pool that the current user may fill, with its holders' }),
    create: created(PoolWithHolders, z.strictObject({ name: PoolName, holder_ids }), {
      summary: 'Add a pool and set its holders',
    }),
    update: changed(PoolWithHolders, z.strictObject({ name: z.optional(PoolName), holder_ids }), {
      summary: 'Rename a pool, or set its holders',
    }),
    remove: removed({ summary: 'Remove a pool without contacts' }),
  },
);

export const { list: listPools, read: readPool, create: createPool, update: updatePool, remove: deletePool } = pools;
