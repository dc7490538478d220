import type { Permission, Role } from '#contract/access.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { permissionsOf } from '#rules/access/permissions.ts';

/**
 * Accounts of the matrix: `x` has the requested things, `y` is another account, `z` is assigned to support, no one acts
 * in `q`.
 */
export type Tenant = 'x' | 'y' | 'z' | 'q';

/** A caller. The owner's relation to `person` defines the relation of things. */
export interface ActorSpec {
  readonly name: string;
  readonly by: 'nobody' | 'session' | 'key' | 'acting';
  readonly tenant: Tenant;
  readonly type: Role;
  /** Scopes of the key; `null`: all that its person may. */
  readonly scopes: readonly Permission[] | null;
  /** The signed-in user acting as `person`, in account x. `null` for the person themselves. */
  readonly signer: Role | null;
  /** Account z is assigned to them. */
  readonly assigned: boolean;
}

const session = (type: Role, more: Partial<ActorSpec> = {}): ActorSpec => ({
  name: type,
  by: 'session',
  tenant: 'x',
  type,
  scopes: null,
  signer: null,
  assigned: false,
  ...more,
});

export const ACTORS: readonly ActorSpec[] = [
  session('agent', { name: 'nobody', by: 'nobody' }),
  session('admin'),
  session('sub_admin'),
  session('bu_admin'),
  session('manager'),
  session('regional_manager'),
  session('district_manager'),
  session('field_manager'),
  session('telemarketer'),
  session('agent'),
  session('basic'),
  session('pool_holder'),
  session('relationship_manager', { assigned: true }),
  session('relationship_manager', { name: 'unassigned_support' }),
  session('manager', { name: 'key_of_all', by: 'key' }),
  session('manager', { name: 'key_of_one', by: 'key', scopes: ['contacts.read'] }),
  session('manager', { name: 'admin_as_manager', by: 'acting', signer: 'admin' }),
  session('agent', { name: 'support_as_agent', by: 'acting', signer: 'relationship_manager', tenant: 'z' }),
  session('admin', { name: 'other_admin', tenant: 'y' }),
  session('agent', { name: 'other_agent', tenant: 'y' }),
];

/** An actor's permissions, from the rules alone. */
export function permissionsOfActor({ type, signer, scopes }: ActorSpec): readonly Permission[] {
  const stack = [rolesOf(type), ...(signer === null ? [] : [rolesOf(signer)])];
  return permissionsOf(stack).filter((permission) => scopes?.includes(permission) ?? true);
}

/** An actor's reach, as reviewed: the account, the business unit, or the downline. */
export function sightOfActor({ type }: Pick<ActorSpec, 'type'>): 'account' | 'unit' | 'downline' {
  if (type === 'admin' || type === 'sub_admin') return 'account';
  return type === 'bu_admin' ? 'unit' : 'downline';
}
