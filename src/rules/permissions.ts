import type { Permission, Role } from '#contract/access.contract.ts';

const AGENT: readonly Permission[] = ['contacts.read', 'contacts.write', 'contacts.delete', 'imports.run'];
const LEADER: readonly Permission[] = [...AGENT, 'live.watch'];
const ADMIN: readonly Permission[] = [...LEADER, 'mail.readOutbox'];

/** What each role may do. The server's policy check and the browser's gates read this one table. */
export const PERMISSIONS_OF: Readonly<Record<Role, readonly Permission[]>> = {
  admin: ADMIN,
  sub_admin: ADMIN,
  bu_admin: LEADER,
  manager: LEADER,
  regional_manager: LEADER,
  district_manager: LEADER,
  field_manager: LEADER,
  telemarketer: AGENT,
  agent: AGENT,
  basic: AGENT,
  pool_holder: AGENT,
  relationship_manager: LEADER,
};

export const mayDo = (roles: readonly Role[], permission: Permission) =>
  roles.some((role) => PERMISSIONS_OF[role].includes(permission));

/** How far a role's eyes reach beyond what it owns, its downline and its pools. */
export type Reach = 'downline' | 'businessUnit' | 'account';

export function reachOf(roles: readonly Role[]): Reach {
  if (roles.some((role) => role === 'admin' || role === 'sub_admin')) return 'account';
  return roles.includes('bu_admin') ? 'businessUnit' : 'downline';
}
