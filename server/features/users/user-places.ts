import type { Role } from '#contract/access.contract.ts';
import { rankOf } from '#rules/access/acting.ts';
import type { Tx } from '../../db/tx.ts';
import { refuseField } from '../../errors.ts';
import { isBelow } from './change-user.sql.ts';
import type { Caller } from './people-visibility.ts';
import { findLeader, findUnits } from './user-people.sql.ts';
import { LEADING_ROLES } from './user-people.service.ts';
import { decidesForAccount, FOR_ADMINISTRATORS } from './user-rights.ts';

/** @throws {Refusal} `refused` when the caller may not place users in this business unit. */
export async function requireUnit(tx: Tx, { identity }: Caller, unitId: number): Promise<void> {
  if (!decidesForAccount(identity) && unitId !== identity.businessUnitId) {
    throw refuseField('user.business_unit_id', FOR_ADMINISTRATORS);
  }
  const units = await findUnits(tx, unitId);
  if (units.length === 0) throw refuseField('user.business_unit_id', 'Business unit not found.');
}

interface Placed {
  /** `null`: they are new. */
  readonly id: number | null;
  readonly roles: readonly Role[];
}

/** @throws {Refusal} `refused` when this user can't be below that manager, or the caller may not place them there. */
export async function requireManager(tx: Tx, caller: Caller, placed: Placed, managerId: number | null): Promise<void> {
  if (managerId === null) {
    if (decidesForAccount(caller.identity)) return;
    throw refuseField('user.manager_id', 'Only an account administrator can place a user at the top level.');
  }
  const manager = await findLeader(tx, caller.visibility, LEADING_ROLES, managerId);
  if (manager === null) throw refuseField('user.manager_id', 'No manager with this name is available to you.');
  if (placed.id !== null && (await isBelow(tx, managerId, placed.id))) throw circle();
  if (rankOf(manager.roles) <= rankOf(placed.roles)) {
    throw refuseField('user.manager_id', 'A manager must have a higher role than their downline.');
  }
}

export const circle = () =>
  refuseField('user.manager_id', "A user can't report to themselves or to their own downline.");
