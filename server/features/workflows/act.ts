import { randomUUID } from 'node:crypto';
import type { FlowStep } from '#contract/workflows/definition.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { clockText, clockWords, instantAt } from '#rules/time/zoned-time.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { readMergeText } from '../../merge-text.ts';
import type { SendUse } from '../sequences/send-part.ts';
import { identityOf } from '../bulk/caller.ts';
import { give } from '../contacts/change/assign-contact.service.ts';
import { change } from '../contacts/change/change-contact.service.ts';
import { requireChoices } from '../contacts/change/contact-choices.ts';
import { requireLiveContact } from '../contacts/contacts.service.ts';
import type { ReachedContact } from '../sequences/reached-contact.ts';
import { addEvent } from '../events/change-events.service.ts';
import { assignOne } from '../mailer-kits/assignments.service.ts';
import { leaveTextDraft } from '../messages/conversations/text-drafts.ts';
import { notify } from '../notifications/notify.ts';
import { requireTags } from '../tags/tags.service.ts';
import { tellWebhooksOfStep } from '../webhooks/tell-step.ts';
import { draftValues, skipReason } from './skip-reason.ts';
import { deepen, findAuthor, findFlow, insertRun, type LiveFlow, type RunRow } from './runs.sql.ts';

/** Workflows that lead to one another at most. Ours: a chain of them ends. */
export const MOST_DEPTH = 5;

const DAY_MINUTES = 24 * 60;

interface Acting {
  readonly accountId: number;
  readonly run: RunRow;
  readonly flow: LiveFlow;
  readonly contact: ReachedContact;
  readonly zone: string;
  readonly at: Date;
}

export interface Acted {
  readonly outcome: 'done' | 'skipped';
  readonly message: string;
}

const done = (message: string): Acted => ({ outcome: 'done', message });
const skipped = (message: string): Acted => ({ outcome: 'skipped', message });

/** Does what a step does besides sending, as its author would. What they may not do is skipped, and says why. */
export async function act(use: SendUse, tx: Tx, step: FlowStep, acting: Acting): Promise<Acted> {
  const { run, contact, at } = acting;
  const why = await skipReason(tx, step, contact, at);
  if (why !== null) return skipped(why);
  await deepen(tx, run.depth + 1);
  try {
    if (step.kind === 'start_flow') return await startFlow(tx, step.flow_id, acting);
    if (step.kind === 'webhook') return await sendWebhook(tx, step, acting);
    if (step.kind === 'draft') return await leaveDraft(tx, step, acting);
    return await changeContact(use, tx, step, acting);
  } catch (error) {
    if (error instanceof Refusal) return skipped(error.message);
    throw error;
  } finally {
    await deepen(tx, 0);
  }
}

