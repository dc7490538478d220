/** The eleven roles of the spec (platform §6) and the relationship manager. */
export const ROLES = [
  'admin',
  'sub_admin',
  'bu_admin',
  'manager',
  'regional_manager',
  'district_manager',
  'field_manager',
  'telemarketer',
  'agent',
  'basic',
  'pool_holder',
  'relationship_manager',
] as const;
export type Role = (typeof ROLES)[number];

/** What a role may be allowed to do. `src/rules/permissions.ts` says which role has which. */
export const PERMISSIONS = [
  'contacts.read',
  'contacts.write',
  'contacts.delete',
  'imports.run',
  'live.watch',
  'mail.readOutbox',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
