import type { Call } from '#contract/phone/call.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { type CallRow, findCall, findRings, lockCall, readCall } from './calls.sql.ts';
import { toCall } from './to-call.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';

const unknown = () => new Refusal('not_found', 'Call not found.');

/** A user's call. @throws {Refusal} `not_found` when it is unknown or someone else's. */
export async function readOwnCall(tx: Tx, identity: Identity, id: number): Promise<CallRow> {
  return requireOwn(identity, await readCall(tx, id));
}

/** Like `readOwnCall`, locked; with the contacts that it may get. */
export async function requireOwnCall(
  tx: Tx,
  identity: Identity,
  id: number,
  contactIds: readonly number[] = [],
): Promise<CallRow> {
  return requireOwn(identity, await lockCall(tx, id, contactIds));
}

function requireOwn({ userId }: Identity, call: CallRow | null): CallRow {
  if (call === null || call.user_id !== userId) throw unknown();
  return call;
}

/** Like `requireOwnCall`, including one that rang for them unanswered. */
export async function requireCallOf(
  tx: Tx,
  identity: Identity,
  id: number,
  contactIds: readonly number[] = [],
): Promise<CallRow> {
  const call = await lockCall(tx, id, contactIds);
  if (call === null || call.user_id !== null) return requireOwn(identity, call);
  if (!(await findRings(tx, id)).includes(identity.userId)) throw unknown();
  return call;
}

/** @throws {Refusal} `conflict` when the parties are not, or no longer, connected. */
export function requireActive({ status }: Pick<CallRow, 'status'>): void {
  if (status === 'ended') throw new Refusal('conflict', 'This call has ended.');
  if (status !== 'active') throw new Refusal('conflict', "This call hasn't been answered yet.");
}

/** A call as currently visible to a user. @throws {Refusal} `not_found` */
export async function callNow(tx: Tx, identity: Identity, id: number): Promise<Call> {
  const found = await findCall(tx, visibilityValues(identity), id);
  if (found === null) throw unknown();
  return toCall(found);
}
