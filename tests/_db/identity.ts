import type { Role } from '#contract/access.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import type { Identity } from '../../server/identity.ts';

/** A user who signed in themselves, for calls of a service without a request. */
export const signedInAs = (
  { id, accountId, businessUnitId }: { id: number; accountId: number; businessUnitId: number },
  roles: readonly Role[],
): Identity => ({
  sessionId: 0,
  accountId,
  userId: id,
  businessUnitId,
  actorId: id,
  depth: 0,
  roles,
  permissions: permissionsOf([roles]),
  via: 'session',
  sudoUntil: null,
  signerSudoUntil: null,
  owes: [],
});
