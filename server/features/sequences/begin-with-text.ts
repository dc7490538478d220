import { sql } from 'kysely';
import type { Decision } from '#contract/compliance.contract.ts';
import { begun, follow, planOf, zoneOf } from '#rules/sequences/sequence.ts';
import type { Tx } from '../../db/tx.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readMergeText } from '../../merge-text.ts';
import { ownNumbers } from '../messages/own-numbers.ts';
import { usableBy } from '../campaign-triggers/campaign-triggers.table.ts';
import { enroll, insertLog, insertSend, writeState } from './enrollments.sql.ts';
import { emptyFields, findReached, valuesOf } from './reached-contact.ts';
import { findTrigger, pinVersion, type TriggerRow } from './trigger-versions.ts';

/** A text trigger that the caller may choose in a conversation. @throws {Refusal} `refused` under `campaign_trigger_id`. */
export async function requireConversationTrigger(tx: Tx, identity: Identity, id: number): Promise<TriggerRow> {
  const { visibility } = usableBy(identity, 'sms', 'conversation');
  const offered = (visibility.offered ?? visibility.seen)(identity);
  const found = await tx.one(sql`select from campaign_triggers r where r.id = ${id} and ${offered}`);
  const trigger = found === null ? null : await findTrigger(tx, id);
  if (trigger === null) throw refuseField('campaign_trigger_id', 'Campaign text not found.');
  return trigger;
}

/** The text of a trigger as a user would send it to a contact, and the labels of the fields that the contact lacks. */
export async function textOf(
  tx: Tx,
  trigger: TriggerRow,
  { contactId, userId, at }: Omit<Begun, 'textId' | 'decision'>,
) {
  const contact = (await findReached(tx, [contactId])).get(contactId);
  if (contact === undefined) throw new Error('a contact is gone');
  const [usual] = await ownNumbers(tx, userId);
  const values = await valuesOf(tx, contact, { userId, from: usual?.number ?? '', at });
  const part = { recurrence: 'none', subject: '', body: trigger.body, format: 'text' } as const;
  return { text: readMergeText(trigger.body, 'text').render(values), empty: [...emptyFields(part, values)] };
}

interface Begun {
  readonly contactId: number;
  readonly userId: number;
  readonly textId: number;
  readonly decision: Decision;
  readonly at: Date;
}

/** A text that an agent sent from a trigger is its first step: the contact gets those that follow. The contact is locked. */
export async function beginWithText(tx: Tx, trigger: TriggerRow, { contactId, userId, textId, decision, at }: Begun) {
  const version = await pinVersion(tx, trigger);
  const contact = (await findReached(tx, [contactId])).get(contactId);
  if (contact === undefined) return;
  // One text is sent once, also where its trigger repeats.
  const plan = planOf(version.content, true, zoneOf(contact, contact.zone));
  const of = { triggerId: trigger.id, contactId, occasion: `text:${textId}`, userId, dueAt: at, at };
  const id = await enroll(tx, of);
  if (id === null) return;
  const now = at.getTime();
  const due = follow(plan, begun(now), { type: 'clock', now });
  const state = follow(plan, follow(plan, due, { type: 'allowed' }), { type: 'sent', now });
  await writeState(tx, id, version.id, state);
  await insertSend(tx, { enrollmentId: id, step: 0, textId, emailId: null, decision, at });
  await insertLog(tx, {
    contactId,
    name: trigger.name,
    step: `Step 1 of ${plan.steps.length}, version ${version.number}`,
    status: state.stage === 'done' ? 'done' : 'waiting',
    message: `Text sent by hand.${state.stage === 'done' ? '' : ' The next step is waiting.'}`,
    at,
  });
}