async function changeContact(use: SendUse, tx: Tx, step: FlowStep, { accountId, flow, contact, zone, at }: Acting) {
  const author = await findAuthor(tx, flow.user_id);
  if (author[0]?.active !== true) return skipped('The author of the workflow is deactivated.');
  const identity = identityOf({ account_id: accountId }, author);
  const caller = { identity, requestId: `workflow-${flow.id}-${randomUUID().slice(0, 8)}` };
  const stored = await requireLiveContact(tx, identity, contact.id);
  switch (step.kind) {
    case 'tag': {
      const [id] = await requireTags(tx, [step.tag_id ?? 0]);
      const others = stored.tag_ids.filter((tag) => tag !== id);
      const tagIds = step.action === 'add' && id !== undefined ? [...others, id].toSorted((a, b) => a - b) : others;
      await change(tx, use, caller, stored, { values: {}, tagIds });
      return done(step.action === 'add' ? 'Tag added.' : 'Tag removed.');
    }
    case 'status': {
      const values = { status_id: step.status_id };
      await requireChoices(tx, identity, values);
      await change(tx, use, caller, stored, { values, tagIds: null });
      return done('Status set.');
    }
    case 'follow_up': {
      const day = plusDays(dayIn(zone, at), step.days);
      const anyTime = stored.follow_up_time === null ? {} : { follow_up_time: null };
      await change(tx, use, caller, stored, { values: { follow_up_on: day, ...anyTime }, tagIds: null });
      return done(`Follow-up on ${formatPlainDate(day)}: ${step.title}`);
    }
    case 'event': {
      const soon = plusDays(dayIn(contact.zone, at), step.days);
      const isOver = instantAt(contact.zone, soon, step.minute) <= at.getTime();
      const day = isOver ? plusDays(soon, 1) : soon;
      const end = step.minute + step.minutes;
      const fields = {
        title: step.title,
        all_day: false,
        start_date: day,
        start_time: clockText(step.minute),
        end_date: end < DAY_MINUTES ? day : plusDays(day, 1),
        end_time: clockText(end % DAY_MINUTES),
        contact_id: contact.id,
      };
      await addEvent(use, tx, caller, { fields, userId: contact.owner_id });
      return done(`Event on ${formatPlainDate(day)} at ${clockWords(clockText(step.minute))}: ${step.title}`);
    }
    case 'kit': {
      const asked = { kitId: step.kit_id ?? 0, contactId: contact.id, sentence: `Workflow ${flow.name}` };
      return done(`Mailer kit assigned: ${await assignOne(use, tx, caller, asked)}.`);
    }
    case 'assign': {
      const [owner] = await findAuthor(tx, step.owner_id ?? 0);
      if (owner?.active !== true) return skipped('This agent is deactivated.');
      if (stored.owner_id === owner.user_id) return done('Assigned already.');
      await give(tx, use, caller, stored, { to: owner.user_id, reason: 'assigned' });
      return done('Assigned.');
    }
    default:
      throw new Error(`a step ${step.kind} does nothing`);
  }
}

/** The contact is locked. Its owner reads the draft before they send it, so that no rule is asked here. */
async function leaveDraft(
  tx: Tx,
  { id, body }: Extract<FlowStep, { kind: 'draft' }>,
  { accountId, run, flow, contact, at }: Acting,
): Promise<Acted> {
  const conversationId = await leaveTextDraft(tx, {
    contactId: contact.id,
    userId: contact.owner_id,
    body: readMergeText(body, 'text').render(await draftValues(tx, contact, at)),
    at,
  });
  await notify(tx, {
    accountId,
    userId: contact.owner_id,
    kind: 'draft',
    aboutId: run.id,
    occurrence: id,
    title: `Draft text for ${contactName(contact)}`,
    body: `From the workflow ${flow.name}. Read it, then send it.`,
    href: `/messages?conversation=${conversationId}`,
    at,
  });
  return done("Draft left for the contact's owner.");
}

/** With the step and its effect, so that each is told once. */
async function sendWebhook(
  tx: Tx,
  { id, name }: Extract<FlowStep, { kind: 'webhook' }>,
  { flow, run, contact }: Acting,
): Promise<Acted> {
  const told = await tellWebhooksOfStep(tx, contact.id, { workflow_id: flow.id, run_id: run.id, step_id: id, name });
  return told === 0
    ? skipped('No webhook endpoint subscribes to workflow.step.')
    : done(`Sent to ${formatCounted(told, 'webhook endpoint', 'webhook endpoints')}.`);
}

async function startFlow(tx: Tx, flowId: number | null, { run, contact, flow: by, at }: Acting): Promise<Acted> {
  const flow = flowId === null ? null : await findFlow(tx, flowId);
  if (flow?.status !== 'on') return skipped('This workflow is off.');
  if (run.depth + 1 >= MOST_DEPTH) return skipped(`${MOST_DEPTH} workflows have started one another already.`);
  const occasion = `flow:${by.id}:${run.id}`;
  const started = await insertRun(tx, {
    flow,
    contactId: contact.id,
    occasion,
    userId: null,
    depth: run.depth + 1,
    dueAt: at,
    at,
  });
  return started === null ? skipped('They are in this workflow already.') : done(`Started ${flow.name}.`);
}
