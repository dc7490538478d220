import type { Decision } from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import {
  eventOf,
  follow,
  isDated,
  planOf,
  type SequencePlan,
  type SequenceState,
  waitsFor,
  zoneOf,
} from '#rules/sequences/sequence.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { mayBeReached, recordDecision } from '../compliance/may-be-reached.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { lockNumber } from '../messages/sending/campaign-text.ts';
import * as rows from './enrollments.sql.ts';
import { findReached, type ReachedContact } from './reached-contact.ts';
import { preparePart, type SendUse } from './send-part.ts';
import { findTrigger, findVersion, pinVersion, type TriggerRow, type Version } from './trigger-versions.ts';

export type AdvanceUse = SendUse;

interface Named {
  readonly accountId: number;
  readonly enrollmentId: number;
}

/** A contact in a sequence, locked, with all that its next step needs. */
interface Locked {
  readonly accountId: number;
  readonly row: rows.EnrollmentRow;
  readonly trigger: TriggerRow;
  readonly contact: ReachedContact;
  readonly version: Version;
  readonly plan: SequencePlan;
  readonly at: Date;
}

/**
 * Takes the step of one contact that is due, in one transaction: what it sends, that it was sent, and what follows commit
 * together. It locks the number, the contact and the enrollment, as everything does that sends or stops texts. False: nothing was due, or
 * another process has it.
 */
export function advance(use: AdvanceUse, { accountId, enrollmentId }: Named): Promise<boolean> {
  return withAccount(use.pool, { accountId }, async (tx) => {
    const locked = await lockAll(use, tx, accountId, enrollmentId);
    if (locked === null) return false;
    const { row, plan, version, at } = locked;
    const known = rows.stateOf(row);
    const gone = await whyGone(tx, locked);
    const pinned = row.version_id === null ? follow(plan, known, { type: 'pinned' }) : known;
    const begin = gone === null ? pinned : follow(plan, pinned, gone);
    const due = follow(plan, begin, { type: 'clock', now: at.getTime() });
    const { state, decision } =
      due.stage === 'due' ? await takeStep(use, tx, locked, due) : { state: due, decision: null };
    await rows.writeState(tx, row.id, version.id, state);
    await tell(tx, locked, { was: known, is: state, decision });
    return true;
  });
}

async function lockAll(use: AdvanceUse, tx: Tx, accountId: number, enrollmentId: number): Promise<Locked | null> {
  const seen = await rows.findEnrollment(tx, enrollmentId);
  if (seen === null) return null;
  const before = (await findReached(tx, [seen.contact_id])).get(seen.contact_id);
  if (before?.phone) await lockNumber(tx, before.phone);
  await lockContacts(tx, [seen.contact_id]);
  const row = await rows.lockEnrollment(tx, enrollmentId);
  const contact = (await findReached(tx, [seen.contact_id])).get(seen.contact_id);
  const at = use.now();
  const isDue = row !== null && row.due_at !== null && row.due_at <= at;
  // A merge or another number came first: the next look sees it.
  if (!isDue || contact === undefined || row.contact_id !== seen.contact_id || contact.phone !== before?.phone)
    return null;
  const trigger = await findTrigger(tx, row.trigger_id);
  if (trigger === null || !trigger.enabled || !trigger.compliant) return null;
  const version = row.version_id === null ? await pinVersion(tx, trigger) : await findVersion(tx, row.version_id);
  const plan = planOf(version.content, isDated(trigger.trigger), zoneOf(contact, contact.zone));
  return { accountId, row, trigger, contact, version, plan, at };
}

/** The end of a sequence whose contact is gone, or that a person gave up; `null`: it continues. */
async function whyGone(tx: Tx, { row, contact }: Locked) {
  if (contact.deleted_at !== null) {
    return { type: 'end', reason: 'deleted', note: 'The contact was deleted.' } as const;
  }
  if (await rows.isCanceled(tx, row)) {
    return { type: 'end', reason: 'stopped', note: 'The text before was canceled.' } as const;
  }
  if (await rows.isContacted(tx, row)) {
    return { type: 'end', reason: 'contacted', note: 'Someone was in contact with them since.' } as const;
  }
  if (!(await rows.isRepeated(tx, row.id))) return null;
  return { type: 'end', reason: 'merged', note: 'A merged contact is in this sequence already.' } as const;
}

interface Taken {
  readonly state: SequenceState;
  readonly decision: Decision;
}

/** Asks whether the step may be sent at this minute, and sends it. */
async function takeStep(use: AdvanceUse, tx: Tx, locked: Locked, due: SequenceState): Promise<Taken> {
  const { contact, plan, version, at } = locked;
  const channel = version.content.channel === 'sms' ? 'text' : 'mail';
  const decision = await mayBeReached(tx, use.seal, contact, { channel, purpose: 'automated', at });
  const asked = follow(plan, due, eventOf(plan, decision));
  await recordDecision(tx, { userId: contact.owner_id, actorId: contact.owner_id }, contact.id, decision);
  if (asked.stage !== 'sending') return { state: asked, decision };
  const waits = await send(use, tx, locked, due, decision);
  const now = at.getTime();
  const state = waits === null ? follow(plan, asked, { type: 'sent', now }) : follow(plan, due, waitsFor(waits, now));
  return { state, decision };
}

/** Sends the text or e-mail of a step. Returns a sentence on what is missing; `null`: it is sent. */
async function send(
  use: AdvanceUse,
  tx: Tx,
  { accountId, row, contact, version, plan, at }: Locked,
  { step }: SequenceState,
  decision: Decision,
): Promise<string | null> {
  const part = version.content.parts[plan.steps[step]?.part ?? -1];
  if (part === undefined) throw new Error('a step has no text');
  const ready = await preparePart(use, tx, { accountId, contact, channel: version.content.channel, part, at });
  if (typeof ready === 'string') return ready;
  await rows.insertSend(tx, { enrollmentId: row.id, step, decision, at, ...(await ready(decision)) });
  return null;
}

interface Told {
  readonly was: SequenceState;
  readonly is: SequenceState;
  /** `null`: no one was asked. */
  readonly decision: Decision | null;
}

/** Writes to the contact's workflow log what happened; a step that stays held for the same reason says so once. */
async function tell(tx: Tx, { accountId, contact, version, plan, at }: Locked, { was, is, decision }: Told) {
  if (is.stage === 'held' && was.stage === 'held' && is.note === was.note) return;
  const isSent = is.step > was.step;
  const step = `Step ${was.step + 1} of ${plan.steps.length}, version ${version.number}`;
  const what = version.content.channel === 'sms' ? 'Text queued.' : 'E-mail queued.';
  const why = decision === null ? [] : [decisionSentence(decision)];
  const isDelayed = is.stage === 'waiting' && !isSent;
  const message = isDelayed
    ? 'Started. The first step is waiting.'
    : isSent
      ? [what, ...why, ...(is.stage === 'done' ? [] : ['The next step is waiting.'])].join(' ')
      : is.note;
  const status = is.stage === 'done' ? 'done' : is.stage === 'ended' ? 'skipped' : 'waiting';
  await rows.insertLog(tx, { contactId: contact.id, name: version.content.name, step, status, message, at });
  await emitContactsChanged(tx, accountId, [{ id: contact.id, owner_id: contact.owner_id }]);
}
