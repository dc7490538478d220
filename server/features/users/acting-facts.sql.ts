import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Value } from './people.sql.ts';

/** One user of the caller's identity stack. */
export interface Level {
  readonly userId: number;
  readonly roles: readonly Role[];
  readonly accountId: number;
  /** `null`: it is a unit of another account. */
  readonly businessUnitId: number | null;
}

/** All users in a stack, starting with the signed-in one. */
export const findLevels = (tx: Tx, sessionId: number) =>
  tx.raw<Level>(
    `select s.user_id as "userId", s.roles, s.account_id as "accountId", u.business_unit_id as "businessUnitId"
     from identity_stack($1) s left join users u on u.id = s.user_id order by s.depth`,
    [sessionId],
  );

/**
 * Relation of one level to the user `p`, as conditions named like the rule's facts. `inAccount` is the account of the
 * transaction: other assignments of a user are invisible there, but they entered it through an assignment.
 */
export function reachConditions({ userId, accountId, businessUnitId }: Level, inAccount: number, value: Value) {
  return {
    sameAccount: () => `p.account_id = ${value(accountId)}`,
    sameBusinessUnit: () => (businessUnitId === null ? 'false' : `p.business_unit_id = ${value(businessUnitId)}`),
    below: () => `p.id in (select descendant_id from user_tree where ancestor_id = ${value(userId)} and depth > 0)`,
    assigned: () =>
      accountId === inAccount
        ? `p.account_id in (select assigned_account_id from account_assignments where user_id = ${value(userId)})`
        : `p.account_id = ${value(inAccount)}`,
  };
}

/** The role that names the person `p` (rules/account-type.ts). */
export const accountTypeSql = (compound: readonly Role[], value: Value): string =>
  `coalesce((select type from unnest(${value(compound)}::text[]) type where type = any(p.roles) limit 1), p.roles[1])`;
