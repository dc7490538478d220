import type { Decision } from '#contract/compliance.contract.ts';
import { DRY_RUN_CHUNK, type DryOutcome } from '#contract/workflows/dry-runs.contract.ts';
import { groupedSentence } from '#rules/compliance/contactability-words.ts';
import { planOf } from '#rules/workflows/flow-run.ts';
import { withAccount } from '../../../db/tx.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { findReached } from '../../sequences/reached-contact.ts';
import type { SendUse } from '../../sequences/send-part.ts';
import * as rows from './dry-runs.sql.ts';
import { tellDryRun } from './dry-runs.service.ts';
import { type Look, walk } from './walk.ts';

type Data = JobData['workflows.dryRun'];

/**
 * Job `workflows.dryRun`: leads contacts through the draft chunk by chunk, each chunk with its results in one
 * transaction, so that a killed worker loses none and the next one repeats none.
 */
export async function runDryRun(use: SendUse, data: Data, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await leadChunk(use, data)));
}

/** False: nothing is left to do. */
const leadChunk = (use: SendUse, { accountId, dryRunId }: Data): Promise<boolean> =>
  withAccount(use.pool, { accountId }, async (tx) => {
    const run = await rows.lockDryRun(tx, dryRunId);
    if (run === null || (run.status !== 'queued' && run.status !== 'working')) return false;
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
      const { looks, state } = await walk(use, tx, { accountId, flowId, definition, plan, contact, begin, replies });
      steps.push(...stepsOf(looks).map((step) => ({ ...step, contactId })));
      const end = looks.at(-1)?.at ?? begin;
      const reason = state.reason === 'goal' ? state.note : '';
      if (state.stage === 'done' || reason !== '')
        steps.push({ contactId, step: '', outcome: 'done', reason, message: reason, at: end });
    }
    const places = next.map((one) => one.id);
    await rows.noteDone(tx, id, places, steps);
    const isLast = next.length < DRY_RUN_CHUNK;
    const ends = isLast ? ({ status: 'complete', finished_at: use.now() } as const) : ({ status: 'working' } as const);
    const after = await rows.changeDryRun(tx, id, { done: run.done + next.length, ...ends });
    await tellDryRun(tx, after, isLast ? 'dry_run.changed' : 'dry_run.progressed');
    return !isLast;
  });

const FORKS = new Set(['condition', 'reachable', 'split', 'wait_reply']);

/** What became of a contact at each step: of several looks the last, with what held it before. */
function stepsOf(looks: readonly Look[]): Omit<rows.DryStep, 'contactId'>[] {
  const found: Omit<rows.DryStep, 'contactId'>[] = [];
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
