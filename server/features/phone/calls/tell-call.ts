import type { PhoneBroadcast } from '#contract/phone.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { emitEvents, liveStream, type StreamEvent, userStream } from '../../../events.ts';
import type { Seal } from '../../../seal.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { type CallRow, findCall, findRings } from './calls.sql.ts';
import { matchesOf } from '../numbers/find-by-number.service.ts';
import { findAbove, findViewer } from '../phone-people.sql.ts';
import { toCall, withoutWords } from './to-call.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';

type Told = Pick<CallRow, 'id' | 'account_id' | 'user_id' | 'from_number'>;

/**
 * Reports the state of a call: to its owner, or without one to every user it rang. Each learns the contact if they can
 * see it.
 */
export async function tellCall(tx: Tx, call: Told): Promise<void> {
  const userIds = call.user_id === null ? await findRings(tx, call.id) : [call.user_id];
  await tell(tx, call, userIds, ({ call: seen }) => Promise.resolve({ type: 'call.changed', call: seen }));
  await tellAbove(tx, call, userIds);
}

/** Notifies managers of the call's owner, or of the users it rings, of a change. */
async function tellAbove(tx: Tx, { id, account_id: accountId }: Told, userIds: readonly number[]): Promise<void> {
  const body: PhoneBroadcast = { type: 'call.below', call_id: id };
  const above = await findAbove(tx, userIds);
  await emitEvents(
    tx,
    accountId,
    above.map((userId) => ({ stream: liveStream(userId), body })),
  );
}

/** Tells viewers of a call's contact that someone is talking with them. */
export async function tellContact(tx: Tx, { account_id: accountId, contact_id: contactId }: CallRow): Promise<void> {
  if (contactId === null) return;
  const found = await tx.prepared<{ id: number; owner_id: number }>('select id, owner_id from contacts where id = $1', [
    contactId,
  ]);
  await emitContactsChanged(tx, accountId, found);
}

/** Notifies the other users it rang who answered; the content of the call isn't shared. */
export async function tellAnswered(tx: Tx, call: Told): Promise<void> {
  const others = (await findRings(tx, call.id)).filter((userId) => userId !== call.user_id);
  await tell(tx, call, others, ({ call: seen }) => Promise.resolve({ type: 'call.changed', call: withoutWords(seen) }));
}

/** Notifies every user that a call rings, with the visible contacts of its number. */
export async function tellIncoming(tx: Tx, seal: Seal, call: Told, at: Date): Promise<void> {
  const userIds = await findRings(tx, call.id);
  await tell(tx, call, userIds, async (body, viewer) => ({
    type: 'call.incoming',
    ...body,
    contacts: await matchesOf(tx, seal, viewer, { number: call.from_number, at }),
  }));
  await tellAbove(tx, call, userIds);
}

type Viewer = NonNullable<Awaited<ReturnType<typeof findViewer>>>;
type Body = Pick<Extract<PhoneBroadcast, { type: 'call.changed' }>, 'call'>;

async function tell(
  tx: Tx,
  { id, account_id: accountId }: Told,
  userIds: readonly number[],
  bodyOf: (body: Body, viewer: Viewer) => Promise<PhoneBroadcast>,
): Promise<void> {
  const events: StreamEvent[] = [];
  for (const userId of userIds) {
    const viewer = await findViewer(tx, userId);
    const found = viewer === null ? null : await findCall(tx, visibilityValues(viewer), id);
    if (viewer === null || found === null) continue;
    events.push({ stream: userStream(userId), body: await bodyOf({ call: toCall(found) }, viewer) });
  }
  await emitEvents(tx, accountId, events);
}
