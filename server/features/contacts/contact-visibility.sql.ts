import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** The parameters of `seenAs`, from $1 on: `visibilityValues` makes them. */
export type VisibilityValues = readonly [reach: string, userId: number, businessUnitId: number];

/**
 * Condition on a contact by its alias: the current user may see it. The parameters are `visibilityValues`, from $1 on.
 * For a handful of contacts, looked up by id; `seenIn` and `seenWith` name the owners, for many.
 */
export const seenAs = (alias: string) => `(
  $1 = 'account' or ${alias}.owner_id = $2
  or exists (select from user_tree t where t.ancestor_id = $2 and t.descendant_id = ${alias}.owner_id)
  or ${alias}.pool_id in (select h.pool_id from pool_holders h where h.user_id = $2)
  or ($1 = 'businessUnit' and exists (select from users u where u.id = ${alias}.owner_id and u.business_unit_id = $3)))`;

/** The same of the contact `c`. */
export const SEEN = seenAs('c');

/** Owners and pools whose contacts are visible. `owners` null: everything in the account. */
export interface Seen {
  readonly owners: readonly number[] | null;
  readonly pools: readonly number[];
}

/** Condition on the contact `c`, in a query of the builder. */
export const seenIn = ({ owners, pools }: Seen): RawBuilder<unknown> =>
  owners === null ? sql`true` : sql`(c.owner_id = any(${owners}::bigint[]) or c.pool_id = any(${pools}::bigint[]))`;

/**
 * Conditions on the columns of `of`, in a text whose parameters `add` numbers; none for the whole account. One owner is
 * compared by value, so that the owner's index gives the order too.
 */
export function seenWith({ owners, pools }: Seen, add: (value: unknown) => string, of = ''): string[] {
  if (owners === null) return [];
  const theirs =
    owners.length === 1 ? `${of}owner_id = ${add(owners[0])}` : `${of}owner_id = any(${add(owners)}::bigint[])`;
  return [pools.length === 0 ? theirs : `(${theirs} or ${of}pool_id = any(${add(pools)}::bigint[]))`];
}

/** True when a user may take a contact: its owner is in their downline, or they hold its pool. */
export async function mayTake(tx: Tx, userId: number, contact: { owner_id: number; pool_id: number | null }) {
  const rows = await tx.raw(
    `select where exists (select from user_tree where ancestor_id = $1 and descendant_id = $2)
       or exists (select from pool_holders where user_id = $1 and pool_id = $3)`,
    [userId, contact.owner_id, contact.pool_id],
  );
  return rows.length > 0;
}

/** Ids of a user's downline, with or without the user. */
export async function findBelow(tx: Tx, userId: number, withSelf: boolean): Promise<number[]> {
  const rows = await tx.prepared<{ ids: number[] }>(
    `select array(select descendant_id from user_tree where ancestor_id = $1 and depth >= $2) as ids`,
    [userId, withSelf ? 0 : 1],
  );
  return rows[0]?.ids ?? [];
}

/** A user's visibility beyond their own contacts: downline, business unit, and the pools they hold. */
export async function findVisibility(tx: Tx, userId: number, businessUnitId: number | null) {
  const rows = await tx.prepared<{ owners: number[]; pools: number[] }>(
    `select array(select descendant_id from user_tree where ancestor_id = $1
                  union select id from users where business_unit_id = $2) as owners,
            array(select pool_id from pool_holders where user_id = $1) as pools`,
    [userId, businessUnitId],
  );
  return rows[0] ?? { owners: [], pools: [] };
}

export async function poolExists(tx: Tx, poolId: number): Promise<boolean> {
  return (await tx.raw('select from pools where id = $1', [poolId])).length > 0;
}

export async function userExists(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.raw('select from users where id = $1', [userId])).length > 0;
}

/** True when the caller, whose values these are, may give work to a user: active, visible, and able to see the contact. */
export async function mayGiveTo(
  tx: Tx,
  visibility: VisibilityValues,
  { userId, contactId }: { readonly userId: number; readonly contactId: number | null },
): Promise<boolean> {
  const rows = await tx.raw(
    `select from users u where u.id = $4 and u.active
       and ($1 = 'account' or u.id = $2 or exists (select from user_tree t where t.ancestor_id = $2 and t.descendant_id = u.id)
         or ($1 = 'businessUnit' and u.business_unit_id = $3))
       and ($5::bigint is null or exists (select from contacts c where c.id = $5 and (
         exists (select from user_tree t where t.ancestor_id = u.id and t.descendant_id = c.owner_id)
         or c.pool_id in (select h.pool_id from pool_holders h where h.user_id = u.id)
         or u.roles && array['admin', 'sub_admin']
         or ('bu_admin' = any(u.roles)
           and exists (select from users o where o.id = c.owner_id and o.business_unit_id = u.business_unit_id)))))`,
    [...visibility, userId, contactId],
  );
  return rows.length > 0;
}
