import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Identity } from '../../identity.ts';

/** User who transfers contacts. */
export type Giver = Pick<Identity, 'userId' | 'businessUnitId' | 'roles'>;

export interface Target {
  readonly id: number;
  readonly name: string;
  readonly unit_id: number;
  readonly business_unit: string;
}

/** Maximum users in a list. Our choice: anyone else is found by typing another letter. */
const OFFERED = 200;

/**
 * Users to whom a user may give contacts: themselves, their downline, their own manager; with wider visibility,
 * everyone in it.
 */
function inReach({ userId, businessUnitId, roles }: Giver): RawBuilder<unknown> {
  const reach = reachOf(roles);
  if (reach === 'account') return sql`true`;
  const near = sql`(u.id in (select descendant_id from user_tree where ancestor_id = ${userId})
    or u.id = (select manager_id from users where id = ${userId}))`;
  return reach === 'businessUnit' ? sql`(u.business_unit_id = ${businessUnitId} or ${near})` : near;
}

const targets = (giver: Giver) =>
  sql`select * from (
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.business_unit_id as unit_id, b.name as business_unit
    from users u join business_units b on b.id = u.business_unit_id where u.active and ${inReach(giver)}
  ) t`;

/** Users among `ids` who can receive contacts now. */
export const findTargets = (tx: Tx, giver: Giver, ids: readonly number[]) =>
  tx.all<Target>(sql<Target>`${targets(giver)} where id = any(${ids}::bigint[])`);

/**
 * Locks these users until the transaction ends: no one leaves, or moves to another unit, while they are given contacts.
 */
export const holdOwners = (tx: Tx, ids: RawBuilder<unknown>) =>
  tx.all(sql`select from users where id = any((${ids})::bigint[]) order by id for share`);

/** By name. */
export const searchTargets = (tx: Tx, giver: Giver, q: string) =>
  tx.all<Target>(
    sql<Target>`${targets(giver)} where position(fold(${q}) in fold(name)) > 0
      order by fold(name), id limit ${OFFERED}`,
  );
