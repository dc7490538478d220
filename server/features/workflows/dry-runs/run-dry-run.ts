import type { Decision } from '#contract/compliance.contract.ts';
import { DRY_RUN_CHUNK, type DryOutcome, MAX_DRY_RUN } from '#contract/workflows/dry-runs.contract.ts';
import { groupedSentence } from '#rules/compliance/contactability-words.ts';
import { planOf } from '#rules/workflows/flow-run.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { attempt } from '../../../db/attempt.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { inSteps } from '../../../jobs/in-steps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { identityOf } from '../../bulk/caller.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { findReached } from '../../sequences/reached-contact.ts';
import type { SendUse } from '../../sequences/send-part.ts';
import { findAuthor, findFlow } from '../runs.sql.ts';
import { freeze } from './audience.sql.ts';
import * as rows from './dry-runs.sql.ts';
import { tellDryRun } from './dry-runs.service.ts';
import { type Look, StepFailure, walk, type Walked } from './walk.ts';

type Data = JobData['workflows.dryRun'];

/** What a person reads of a contact, or of a whole dry run, that failed because of us. */
const OURS = 'Something went wrong on our side. Run it again; if it still fails, contact support.';

type Use = SendUse & Pick<Deps, 'log'>;

/**
 * Job `workflows.dryRun`: finds the contacts of the trigger, then leads them through the draft chunk by chunk, each chunk with
 * its results in one transaction, so that a killed worker loses none and the next one repeats none.
 */
export const runDryRun = (use: Use, { accountId, dryRunId }: Data, signal: AbortSignal): Promise<void> =>
  inSteps(
    use,
    {
      accountId,
      names: { dryRunId },
      step: (tx) => leadChunk(use, tx, accountId, dryRunId),
      fail: (tx, failure) => failDryRun(tx, dryRunId, use.now(), failure),
      ours: OURS,
    },
    signal,
  );

/** Ends a dry run that no worker can finish. What it found so far stays. */
export async function failDryRun(tx: Tx, id: number, at: Date, failure = OURS): Promise<void> {
  const run = await rows.lockDryRun(tx, id);
  if (run === null || (run.status !== 'queued' && run.status !== 'working')) return;
  await tellDryRun(
    tx,
    await rows.changeDryRun(tx, id, { status: 'failed', failure, finished_at: at }),
    'dry_run.changed',
  );
}

/** `null`: nothing is left to do. */
async function leadChunk(use: Use, tx: Tx, accountId: number, dryRunId: number): Promise<object | null> {
  const run = await rows.lockDryRun(tx, dryRunId);
  if (run === null || (run.status !== 'queued' && run.status !== 'working')) return null;
  if (run.status === 'queued') return findAudience(use, tx, run);
  const { id, flow_id: flowId, definition, replies } = run;
  const next = await rows.findNext(tx, id, DRY_RUN_CHUNK);
  const reached = await findReached(
    tx,
    next.map(({ contact_id: contactId }) => contactId),
  );
  const plan = planOf(definition);
  const steps: rows.DryStep[] = [];
  for (const { contact_id: contactId, begins_at: begin } of next) {
    const contact = reached.get(contactId);
    if (contact === undefined || contact.deleted_at !== null) continue;
    const of = { accountId, flowId, definition, plan, contact, begin, replies };
    const tried = await attempt(tx, 'dry_contact', () => walk(use, tx, of));
    if ('error' in tried) steps.push({ contactId, ...failureOf(use, tried.error, { id, contactId, begin }) });
    else steps.push(...resultOf(tried.done, begin).map((step) => ({ contactId, ...step })));
  }
  const places = next.map((one) => one.id);
  await rows.noteDone(tx, id, places, steps);
  const isLast = next.length < DRY_RUN_CHUNK;
  const ends = isLast ? ({ status: 'complete', finished_at: use.now() } as const) : ({ status: 'working' } as const);
  const counts = rows.countedWith(run.counts, steps);
  const after = await rows.changeDryRun(tx, id, { done: run.done + next.length, counts, ...ends });
  await tellDryRun(tx, after, isLast ? 'dry_run.changed' : 'dry_run.progressed');
  return isLast ? null : after;
}

