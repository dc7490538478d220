import type { Brand } from '#brands/brand.ts';
import { ROLES, type Role } from '#contract/access.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { readUserRoles } from '#contract/users.contract.ts';
import { adminTypes } from '#rules/access/admin-types.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { rankOf } from '#rules/access/acting.ts';

export type AssignableRole = Reply<typeof readUserRoles>['data']['assignable'][number];

export interface RoleQuestion {
  readonly brand: Pick<Brand, 'name' | 'hiddenRoles' | 'roleLabels'>;
  /** Roles of the caller. */
  readonly givers: readonly Role[];
  /** Reason why no role can be given to this user; empty when one can. */
  readonly refusal: string;
  /** Regional managers are switched on for the account or the person. */
  readonly hasRegionalManager: boolean;
  /** The account has the central variant. */
  readonly isCentral: boolean;
}

/** The brand's roles in order of the contract, and which of them can be given; each "no" has its reason. */
export const assignableRoles = (question: RoleQuestion): AssignableRole[] =>
  ROLES.filter((role) => !question.brand.hiddenRoles.includes(role)).map((role) => {
    const reason = refusalToGive(role, question);
    return { role, label: question.brand.roleLabels[role], allowed: reason === '', reason };
  });

/** Why this role may not be given; empty when it may. */
export function refusalToGive(
  role: Role,
  { brand, givers, refusal, hasRegionalManager, isCentral }: RoleQuestion,
): string {
  if (refusal !== '') return refusal;
  if (brand.hiddenRoles.includes(role)) return `${brand.name} doesn't have this role.`;
  if (rankOf(rolesOf(role)) >= rankOf(givers)) return 'You can only assign roles lower than yours.';
  if (role === 'regional_manager' && !hasRegionalManager) {
    return "Regional managers aren't enabled for this account or this user.";
  }
  if (adminTypes(false).includes(role) && !adminTypes(isCentral).includes(role)) {
    return "The central variant doesn't have this role.";
  }
  return '';
}
