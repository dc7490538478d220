import { ROLES, type Role } from '#contract/access.contract.ts';
import { LOGIN_TYPES, type LoginType } from '#contract/users.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { type ActingReach, mayActFor } from '#rules/access/acting.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';
import { accountTypeSql, findLevels, type Level, reachConditions } from './acting-facts.sql.ts';
import type { Condition, PersonRow } from './people.sql.ts';

/**
 * All users in the identity stack, starting with the signed-in one; empty for an API key: programs can't act as others.
 */
export async function levelsOf(tx: Tx, identity: Identity): Promise<readonly Level[]> {
  const { userId, accountId, businessUnitId, roles, via, depth, sessionId } = identity;
  if (via === 'apiKey' || !identity.permissions.includes('users.actAs')) return [];
  return depth === 0 ? [{ userId, accountId, businessUnitId, roles }] : findLevels(tx, sessionId);
}

const FACTS = ['sameAccount', 'sameBusinessUnit', 'below', 'assigned'] as const;
const OUT_OF_REACH: ActingReach = { sameAccount: false, sameBusinessUnit: false, below: false, assigned: false };

/** Relation of each level to the user, as one JSON column in the order of the levels. */
export const reachColumn =
  (levels: readonly Level[], inAccount: number): Condition =>
  (value) => {
    const each = levels.map((level) => {
      const facts = reachConditions(level, inAccount, value);
      return `jsonb_build_object(${FACTS.map((fact) => `'${fact}', ${facts[fact]()}`).join(', ')})`;
    });
    return `jsonb_build_array(${each.join(', ')})`;
  };

/** Ways in which the caller may log in as a user; without any, the reason. */
export function actingAnswer(
  levels: readonly Level[],
  { id, roles, active, reaches }: Pick<PersonRow, 'id' | 'roles' | 'active' | 'reaches'>,
): { login_types: LoginType[]; no_login: string } {
  if (levels.length === 0) return { login_types: [], no_login: "Your role can't log in as other users." };
  const standing = levels.map((level, at) => ({ ...level, ...(reaches[at] ?? OUT_OF_REACH) }));
  const answers = LOGIN_TYPES.map((loginType) => {
    const answer = mayActFor({ levels: standing, target: { userId: id, roles, active }, loginType });
    return { loginType, answer };
  });
  const open = answers.flatMap(({ loginType, answer }) => (answer.allowed ? [loginType] : []));
  const refusals = answers.flatMap(({ answer }) => (answer.allowed ? [] : [answer]));
  // A role that lacks one way is a weaker reason than the obstacle of the other.
  const told = refusals.find(({ obstacle }) => obstacle !== 'loginType') ?? refusals[0];
  return { login_types: open, no_login: open.length > 0 ? '' : (told?.reason ?? '') };
}

/** Account types that include more roles than their own. */
const COMPOUND = ROLES.filter((role) => rolesOf(role).length > 1);

/** The account types that a level may act for when `fact` alone holds. */
function typesInReach({ userId, roles }: Level, loginType: LoginType, fact: keyof ActingReach): Role[] {
  const level = { userId, roles, ...OUT_OF_REACH, [fact]: true };
  return ROLES.filter((type) => {
    const target = { userId: 0, roles: rolesOf(type), active: true };
    return mayActFor({ levels: [level], target, loginType }).allowed;
  });
}

/** Condition on the user `p`: the caller may log in as them in at least one way. The rule itself decides. */
export const actableCondition =
  (levels: readonly Level[], inAccount: number): Condition =>
  (value) => {
    const isClosed = actingAnswer(levels, ANYBODY_BELOW(levels)).login_types.length === 0;
    if (isClosed) return 'false';
    const type = accountTypeSql(COMPOUND, value);
    const ways = LOGIN_TYPES.map((loginType) =>
      levels
        .map((level) => {
          const facts = reachConditions(level, inAccount, value);
          const reached = FACTS.map((fact) => {
            const types = typesInReach(level, loginType, fact);
            return types.length === 0 ? 'false' : `(${facts[fact]()} and ${type} = any(${value(types)}::text[]))`;
          });
          return `(${reached.join(' or ')})`;
        })
        .join(' and '),
    );
    const selves = value(levels.map(({ userId }) => userId));
    return `p.active and p.id <> all(${selves}::bigint[]) and (${ways.map((way) => `(${way})`).join(' or ')})`;
  };

/** The easiest possible user to log in as: if not even they qualify, no one does. */
const ANYBODY_BELOW = (levels: readonly Level[]) => ({
  id: 0,
  roles: ['agent'] as Role[],
  active: true,
  reaches: levels.map(() => ({ sameAccount: true, sameBusinessUnit: true, below: true, assigned: true })),
});