/** Writes down whom the trigger takes, as of the request. @throws {Refusal} for too many. */
async function findAudience(use: Use, tx: Tx, run: rows.DryRunFound): Promise<object | null> {
  const [flow, caller] = [await findFlow(tx, run.flow_id), await findAuthor(tx, run.user_id)];
  if (flow === null) throw new Refusal('not_found', 'Workflow not found.');
  const total = await freeze(tx, {
    dryRunId: run.id,
    flowId: flow.id,
    userId: flow.user_id,
    unit: flow.shared ? flow.business_unit_id : null,
    trigger: run.definition.trigger,
    seen: await seenBy(tx, identityOf(run, caller)),
    now: run.created_at,
  });
  if (total > MAX_DRY_RUN) {
    const most = formatCount(MAX_DRY_RUN);
    throw new Refusal('conflict', `A dry run takes up to ${most} contacts. The trigger takes more.`);
  }
  const next =
    total === 0 ? ({ status: 'complete', finished_at: use.now() } as const) : ({ status: 'working' } as const);
  const after = await rows.changeDryRun(tx, run.id, { total, ...next });
  await tellDryRun(tx, after, 'dry_run.changed');
  return total === 0 ? null : after;
}

type Result = Omit<rows.DryStep, 'contactId'>;

/** A contact that couldn't be led on; the others are. */
function failureOf({ log }: Use, error: unknown, of: { id: number; contactId: number; begin: Date }): Result {
  log.error({ err: error, dryRun: of.id, contact: of.contactId }, 'a contact of a dry run failed');
  const { step = '', at = of.begin, cause = error } = error instanceof StepFailure ? error : {};
  const reason = cause instanceof Refusal ? cause.message : OURS;
  return { step, outcome: 'failed', reason, message: reason, at };
}

function resultOf({ looks, state }: Walked, begin: Date): Result[] {
  const steps = stepsOf(looks);
  const reason = state.reason === 'goal' ? state.note : '';
  if (state.stage !== 'done' && reason === '') return steps;
  return [...steps, { step: '', outcome: 'done', reason, message: reason, at: looks.at(-1)?.at ?? begin }];
}

const FORKS = new Set(['condition', 'reachable', 'split', 'wait_reply']);

/** What became of a contact at each step: of several looks the last, with what held it before. */
function stepsOf(looks: readonly Look[]): Result[] {
  const found: Result[] = [];
  let held: Look | null = null;
  for (const [place, look] of looks.entries()) {
    const { step, at, taken, decision } = look;
    const isLeft = looks[place + 1]?.step.id !== step.id;
    if (!isLeft) {
      if (taken.outcome === 'held') held ??= look;
      continue;
    }
    const outcome: DryOutcome =
      taken.outcome === 'done' && held !== null ? 'later' : taken.outcome === 'waiting' ? 'held' : taken.outcome;
    const why = outcome === 'later' ? held : look;
    const isPlain = outcome === 'done' && !FORKS.has(step.kind);
    const isYes = outcome === 'done' && (decision === null || decision.allowed || decision.next_at !== null);
    const reason = isPlain ? '' : isYes ? taken.message : reasonOf(why?.decision ?? decision, why?.taken.message ?? '');
    const message = outcome === 'later' ? (held?.taken.message ?? '') : taken.message;
    found.push({ step: step.id, outcome, reason, message: isPlain ? '' : message, at });
    held = null;
  }
  return found;
}

/** The same words for all contacts whom a rule holds back. */
const reasonOf = (decision: Decision | null, message: string): string =>
  decision === null || decision.allowed ? message : groupedSentence(decision);
