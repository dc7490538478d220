import type { Permission, Role } from '#contract/access.contract.ts';
import { mayDo } from '#rules/permissions.ts';
import { Refusal } from './errors.ts';

/** Who a request acts for, from its session; there is no other source of it. */
export interface Identity {
  readonly sessionId: number;
  readonly accountId: number;
  /** Whom the request acts as: the top of the identity stack. */
  readonly userId: number;
  readonly businessUnitId: number;
  /** Who signed in: the bottom of the stack. */
  readonly actorId: number;
  /** Height of the stack, 0 for who signed in. */
  readonly depth: number;
  readonly roles: readonly Role[];
}

/** @throws {Refusal} `access_denied` when none of the roles has the permission. */
export function requirePermission(identity: Identity, permission: Permission): void {
  if (!mayDo(identity.roles, permission)) throw new Refusal('access_denied', 'Access denied!');
}
