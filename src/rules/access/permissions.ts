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
  'broadcasts.send',
];
const LEADER: readonly Permission[] = [...AGENT, 'live.watch', 'users.read'];
const MANAGER: readonly Permission[] = [...LEADER, 'users.actAs', 'wallets.manage'];
const BU_ADMIN: readonly Permission[] = [...MANAGER, 'users.manage', 'reference.manage'];
const ADMIN: readonly Permission[] = [
  ...BU_ADMIN,
  'mail.readOutbox',
  'jobs.retry',
  'compliance.manage',
  'subscriptions.manage',
  'flags.manage',
  'settings.manage',
  'integrations.manage',
  'machines.inspect',
];

/** Permissions of each role. The server's policy check and the browser's gates read this one table. */
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
 * Permissions of an identity stack: the rights of its top, minus those that anyone below lacks (promise P6). `stack`
 * holds the roles of each level.
 */
export const permissionsOf = (stack: readonly (readonly Role[])[]): Permission[] =>
  PERMISSIONS.filter((permission) => stack.every((roles) => mayDo(roles, permission)));

/** Permissions that an API key can have: the others are for pages only. */
export const scopesOf = (permissions: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => permission !== 'machines.inspect');

/** Permissions in the browser: in demo and development everyone may inspect the machines. */
export const permissionsOnPages = (
  appEnv: Boot['app_env'],
  permissions: readonly Permission[],
): readonly Permission[] => (isTryout(appEnv) ? [...permissions, 'machines.inspect'] : permissions);

/** Visibility of a role beyond its own contacts, downline and pools. */
export type Reach = 'downline' | 'businessUnit' | 'account';

export function reachOf(roles: readonly Role[]): Reach {
  if (roles.some((role) => role === 'admin' || role === 'sub_admin')) return 'account';
  return roles.includes('bu_admin') ? 'businessUnit' : 'downline';
}
