import type { Boot } from '#contract/_boot.contract.ts';
import { PERMISSIONS, type Permission, type Role } from '#contract/access.contract.ts';
import { isTryout } from './tryout.ts';

const AGENT: readonly Permission[] = [
  'contacts.read',
  'contacts.write',
  'contacts.delete',
  'contacts.reveal',
  'contacts.transfer',
  'contacts.export',
  'phone.call',
  'chat.use',
  'quotes.ask',
  'imports.run',
];
const LEADER: readonly Permission[] = [...AGENT, 'live.watch', 'users.read'];
const MANAGER: readonly Permission[] = [...LEADER, 'users.actAs'];
const BU_ADMIN: readonly Permission[] = [...MANAGER, 'users.manage', 'reference.manage'];
const ADMIN: readonly Permission[] = [
  ...BU_ADMIN,
  'mail.readOutbox',
  'compliance.manage',
  'flags.manage',
  'integrations.manage',
  'machines.inspect',
];

/** What each role may do. The server's policy check and the browser's gates read this one table. */
export const PERMISSIONS_OF: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ADMIN,
  sub_admin: ADMIN,
  bu_admin: BU_ADMIN,
  manager: MANAGER,
  regional_manager: LEADER,
  district_manager: LEADER,
  field_manager: LEADER,
  telemarketer: AGENT,
  agent: AGENT,
  basic: AGENT,
  pool_holder: AGENT,
  relationship_manager: MANAGER,
};

export const mayDo = (roles: readonly Role[], permission: Permission) =>
  roles.some((role) => PERMISSIONS_OF[role].includes(permission));

/**
 * What an identity stack may do: the rights of its top, less what anybody below lacks (promise P6). `stack` holds the
 * roles of each level.
 */
export const permissionsOf = (stack: readonly (readonly Role[])[]): Permission[] =>
  PERMISSIONS.filter((permission) => stack.every((roles) => mayDo(roles, permission)));

/** What a key may be given of these: a page alone needs the others, and no call does. */
export const scopesOf = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => permission !== 'machines.inspect');

/** What a page lets somebody do: where the world is only for trying out, everybody may look into the machines. */
export const permissionsOnPages = (
  appEnv: Boot['app_env'],
  permissions: readonly Permission[],
): readonly Permission[] => (isTryout(appEnv) ? [...permissions, 'machines.inspect'] : permissions);

/** How far a role's eyes reach beyond what it owns, its downline and its pools. */
export type Reach = 'downline' | 'businessUnit' | 'account';

export function reachOf(roles: readonly Role[]): Reach {
  if (roles.some((role) => role === 'admin' || role === 'sub_admin')) return 'account';
  return roles.includes('bu_admin') ? 'businessUnit' : 'downline';
}
