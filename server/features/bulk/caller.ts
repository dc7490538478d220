import type { Role } from '#contract/access.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';

/**
 * User on whose behalf deferred work is done: first the one that the caller acted as, then the signed-in one, if
 * different.
 */
export interface CallerRow {
  user_id: number;
  business_unit_id: number;
  roles: Role[];
  active: boolean;
}

/** Returns their combined identity. @throws {Refusal} `access_denied` when no one is left. */
export function identityOf(
  { account_id: accountId }: { readonly account_id: number },
  callers: readonly CallerRow[],
): Identity {
  const [user, ...below] = callers;
  if (user === undefined) throw new Refusal('access_denied', 'The user who requested this no longer exists.');
  return {
    sessionId: 0,
    accountId,
    userId: user.user_id,
    businessUnitId: user.business_unit_id,
    actorId: (below[0] ?? user).user_id,
    depth: below.length,
    roles: user.roles,
    permissions: callers.every(({ active }) => active) ? permissionsOf(callers.map(({ roles }) => roles)) : [],
    via: 'session',
    sudoUntil: null,
    signerSudoUntil: null,
    owes: [],
  };
}
