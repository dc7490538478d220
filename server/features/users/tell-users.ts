import type { ResourceBroadcast } from '#contract/_resource.contract.ts';
import { listAdminOwners, listUserPlaces, listUsers, readUser, readUserRoles } from '#contract/users.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { accountStream, emitEvents } from '../../events.ts';

const READS = [listUsers, readUser, readUserRoles, listUserPlaces, listAdminOwners].map(({ name }) => name);

/** Pages that show users load them again. */
export function tellUsers(tx: Tx, accountId: number, id: number): Promise<unknown> {
  const body: ResourceBroadcast = { type: 'resource.changed', subject: 'user', id, reads: READS };
  return emitEvents(tx, accountId, [{ stream: accountStream(accountId), body }]);
}
