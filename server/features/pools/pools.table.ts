import { sql } from 'kysely';
import { reachOf } from '#rules/access/permissions.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { unitsStream, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { named } from '../../resource/columns.ts';
import { afterSave, beforeRemove, uniqueName } from '../../resource/rules.ts';
import { table, type Visibility, type Write } from '../../resource/table.ts';
import * as sqlOf from './pools.sql.ts';

const seesAll = ({ roles }: Identity): boolean => reachOf(roles) === 'account';

/** Pools that a user holds; those who see the account see all of them. */
const ofHolders = (): Visibility => ({
  seen: (identity) =>
    seesAll(identity)
      ? sql`true`
      : sql`exists (select from pool_holders h where h.pool_id = r.id and h.user_id = ${identity.userId})`,
  place: () => Promise.resolve({}),
  within: [],
  streams: async ({ tx, identity }, { id }) => [
    unitsStream(identity.accountId),
    ...(await sqlOf.findHolders(tx, id)).map(userStream),
  ],
});

/** Each of them once. @throws {Refusal} `refused` for people out of reach. */
async function requireHolders({ tx, identity }: Write, ids: readonly number[]): Promise<number[]> {
  const requested = [...new Set(ids)];
  const known = await sqlOf.findPeople(tx, requested, seesAll(identity) ? null : identity.businessUnitId);
  if (known.length < requested.length) throw refuseField('holder_ids', 'One of these users no longer exists.');
  return requested;
}

/** Replaces the holders; a user who adds a pool without seeing the whole account becomes a holder. */
const holders = afterSave(async (write, { id, before }) => {
  const { tx, identity, body } = write;
  const own = before === null && !seesAll(identity) ? [identity.userId] : [];
  const named = body['holder_ids'] as readonly number[] | undefined;
  if (before !== null && named === undefined) return null;
  const held = await sqlOf.findHolders(tx, id);
  const wanted = [...(named ?? []), ...own];
  const kept = held.filter((holder) => wanted.includes(holder));
  const now = [
    ...kept,
    ...(await requireHolders(
      write,
      wanted.filter((holder) => !held.includes(holder)),
    )),
  ];
  if (now.length === held.length && kept.length === held.length) return null;
  await sqlOf.setHolders(tx, id, now);
  return { holders_before: held, holders: now };
});

const onlyEmpty = beforeRemove(async ({ tx }, { id }) => {
  const count = await sqlOf.countOnShelf(tx, id);
  if (count > 0) {
    const contacts = formatCounted(count, 'contact is', 'contacts are');
    throw new Refusal(
      'conflict',
      `${contacts} in this pool, including deleted contacts. Move them to another pool first.`,
    );
  }
  await sqlOf.clearPool(tx, id);
});

export const POOLS = table({
  name: 'pools',
  title: 'name',
  columns: { name: named },
  select: () => sql`r.id, r.name`,
  detail: () => sql`r.id, r.name, coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) order by u.sort_key, u.id)
    from pool_holders h join users u on u.id = h.user_id where h.pool_id = r.id), '[]') as holders`,
  order: () => sql`lower(r.name), r.id`,
  // A contact is locked before the pool that it refers to; the removal of a pool locks contacts after it.
  lock: 'no key update',
  file: {
    Name: 'name',
    Holders: sql`(select string_agg(trim(u.first_name || ' ' || u.last_name), '; ' order by u.sort_key, u.id) from pool_holders h join users u on u.id = h.user_id where h.pool_id = r.id)`,
  },
  visibility: ofHolders(),
  rules: [uniqueName('name'), holders, onlyEmpty],
});
