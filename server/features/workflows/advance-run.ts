import type { Decision } from '#contract/compliance.contract.ts';
import type { RunEnd } from '#contract/workflows.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { type Answers, ended, type FlowPlan, planOf, stepOf, take, type Taken } from '#rules/workflows/flow-run.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { mayBeReached, recordDecision } from '../compliance/may-be-reached.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { lockNumbers } from '../messages/sending/campaign-text.ts';
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
  /** Ids of steps. */
  readonly paused: readonly string[];
  readonly at: Date;
}

/**
 * Takes the steps of contacts that are due, in one transaction: what they do, that they were done, and what follows commit
 * together. It locks workflows with paused steps, then the numbers, the contacts and the runs, as `advance` of sequences
 * does. Of several runs of a contact it takes the first. Returns how many it took: the others weren't due, or another process has them.
 */
export function advanceRuns(use: SendUse, accountId: number, runIds: readonly number[]): Promise<number> {
  return withAccount(use.pool, { accountId }, async (tx) => {
    const locked = await lockAll(use, tx, accountId, runIds);
    const repeated = await rows.findRepeated(
      tx,
      locked.map(({ run }) => run.id),
    );
    const ends: End[] = [];
    for (const one of locked) {
      const gone = whyGone(one, repeated.has(one.run.id));
      const state = rows.stateOf(one.run);
      if (gone === null) ends.push(await takeStep(use, tx, one));
      else
        ends.push({
          ...one,
          taken: { state: ended(state, gone.reason, gone.note), outcome: 'ended', message: gone.note },
          decision: null,
          sent: NOTHING,
        });
    }
    await write(tx, accountId, ends);
    return ends.length;
  });
}

async function lockAll(use: SendUse, tx: Tx, accountId: number, runIds: readonly number[]): Promise<Locked[]> {
  const paused = await rows.lockPausedSteps(tx, runIds);
  const found = await rows.findContactsOf(tx, runIds);
  const seen = [...new Map(found.toReversed().map((row) => [row.contact_id, row])).values()];
  const contactIds = seen.map(({ contact_id: id }) => id);
  const before = await findReached(tx, contactIds);
  await lockNumbers(
    tx,
    [...before.values()].flatMap(({ phone }) => phone || []),
  );
  await lockContacts(tx, contactIds);
  const at = use.now();
  const isDue = ({ status, paused, due_at: due }: rows.RunRow): boolean =>
    (status === 'ready' || status === 'waiting' || status === 'held') && !paused && due !== null && due <= at;
  const runs = (
    await rows.lockRuns(
      tx,
      seen.map(({ id }) => id),
    )
  ).filter(isDue);
  if (runs.length === 0) return [];
  const contacts = await findReached(tx, contactIds);
  const facts = await rows.findFactsOf(tx, contactIds);
  const flows = await rows.findFlows(tx, [...new Set(runs.map(({ flow_id: id }) => id))]);
  const versions = await rows.findVersions(tx, [...new Set(runs.map(({ version_id: id }) => id))]);
  const plans = new Map([...versions].map(([id, { definition }]) => [id, planOf(definition)]));
  return runs.flatMap((run): Locked[] => {
    const [contact, flow] = [contacts.get(run.contact_id), flows.get(run.flow_id)];
    const [version, plan, known] = [versions.get(run.version_id), plans.get(run.version_id), facts.get(run.contact_id)];
    // A merge or another number came first: the next look sees it.
    if (contact === undefined || known === undefined || contact.phone !== before.get(contact.id)?.phone) return [];
    if (flow?.status !== 'on' || version === undefined || plan === undefined) return [];
    return [{ accountId, run, flow, contact, facts: known, version, plan, paused: paused.get(flow.id) ?? [], at }];
  });
}

