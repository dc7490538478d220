import { accountTypeOf } from '#rules/access/account-type.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { AdminUser } from '#contract/users.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { actingAnswer, levelsOf, reachColumn } from './acting-facts.ts';
import type { Level } from './acting-facts.sql.ts';
import { findPerson, hasAssignments, type PeopleVisibility, type PersonRow } from './people.sql.ts';

/** The caller, with their visibility and their identity stack. */
export interface Caller {
  readonly identity: Identity;
  readonly visibility: PeopleVisibility;
  readonly levels: readonly Level[];
}

/** Roles that can be assigned to other accounts. */
const ASSIGNABLE_TO = ['admin', 'sub_admin', 'relationship_manager'] as const;

export async function callerOf(tx: Tx, identity: Identity): Promise<Caller> {
  const { userId, businessUnitId, roles, depth } = identity;
  // An assignment is personal: acting for someone does not open their other accounts.
  const mayHave = depth === 0 && ASSIGNABLE_TO.some((role) => roles.includes(role));
  const withAssigned = mayHave && (await hasAssignments(tx, userId));
  const visibility = { userId, businessUnitId, reach: reachOf(roles), withAssigned };
  return { identity, visibility, levels: await levelsOf(tx, identity) };
}

/** @throws {Refusal} `not_found`, the same for unknown and invisible users. */
export async function requirePerson(tx: Tx, { identity, visibility, levels }: Caller, id: number): Promise<PersonRow> {
  const person = await findPerson(tx, visibility, id, reachColumn(levels, identity.accountId));
  if (person === null) throw new Refusal('not_found', 'User not found.');
  return person;
}

/** A person on the wire. */
export function adminUser({ levels }: Pick<Caller, 'levels'>, row: PersonRow): AdminUser {
  const { id, username, first_name, last_name, email, number, roles, active, manager_id: managerId } = row;
  return {
    id,
    username,
    first_name,
    last_name,
    email,
    number,
    roles,
    account_type: accountTypeOf(roles),
    active,
    paid_membership: row.paid_user,
    account: { id: row.account_id, name: row.account_name },
    business_unit: { id: row.business_unit_id, name: row.business_unit_name },
    manager: managerId === null ? null : { id: managerId, name: row.manager_name ?? '' },
    downline_count: row.downline_count,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    ...actingAnswer(levels, row),
  };
}
