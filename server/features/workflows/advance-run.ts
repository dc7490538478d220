import type { Decision } from '#contract/compliance.contract.ts';
import type { RunEnd } from '#contract/workflows.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { type Answers, ended, type FlowPlan, planOf, stepOf, take, type Taken } from '#rules/workflows/flow-run.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { mayBeReached, recordDecision } from '../compliance/may-be-reached.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { lockNumber } from '../messages/sending/campaign-text.ts';
import { findReached, type ReachedContact } from '../sequences/reached-contact.ts';
import { preparePart, type SendUse, type SentPart } from '../sequences/send-part.ts';
import { act } from './act.ts';
import { answersOf, isAtGoal, lotOf, partOf } from './answers.ts';
import * as rows from './runs.sql.ts';

interface Locked {
  readonly accountId: number;
  readonly run: rows.RunRow;
  readonly flow: rows.LiveFlow;
  readonly contact: ReachedContact;
  readonly facts: rows.Facts;
  readonly version: rows.VersionRow;
  readonly plan: FlowPlan;
  readonly at: Date;
}

/**
 * Takes the step of one contact that is due, in one transaction: what it does, that it was done, and what follows commit
 * together. It locks the number, the contact and the run, as `advance` of sequences does. False: nothing was due, or
 * another process has it.
 */
export function advanceRun(use: SendUse, accountId: number, runId: number): Promise<boolean> {
  return withAccount(use.pool, { accountId }, async (tx) => {
    const locked = await lockAll(use, tx, accountId, runId);
    if (locked === null) return false;
    const gone = await whyGone(tx, locked);
    const state = rows.stateOf(locked.run);
    if (gone !== null) {
      const end = {
        state: ended(state, gone.reason, gone.note),
        outcome: 'ended',
        acts: false,
        message: gone.note,
      } as const;
      await write(tx, locked, end, { decision: null, sent: NOTHING });
    } else await takeStep(use, tx, locked);
    return true;
  });
}

async function lockAll(use: SendUse, tx: Tx, accountId: number, runId: number): Promise<Locked | null> {
  const seen = await rows.findRun(tx, runId);
  if (seen === null) return null;
  const before = (await findReached(tx, [seen.contact_id])).get(seen.contact_id);
  if (before?.phone) await lockNumber(tx, before.phone);
  await lockContacts(tx, [seen.contact_id]);
  const run = await rows.lockRun(tx, runId);
  const contact = (await findReached(tx, [seen.contact_id])).get(seen.contact_id);
  const at = use.now();
  const isOpen = run?.status === 'ready' || run?.status === 'waiting' || run?.status === 'held';
  if (run === null || !isOpen || run.paused || run.due_at === null || run.due_at > at) return null;
  // A merge or another number came first: the next look sees it.
  if (contact === undefined || run.contact_id !== seen.contact_id || contact.phone !== before?.phone) return null;
  const flow = await rows.findFlow(tx, run.flow_id);
  if (flow?.status !== 'on') return null;
  const version = await rows.findVersion(tx, run.version_id);
  const facts = await rows.findFacts(tx, contact.id);
  return { accountId, run, flow, contact, facts, version, plan: planOf(version.definition), at };
}

/** Why a contact leaves before its next step; `null`: it continues. */
async function whyGone(
  tx: Tx,
  { run, flow, contact, facts, version: { definition } }: Locked,
): Promise<{ readonly reason: RunEnd; readonly note: string } | null> {
  if (contact.deleted_at !== null) return { reason: 'deleted', note: 'The contact was deleted.' };
  if (await rows.isRepeated(tx, run.id))
    return { reason: 'merged', note: 'A merged contact is in this workflow already.' };
  const isTheirs = flow.shared
    ? flow.business_unit_id === null || flow.business_unit_id === facts.unit
    : flow.user_id === contact.owner_id;
  if (!isTheirs)
    return { reason: 'transferred', note: 'The contact was transferred to someone whom this workflow is not for.' };
  return isAtGoal(definition, run.created_at, facts) ? { reason: 'goal', note: 'The goal is reached.' } : null;
}

const NOTHING: SentPart = { textId: null, emailId: null };

interface Outcome {
  readonly decision: Decision | null;
  readonly sent: SentPart;
}

async function takeStep(use: SendUse, tx: Tx, locked: Locked): Promise<void> {
  const { accountId, run, flow, contact, facts, plan, at } = locked;
  const state = rows.stateOf(run);
  const step = stepOf(plan, state);
  if (step === null) {
    const over = take(plan, state, NO_ANSWERS, at.getTime());
    return write(tx, locked, over, { decision: null, sent: NOTHING });
  }
  const decide = (channel: 'text' | 'mail') =>
    mayBeReached(tx, use.seal, contact, { channel, purpose: 'automated', at });
  const since = state.since;
  const answers = await answersOf(tx, {
    step,
    contact,
    facts,
    since,
    lot: lotOf(flow.id, contact.id, step.id),
    at,
    decide,
  });
  const { decision } = answers;
  const message = partOf(step);
  if (message === null) {
    const taken = take(plan, state, answers, at.getTime());
    const acted = taken.acts ? await act(use, tx, step, { ...locked, zone: answers.zone }) : taken;
    return write(tx, locked, { ...taken, outcome: acted.outcome, message: acted.message }, { decision, sent: NOTHING });
  }
  if (decision === null) throw new Error('a message without a decision');
  await recordDecision(tx, { userId: contact.owner_id, actorId: contact.owner_id }, contact.id, decision);
  const ready = decision.allowed ? await preparePart(use, tx, { accountId, contact, ...message, at }) : null;
  const missing = typeof ready === 'string' ? ready : null;
  const taken = take(plan, state, { ...answers, missing }, at.getTime());
  const sent = taken.acts && typeof ready === 'function' ? await ready(decision) : NOTHING;
  return write(tx, locked, taken, { decision, sent });
}

const NO_ANSWERS: Answers = {
  zone: 'UTC',
  day: null,
  replied: false,
  matches: false,
  decision: null,
  missing: null,
  lot: 0,
};

/** Writes where the contact is now, what the step did, and the contact's log; a step that stays held for the same reason says so once. */
async function write(
  tx: Tx,
  { accountId, run, flow, contact, version, plan, at }: Locked,
  { state, outcome, message }: Pick<Taken, 'state' | 'outcome' | 'message'>,
  { decision, sent }: Outcome,
): Promise<void> {
  const next = plan.steps.get(state.step);
  await rows.writeRun(tx, run.id, state, state.stage === 'waiting' && next?.kind === 'wait_reply');
  const isSame = outcome === 'held' && run.status === 'held' && run.note === message;
  if (isSame) return;
  const taken = run.step === '' ? (stepOf(plan, rows.stateOf(run))?.id ?? '') : run.step;
  await rows.insertStep(tx, {
    runId: run.id,
    revision: run.revision,
    step: taken,
    outcome,
    message,
    decision,
    ...sent,
    at,
  });
  const why = outcome === 'done' && decision !== null ? ` ${decisionSentence(decision)}` : '';
  const goesOn = state.stage === 'ready' || state.stage === 'waiting' || state.stage === 'held';
  await rows.insertLog(tx, {
    contactId: contact.id,
    name: flow.name,
    step: `${placeWords(version.definition, taken)}, version ${version.number}`,
    // What a workflow did last is to wait, as long as it runs.
    status: goesOn ? 'waiting' : outcome === 'ended' ? 'skipped' : 'done',
    message: `${message}${why}`,
    at,
  });
  await emitContactsChanged(tx, accountId, [{ id: contact.id, owner_id: contact.owner_id }]);
}
