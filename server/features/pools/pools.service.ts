import type { Body } from '#contract/endpoint.ts';
import type {
  createPool as CreatePool,
  Pool,
  PoolWithHolders,
  updatePool as UpdatePool,
} from '#contract/pools.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import * as sql from './pools.sql.ts';

interface Asker {
  readonly identity: Identity;
  readonly requestId: string;
}

const seesAll = ({ roles }: Identity): boolean => reachOf(roles) === 'account';
const FOREIGN_KEY_VIOLATION = '23503';

/** The pools that a user holds; whoever sees the account has all of them. */
export const poolsOf = (deps: Deps, identity: Identity): Promise<Pool[]> =>
  withAccount(deps.pool, identity, (tx) =>
    seesAll(identity) ? sql.findPools(tx) : sql.findHeldPools(tx, identity.userId),
  );

/** @throws {Refusal} `not_found` when it is unknown or not theirs to fill. */
export const readPool = (deps: Deps, identity: Identity, id: number): Promise<PoolWithHolders> =>
  withAccount(deps.pool, identity, (tx) => requirePool(tx, identity, id));

async function requirePool(tx: Tx, identity: Identity, id: number): Promise<PoolWithHolders> {
  const pool = await sql.findPool(tx, id, seesAll(identity) ? null : identity.userId);
  if (pool === null) throw new Refusal('not_found', 'There is no such pool.');
  return pool;
}

/** Whoever makes a pool and does not see the whole account holds it. @throws {Refusal} `refused` by field. */
export function createPool(
  deps: Deps,
  { identity, requestId }: Asker,
  body: Body<typeof CreatePool>,
): Promise<PoolWithHolders> {
  const name = readName(body.name);
  return withAccount(deps.pool, identity, async (tx) => {
    const own = seesAll(identity) ? [] : [identity.userId];
    const holders = await requireHolders(tx, identity, [...(body.holder_ids ?? []), ...own]);
    if (await sql.isPoolNamed(tx, name, 0)) throw taken();
    const id = await sql.insertPool(tx, name);
    if (id === null) throw taken();
    await sql.setHolders(tx, id, holders);
    await audit(tx, { identity, requestId }, 'pool.created', id, { name, holders });
    return requirePool(tx, identity, id);
  });
}

/** @throws {Refusal} `not_found`, `refused` by field. */
export function updatePool(
  deps: Deps,
  { identity, requestId }: Asker,
  id: number,
  body: Body<typeof UpdatePool>,
): Promise<PoolWithHolders> {
  const name = body.name === undefined ? undefined : readName(body.name);
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = await requirePool(tx, identity, id);
    if (name !== undefined && name !== stored.name) {
      if (await sql.isPoolNamed(tx, name, id)) throw taken();
      await sql.renamePool(tx, id, name);
    }
    const before = stored.holders.map((holder) => holder.id);
    const kept = before.filter((holder) => body.holder_ids?.includes(holder) ?? true);
    const added = (body.holder_ids ?? []).filter((holder) => !before.includes(holder));
    const holders = [...kept, ...(await requireHolders(tx, identity, added))];
    if (body.holder_ids !== undefined) await sql.setHolders(tx, id, holders);
    await audit(tx, { identity, requestId }, 'pool.updated', id, { name: name ?? stored.name, before, holders });
    // Whoever takes themselves out sees what they have done once more.
    return (await sql.findPool(tx, id, null)) ?? stored;
  });
}

/** @throws {Refusal} `not_found`, `conflict` while something lies in it or uses it. */
export async function deletePool(deps: Deps, { identity, requestId }: Asker, id: number): Promise<void> {
  try {
    await withAccount(deps.pool, identity, async (tx) => {
      const stored = await requirePool(tx, identity, id);
      const count = await sql.countOnShelf(tx, id);
      if (count > 0) {
        const who = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact lies' : 'contacts lie'}`;
        throw new Refusal('conflict', `${who} in this pool, deleted ones counted. Give them another pool first.`);
      }
      await sql.deletePoolRow(tx, id);
      await audit(tx, { identity, requestId }, 'pool.deleted', id, { name: stored.name });
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error;
    throw new Refusal('conflict', 'An import has filled this pool: it stays for its history.', { cause: error });
  }
}

const taken = () => refuseField('name', 'Another pool has this name.');

function readName(written: string): string {
  const name = cleanLine(written);
  if (name === '') throw refuseField('name', 'Give the pool a name.');
  return name;
}

/** Each of them once. @throws {Refusal} `refused` when one is nobody of theirs. */
async function requireHolders(tx: Tx, identity: Identity, ids: readonly number[]): Promise<number[]> {
  const asked = [...new Set(ids)];
  const known = await sql.findPeople(tx, asked, seesAll(identity) ? null : identity.businessUnitId);
  if (known.length < asked.length) throw refuseField('holder_ids', 'One of these people is not there any more.');
  return asked;
}

const audit = (tx: Tx, { identity, requestId }: Asker, action: string, id: number, detail: Record<string, unknown>) =>
  writeAudit(tx, identity, requestId, { action, subjectType: 'pool', subjectId: id, detail });
