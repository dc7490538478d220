import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type ContactDay, dueWindow, findOccasions } from '../sequences/enroll-dated.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import type { SendUse } from '../sequences/send-part.ts';
import { takeInTurns } from '../sequences/sequences.jobs.ts';
import { advanceRuns } from './advance-run.ts';
import { failDryRun, runDryRun } from './dry-runs/run-dry-run.ts';
import { findDatedFlows, findDueRuns, findFlow, insertRun } from './runs.sql.ts';

/** Interval for finding dry runs without a worker, in ms. Ours: as for bulk jobs. */
export const DRY_RUN_ORPHANS_EVERY_MS = 5_000;

export const workflowsJobs = (deps: SendUse & Pick<Deps, 'log'>) =>
  ({ 'workflows.dryRun': (data, signal) => runDryRun(deps, data, signal) }) satisfies JobHandlers;

/** Gives every unfinished dry run its worker again; where it has one nothing happens. One whose job was given up has failed. */
export async function resumeDryRuns(deps: Deps): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; dry_run_id: number }>(
    deps.pool,
    'select account_id, dry_run_id from find_unfinished_dry_runs()',
  );
  for (const { account_id: accountId, dry_run_id: dryRunId } of found)
    await withAccount(deps.pool, { accountId }, async (tx) => {
      const resumed = await deps.jobs.resume(tx, 'workflows.dryRun', { accountId, dryRunId }, String(dryRunId));
      if (!resumed) await failDryRun(tx, dryRunId, deps.now());
    });
}

/** Contacts whose steps one transaction takes. Ours: their locks last a fraction of a second. */
const TOGETHER = 25;

/** Takes the steps of workflows that are due. */
export const takeDueRuns = (use: SendUse & Pick<Deps, 'log'>, signal?: AbortSignal): Promise<void> =>
  takeInTurns(
    use,
    {
      name: 'workflow',
      find: (...asked) => findDueRuns(use.pool, ...asked),
      together: TOGETHER,
      take: (accountId, ids) => advanceRuns(use, accountId, ids),
      postpone: ({ account_id: accountId, id }, until) =>
        withAccount(use.pool, { accountId }, (tx) =>
          tx.raw(`update wf_runs set due_at = $2 where id = $1 and status in ('ready', 'waiting', 'held')`, [
            id,
            until,
          ]),
        ),
    },
    signal,
  );

/** Begins the workflows of contacts whose day has come at their place. A day counts once, however often it is looked at. */
export async function startDatedFlows({ pool, now, log }: Pick<Deps, 'pool' | 'now' | 'log'>): Promise<void> {
  for (const { account_id: accountId, flow_id: flowId } of await findDatedFlows(pool)) {
    try {
      let after: ContactDay | null = null;
      do after = await withAccount(pool, { accountId }, (tx) => startBatch(tx, flowId, now(), after));
      while (after !== null);
    } catch (error) {
      log.warn({ err: error, flow: flowId }, 'contacts of a workflow could not be looked up');
    }
  }
}

async function startBatch(tx: Tx, flowId: number, at: Date, after: ContactDay | null): Promise<ContactDay | null> {
  const flow = await findFlow(tx, flowId);
  if (flow?.status !== 'on' || flow.live_trigger === null || flow.live_since === null) return null;
  const { kind, days } = flow.live_trigger;
  const source = {
    trigger: kind as CampaignTrigger['trigger'],
    business_unit_id: flow.business_unit_id,
    inactive_days: days,
    live_since: flow.live_since,
  };
  const { occasions, next } = await findOccasions(tx, source, dueWindow(source, at), after);
  for (const { contact, occasion, dueAt } of occasions) {
    if (!flow.shared && contact.owner_id !== flow.user_id) continue;
    await insertRun(tx, { flow, contactId: contact.id, occasion, userId: null, depth: 0, dueAt, at });
  }
  return next;
}
