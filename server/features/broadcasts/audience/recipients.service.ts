import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Recipient, RecipientPreview } from '#contract/broadcasts/broadcast.contract.ts';
import type {
  findRecipient as FindRecipient,
  listRecipients as ListRecipients,
} from '#contract/broadcasts.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import { hasEnded } from '#rules/broadcasts/broadcast-status.ts';
import { whereabouts } from '#rules/places/whereabouts.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { MergeFault } from '../../../merge-text.ts';
import { mayBeReached } from '../../compliance/may-be-reached.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { reachedBy } from '../../messages/sending/reached-by.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { metaOf, requireVisible } from '../broadcasts.service.ts';
import { type Merged, mergerOf } from '../draft/content.ts';
import { PURPOSE } from './freeze-audience.ts';
import { windowFor } from '../sending/judge-turn.ts';
import {
  type ChunkContact,
  countRecipients,
  findNeighbors,
  findRecipientAt,
  findRecipients,
  findRecipientsOf,
  findSample,
  type RecipientRow,
  searchContacts,
} from './recipients.sql.ts';

/** A broadcast that has ended early says so of those who waited. */
const isStopped = (row: BroadcastRow): boolean => hasEnded(row) && row.status !== 'done';

function toRecipient(row: RecipientRow, stopped: boolean): Recipient {
  const { state, replied_at: repliedAt, reply, not_before: notBefore } = row;
  const isWaiting = state === 'waiting' || state === 'later';
  const outcome = isWaiting ? (stopped ? 'stopped' : 'waiting') : state;
  return {
    position: row.position,
    contact: row.contact,
    address: row.address,
    outcome,
    reason: row.reason,
    field: row.field,
    detail: row.detail,
    not_before: outcome === 'waiting' || outcome === 'sending' ? (notBefore?.toISOString() ?? null) : null,
    segments: row.segments,
    reply: repliedAt === null || reply === null ? null : { body: reply, at: repliedAt.toISOString() },
    opted_out_at: row.opted_out_at?.toISOString() ?? null,
    decision: row.decision,
    at: row.at?.toISOString() ?? null,
  };
}

/** @throws {Refusal} `not_found` */
export function listRecipients(
  deps: Deps,
  identity: Identity,
  id: number,
  { page, limit, outcome, reason, answered, order }: Query<typeof ListRecipients>,
): Promise<{ data: Recipient[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireVisible(tx, identity, id);
    const stopped = isStopped(row);
    const filter = { broadcastId: id, outcome, reason, answered, isStopped: stopped };
    const seen = await seenBy(tx, identity);
    const rows = await findRecipients(tx, filter, { seen, offset: (page - 1) * limit, limit, order });
    return {
      data: rows.map((one) => toRecipient(one, stopped)),
      meta: metaOf({ page, limit }, await countRecipients(tx, filter)),
    };
  });
}

/** @throws {Refusal} `not_found` */
export function findRecipient(
  deps: Deps,
  identity: Identity,
  id: number,
  { q }: Query<typeof FindRecipient>,
): Promise<Reply<typeof FindRecipient>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireVisible(tx, identity, id);
    const seen = await seenBy(tx, identity);
    const contacts = await searchContacts(tx, q, seen);
    const found = await findRecipientsOf(
      tx,
      id,
      contacts.map((contact) => contact.id),
      seen,
    );
    return {
      data: contacts.map((contact) => {
        const recipient = found.find((one) => one.contact?.id === contact.id);
        return { contact, recipient: recipient === undefined ? null : toRecipient(recipient, isStopped(row)) };
      }),
    };
  });
}

/**
 * A recipient's message, merged, with the neighbors for arrows.
 * @throws {Refusal} `not_found`; `conflict` when the content can't be merged.
 */
export function previewRecipient(
  deps: Deps,
  identity: Identity,
  id: number,
  position: number | null,
): Promise<RecipientPreview | null> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await requireVisible(tx, identity, id);
    const place = await findNeighbors(tx, id, position);
    if (place.position === null || place.total === 0) return null;
    const seen = await seenBy(tx, identity);
    const found = await findRecipientAt(tx, id, place.position, seen);
    const [sample] = await findSample(tx, id, { seen, limit: 1, position: place.position });
    if (found === null || sample === undefined) throw new Refusal('not_found', 'Recipient not found.');
    const merged = await mergeFor(tx, row, sample.contact, deps.now());
    const { zones } = whereabouts(placeOf(row, sample.contact, found.address));
    const { index, total, previous, next } = place;
    return {
      recipient: toRecipient(found, isStopped(row)),
      index,
      total,
      previous,
      next,
      subject: merged.subject,
      text: merged.text,
      html: merged.html,
      empty: [...merged.empty],
      segments: merged.segments?.segments ?? 0,
      special: [...(merged.segments?.special ?? [])],
      zones,
      would_go_at: await goesAt(deps, tx, row, { contact: sample.contact, address: found.address }),
    };
  });
}

const placeOf = ({ channel }: BroadcastRow, contact: ChunkContact, address: string) => ({
  ...contact,
  phone: channel === 'text' ? address : contact.phone,
});

/** @throws {Refusal} `conflict` */
export async function mergeFor(tx: Tx, row: BroadcastRow, contact: ChunkContact, at: Date): Promise<Merged> {
  try {
    return (await mergerOf(tx, row, at))(contact);
  } catch (error) {
    if (error instanceof MergeFault) throw new Refusal('conflict', `This e-mail has an error. ${error.message}`);
    throw error;
  }
}

async function goesAt(
  deps: Deps,
  tx: Tx,
  row: BroadcastRow,
  { contact, address }: { readonly contact: ChunkContact; readonly address: string },
): Promise<string | null> {
  const now = deps.now();
  const planned = { ...row, scheduled_at: row.scheduled_at ?? now };
  const { from, until } = windowFor(planned, placeOf(row, contact, address));
  const at = new Date(Math.max(from, now.getTime()));
  const reached = row.channel === 'text' ? reachedBy(contact, address) : contact;
  const decision = await mayBeReached(tx, deps.seal, reached, { channel: row.channel, purpose: PURPOSE, at });
  const isLeftOut = decision.next_at === null || decision.reason === 'daily_limit';
  const goes = decision.allowed ? at : isLeftOut || decision.next_at === null ? null : new Date(decision.next_at);
  return goes === null || (until !== null && goes.getTime() >= until) ? null : goes.toISOString();
}
