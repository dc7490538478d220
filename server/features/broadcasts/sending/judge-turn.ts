import { RECIPIENT_REASONS, type Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import { windowOf } from '#rules/broadcasts/schedule.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { whereabouts } from '#rules/places/whereabouts.ts';
import { heldReason } from '../../messages/sending/held-words.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { isTooLong, type Merged, type Merger } from '../draft/content.ts';
import type { ChunkContact, InLine, Turned } from '../audience/recipients.sql.ts';

/** A person who gets it now. */
export interface Going {
  readonly turn: InLine & { readonly contact: ChunkContact };
  readonly merged: Merged;
}

/** What decides a turn, beside the contact. */
export interface Judging {
  readonly row: Pick<BroadcastRow, 'channel' | 'schedule' | 'scheduled_at' | 'started_at'>;
  readonly merge: Merger;
  readonly at: Date;
}

/** The current numbers or addresses of a contact, the one that is used first. */
export const addressesOf = (channel: BroadcastRow['channel'], { phone, phone_2, email }: ChunkContact): string[] =>
  (channel === 'text' ? [phone, phone_2] : [email?.toLowerCase()]).filter(
    (one) => one !== null && one !== undefined && one !== '',
  ) as string[];

const heldBack = ({ position }: InLine, reason: NonNullable<Turned['reason']>, more: Partial<Turned> = {}): Turned => ({
  position,
  state: 'held_back',
  reason,
  ...more,
});

/** What becomes of a turn before compliance is asked. */
export function judgeTurn({ row, merge, at }: Judging, turn: InLine): Turned | Going {
  const { contact, position, target } = turn;
  if (contact === null) return heldBack(turn, 'not_seen');
  if (turn.is_deleted) return heldBack(turn, 'deleted');
  if (turn.is_twice) return heldBack(turn, 'duplicate');
  const wanted = row.channel === 'mail' ? target.toLowerCase() : target;
  if (!addressesOf(row.channel, contact).includes(wanted)) return heldBack(turn, 'address_changed');
  const window = windowFor(row, { ...contact, phone: row.channel === 'text' ? target : contact.phone });
  if (window.until !== null && at.getTime() >= window.until) return heldBack(turn, 'too_late');
  if (window.from > at.getTime()) return { position, state: 'later', not_before: new Date(window.from) };
  const merged = merge(contact);
  if (merged.empty.length > 0) return heldBack(turn, 'empty_field', { field: merged.empty.join(', ') });
  if (isTooLong(merged)) return heldBack(turn, 'too_long');
  return { turn: { ...turn, contact }, merged };
}

/** When the schedule lets a person get it, where they may be. */
export function windowFor(
  { schedule, scheduled_at: scheduledAt }: Judging['row'],
  contact: Pick<ChunkContact, 'state' | 'city' | 'zip_code' | 'phone'>,
) {
  const planned: Schedule = schedule ?? { kind: 'now' };
  const zones = planned.kind === 'local' ? whereabouts(contact).zones : [];
  return windowOf(planned, zones, scheduledAt?.getTime() ?? 0);
}

/** What a refusal of the contactability function makes of a turn: later, too late for the schedule, or not at all. */
export function refusedTurn({ row }: Judging, { turn }: Going, decision: Decision): Turned {
  const detail = decisionSentence(decision);
  const reason = RECIPIENT_REASONS.find((known) => known === decision.reason) ?? 'too_late';
  // Tomorrow the message may be out of date, so who is full for the day is left out.
  if (decision.next_at === null || reason === 'daily_limit') return heldBack(turn, reason, { decision, detail });
  const next = new Date(decision.next_at);
  const { until } = windowFor(row, { ...turn.contact, phone: turn.target });
  if (until !== null && next.getTime() >= until) return heldBack(turn, 'too_late', { decision, detail });
  return { position: turn.position, state: 'later', not_before: next, detail: heldReason(decision), decision };
}
