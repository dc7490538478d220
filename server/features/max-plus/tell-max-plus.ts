import { listManageableUsers, readMaxPlus } from '#contract/max-plus.contract.ts';
import { listBillingHistory } from '#contract/billing.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { listUsers, readUser } from '#contract/users.contract.ts';
import type { ResourceBroadcast } from '#contract/_resource.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Tx } from '../../db/tx.ts';
import { emitEvents, unitsStream, unitStream, userStream } from '../../events.ts';
import { findPlaces } from './max-plus.sql.ts';

const OWN = [readMe, readMaxPlus, listManageableUsers];
const PAYER = [readMaxPlus, listManageableUsers, listBillingHistory];
const OTHERS = [listManageableUsers, listUsers, readUser];

/**
 * Tells the open tabs of the people whose Max Plus has changed, of who pays, and of everyone who sees them. Each stream
 * gets one event, however many people a change is about.
 */
export async function tellMaxPlus(
  tx: Tx,
  { accountId, payerId }: { readonly accountId: number; readonly payerId: number | null },
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  const told = new Map<string, { readonly id: number; readonly reads: Set<string> }>();
  const tell = (stream: string, id: number, reads: readonly Endpoint[]) => {
    const known = told.get(stream) ?? { id, reads: new Set<string>() };
    for (const { name } of reads) known.reads.add(name);
    told.set(stream, known);
  };
  for (const { user_id: id, business_unit_id: unit, above } of await findPlaces(tx, userIds)) {
    tell(userStream(id), id, OWN);
    for (const ancestor of above) tell(userStream(ancestor), id, OTHERS);
    tell(unitStream(unit), id, OTHERS);
    tell(unitsStream(accountId), id, OTHERS);
  }
  if (payerId !== null) tell(userStream(payerId), payerId, PAYER);
  const events = [...told].map(([stream, { id, reads }]) => {
    const body: ResourceBroadcast = {
      type: 'resource.changed',
      subject: 'max_plus_subscription',
      id,
      reads: [...reads],
    };
    return { stream, body };
  });
  await emitEvents(tx, accountId, events);
}
