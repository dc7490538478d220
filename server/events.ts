import { ringOutbox } from './cable/outbox-bell.ts';
import { afterCommit, type Tx } from './db/tx.ts';
import { causeNow } from './telemetry/cause.ts';

/** A fact for one stream; `body.type` is the literal of the contract's broadcast. */
export interface StreamEvent {
  readonly stream: string;
  readonly body: { readonly type: string };
}

export const importStream = (importId: number) => `import:${importId}`;
export const bulkStream = (jobId: number) => `bulk:${jobId}`;
export const broadcastStream = (broadcastId: number) => `broadcast:${broadcastId}`;
export const printStream = (jobId: number) => `print:${jobId}`;
export const dryRunStream = (dryRunId: number) => `dry_run:${dryRunId}`;
export const verificationStream = (runId: number) => `verification:${runId}`;
/** With the names of contacts, for those who see everything its caller sees. */
export const transferStream = (transferId: number) => `transfer:${transferId}`;
/** Without them, for recipients, and for others above its caller. */
export const receivedStream = (transferId: number) => `transfer:${transferId}:received`;
/** Changes of rows that all users of an account see. */
export const accountStream = (accountId: number) => `account:${accountId}`;
/** Changes of rows of one business unit, for its people. */
export const unitStream = (unitId: number) => `unit:${unitId}`;
/** Changes of rows of any business unit, for those who see the whole account. */
export const unitsStream = (accountId: number) => `units:${accountId}`;
/** Texts of the conversations that a user answers or owns. */
export const textsStream = (userId: number) => `texts:${userId}`;
/** A conversation by text under one owner, as `contactStream`. */
export const conversationStream = (conversationId: number, ownerId: number) =>
  `conversation:${conversationId}:${ownerId}`;
export const userStream = (userId: number) => `user:${userId}`;
/** Messages with MAX: of the user acted for, visible to the user who signed in. */
export const chatStream = ({ userId, actorId }: { readonly userId: number; readonly actorId: number }) =>
  `chat:${userId}:${actorId}`;
/** Events in a user's downline: everyone above the acting user gets a copy. */
export const liveStream = (ancestorId: number) => `live:${ancestorId}`;

/**
 * Events of a contact under one owner. The owner is part of the name: visibility depends on the owner, so that those
 * who followed it before a transfer receive nothing afterwards.
 */
export const contactStream = (contactId: number, ownerId: number) => `contact:${contactId}:${ownerId}`;

/** Many contacts of an owner changed, without saying which, for those who view one of them. */
export const contactsStream = (ownerId: number) => `contacts:${ownerId}`;

/** Writes events in the transaction of the change they tell of; the relay numbers and publishes them after commit. */
export async function emitEvents(tx: Tx, accountId: number, events: readonly StreamEvent[]): Promise<void> {
  if (events.length === 0) return;
  const cause = causeNow();
  if (cause !== undefined) cause.events += events.length;
  await tx.raw(
    `insert into events (account_id, stream, body)
     select $1, stream, body::jsonb from unnest($2::text[], $3::text[]) as fresh(stream, body)`,
    [accountId, events.map((event) => event.stream), events.map((event) => JSON.stringify(event.body))],
  );
  afterCommit(tx, ringOutbox);
}

/** All users above a user, without the user. */
export async function ancestorsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.raw<{ ancestor_id: number }>(
    'select ancestor_id from user_tree where descendant_id = $1 and depth > 0 order by depth',
    [userId],
  );
  return rows.map((row) => row.ancestor_id);
}
