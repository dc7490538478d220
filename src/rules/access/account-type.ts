import { ROLES, type Role } from '#contract/access.contract.ts';

/** The flags of a user that the specification gates by. */
export interface RoleFlags {
  readonly admin: boolean;
  readonly basic: boolean;
  readonly manager: boolean;
  readonly bu_admin: boolean;
}

/** Roles that an account type sets: sub_admin also counts as admin, pool_holder also as basic (core §4). */
export function rolesOf(accountType: Role): Role[] {
  if (accountType === 'sub_admin') return ['sub_admin', 'admin'];
  if (accountType === 'pool_holder') return ['pool_holder', 'basic'];
  return [accountType];
}

/** The primary role, from which the others follow. */
export const accountTypeOf = (roles: readonly Role[]): Role =>
  ROLES.find((type) => rolesOf(type).length > 1 && roles.includes(type)) ?? roles[0] ?? 'basic';

export function flagsOf(roles: readonly Role[]): RoleFlags {
  const has = (flag: Role) => roles.some((role) => rolesOf(role).includes(flag));
  return { admin: has('admin'), basic: has('basic'), manager: has('manager'), bu_admin: has('bu_admin') };
}