/** Why a contact leaves before its next step; `null`: it continues. `repeated`: an earlier run counts. */
function whyGone(
  { run, flow, contact, facts, version: { definition } }: Locked,
  repeated: boolean,
): { readonly reason: RunEnd; readonly note: string } | null {
  if (contact.deleted_at !== null) return { reason: 'deleted', note: 'The contact was deleted.' };
  if (repeated) return { reason: 'merged', note: 'A merged contact is in this workflow already.' };
  const isTheirs = flow.shared
    ? flow.business_unit_id === null || flow.business_unit_id === facts.unit
    : flow.user_id === contact.owner_id;
  if (!isTheirs)
    return { reason: 'transferred', note: 'The contact was transferred to someone whom this workflow is not for.' };
  return isAtGoal(definition, run.created_at, facts) ? { reason: 'goal', note: 'The goal is reached.' } : null;
}

const NOTHING: SentPart = { textId: null, emailId: null };

/** What came of a step, before it is written. */
interface End extends Locked {
  readonly taken: Pick<Taken, 'state' | 'outcome' | 'message'>;
  readonly decision: Decision | null;
  readonly sent: SentPart;
}

async function takeStep(use: SendUse, tx: Tx, locked: Locked): Promise<End> {
  const { accountId, run, flow, contact, facts, plan, at } = locked;
  const state = rows.stateOf(run);
  const step = stepOf(plan, state);
  const isPaused = step !== null && locked.paused.includes(step.id);
  if (step === null || isPaused) {
    const taken = take(plan, state, { ...NO_ANSWERS, paused: isPaused }, at.getTime());
    return { ...locked, taken, decision: null, sent: NOTHING };
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
    const { outcome, message: told } = acted;
    return { ...locked, taken: { ...taken, outcome, message: told }, decision, sent: NOTHING };
  }
  if (decision === null) throw new Error('a message without a decision');
  await recordDecision(tx, { userId: contact.owner_id, actorId: contact.owner_id }, contact.id, decision);
  const ready = decision.allowed ? await preparePart(use, tx, { accountId, contact, ...message, at }) : null;
  const missing = typeof ready === 'string' ? ready : null;
  const taken = take(plan, state, { ...answers, missing }, at.getTime());
  const sent = taken.acts && typeof ready === 'function' ? await ready(decision) : NOTHING;
  return { ...locked, taken, decision, sent };
}

const NO_ANSWERS: Answers = {
  paused: false,
  zone: 'UTC',
  days: [],
  replied: false,
  matches: false,
  decision: null,
  missing: null,
  lot: 0,
};

/** Writes where contacts are now, what their steps did, and their logs; a step that stays held for the same reason says so once. */
async function write(tx: Tx, accountId: number, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return;
  await rows.writeRuns(
    tx,
    ends.map(({ run, plan, taken: { state } }) => ({
      id: run.id,
      state,
      hears: state.stage === 'waiting' && plan.steps.get(state.step)?.kind === 'wait_reply',
    })),
  );
  const told = ends.filter(
    ({ run, taken: { outcome, message } }) => !(outcome === 'held' && run.status === 'held' && run.note === message),
  );
  if (told.length === 0) return;
  await rows.insertSteps(tx, told.map(stepRow));
  await rows.insertLogs(tx, told.map(logRow));
  await emitContactsChanged(
    tx,
    accountId,
    told.map(({ contact }) => ({ id: contact.id, owner_id: contact.owner_id })),
  );
}

const takenStep = ({ run, plan }: End): string =>
  run.step === '' ? (stepOf(plan, rows.stateOf(run))?.id ?? '') : run.step;

const stepRow = (end: End): rows.NewStep => ({
  runId: end.run.id,
  revision: end.run.revision,
  step: takenStep(end),
  outcome: end.taken.outcome,
  message: end.taken.message,
  decision: end.decision,
  ...end.sent,
  at: end.at,
});

function logRow(end: End): rows.NewLog {
  const { contact, flow, version, decision, at } = end;
  const { state, outcome, message } = end.taken;
  const why = outcome === 'done' && decision !== null ? ` ${decisionSentence(decision)}` : '';
  const goesOn = state.stage === 'ready' || state.stage === 'waiting' || state.stage === 'held';
  return {
    contactId: contact.id,
    name: flow.name,
    step: `${placeWords(version.definition, takenStep(end))}, version ${version.number}`,
    // What a workflow did last is to wait, as long as it runs.
    status: goesOn ? 'waiting' : outcome === 'ended' ? 'skipped' : 'done',
    message: `${message}${why}`,
    at,
  };
}
