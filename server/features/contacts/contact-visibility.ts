import type { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import {
  findBelow,
  findVisibility,
  poolExists,
  type Seen,
  userExists,
  type VisibilityValues,
} from './contact-visibility.sql.ts';

/** Contacts of a list as conditions: of the owners or in the pools, in `pool`, deleted or not. */
export interface Visibility extends Seen {
  /** `null`: every pool, or none. */
  readonly pool: number | null;
  readonly deleted: boolean;
}

type Group = Pick<ContactsScope, 'contact_group' | 'all_downline' | 'pool_id' | 'downline_user_id'>;

/** `downline_user_id` that means no particular user. Source: decisions, "Tenancy and visibility". */
const NOBODY_IN_PARTICULAR = 1;

/** The viewer. */
export type Viewer = Pick<Identity, 'roles' | 'userId' | 'businessUnitId'>;

/** The parameters of `seenAs`. */
export const visibilityValues = ({ roles, userId, businessUnitId }: Viewer): VisibilityValues => [
  reachOf(roles),
  userId,
  businessUnitId,
];

/** Everything a user can see, deleted or not. */
export async function seenBy(tx: Tx, identity: Viewer): Promise<Seen> {
  const reach = reachOf(identity.roles);
  if (reach === 'account') return { owners: null, pools: [] };
  return findVisibility(tx, identity.userId, reach === 'businessUnit' ? identity.businessUnitId : null);
}

/**
 * Contacts of a scope for this user (docs/decisions: "Contact list scope").
 * @throws {Refusal} `not_found` when it names a user or a pool that isn't visible to them.
 */
export async function visibilityOf(tx: Tx, identity: Viewer, scope: Group): Promise<Visibility> {
  const deleted = scope.contact_group === 'deleted';
  if (scope.pool_id !== 'mine') return poolVisibility(tx, identity, scope, scope.pool_id);
  if (scope.downline_user_id !== NOBODY_IN_PARTICULAR) {
    return { owners: await ownersOfPerson(tx, identity, scope), pools: [], pool: null, deleted };
  }
  if (['mine', 'downline', 'all_agents'].includes(scope.contact_group)) {
    return { owners: await ownersOf(tx, identity.userId, scope), pools: [], pool: null, deleted };
  }
  return { ...(await seenBy(tx, identity)), pool: null, deleted };
}

/** The owners that a group means for one person. */
async function ownersOf(tx: Tx, userId: number, scope: Group): Promise<readonly number[]> {
  if (scope.contact_group === 'mine' && !scope.all_downline) return [userId];
  return findBelow(tx, userId, scope.contact_group !== 'downline');
}

/**
 * A pool: all of it for its holders, otherwise the part they can see anyway. The groups mine and all are the same
 * there.
 */
async function poolVisibility(tx: Tx, identity: Viewer, scope: Group, pool: number): Promise<Visibility> {
  const deleted = scope.contact_group === 'deleted';
  const seen = await seenBy(tx, identity);
  if (!(await poolExists(tx, pool))) throw new Refusal('not_found', 'Pool not found.');
  if (scope.downline_user_id !== NOBODY_IN_PARTICULAR) {
    return { owners: await ownersOfPerson(tx, identity, scope), pools: [], pool, deleted };
  }
  if (scope.contact_group === 'downline' || scope.contact_group === 'all_agents') {
    return { owners: await ownersOf(tx, identity.userId, scope), pools: [], pool, deleted };
  }
  const whole = seen.owners === null || seen.pools.includes(pool);
  return { owners: whole ? null : seen.owners, pools: [], pool, deleted };
}

/**
 * Owners that a group means for the particular user of a scope, as far as visible: a user's downline may include other
 * business units.
 */
async function ownersOfPerson(tx: Tx, identity: Viewer, scope: Group): Promise<readonly number[]> {
  const person = scope.downline_user_id;
  const { owners: seen } = await seenBy(tx, identity);
  const known = seen === null ? await userExists(tx, person) : seen.includes(person);
  if (!known) throw new Refusal('not_found', 'User not found in your downline.');
  const owners = await ownersOf(tx, person, scope);
  if (seen === null) return owners;
  const visible = new Set(seen);
  return owners.filter((owner) => visible.has(owner));
}
