import type { DryOutcome, FlowDryRun } from '#contract/workflows/dry-runs.contract.ts';
import type { Tone } from '../../_kit/display/Icon.tsx';
import { formatContacts, formatCount } from '../../_kit/format/format-count.ts';

interface Words {
  readonly text: string;
  readonly tone?: Tone;
}

export const RUN_WORDS: Readonly<Record<FlowDryRun['status'], Words>> = {
  queued: { text: 'Queued' },
  working: { text: 'Running' },
  cancelled: { text: 'Canceled', tone: 'warn' },
  complete: { text: 'Complete', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
};

export const DRY_OUTCOME_WORDS: Readonly<Record<DryOutcome, Words>> = {
  done: { text: 'Done', tone: 'good' },
  later: { text: 'Later', tone: 'warn' },
  held: { text: 'Held', tone: 'warn' },
  skipped: { text: 'Skipped' },
  ended: { text: 'Ends here', tone: 'warn' },
  failed: { text: "Couldn't be tried", tone: 'bad' },
};

export const dryRunTitle = ({ flow }: Pick<FlowDryRun, 'flow'>): string => `Dry run of ${flow.name}`;

/** "50 of 300 contacts" */
export const doneWords = ({ status, done, total }: Pick<FlowDryRun, 'status' | 'done' | 'total'>): string =>
  status === 'queued' ? 'Finding contacts' : `${formatCount(done)} of ${formatContacts(total)}`;

export const barState = ({ status }: Pick<FlowDryRun, 'status'>): 'running' | 'paused' | 'done' => {
  if (status === 'complete') return 'done';
  return status === 'queued' || status === 'working' ? 'running' : 'paused';
};

const countOf = ({ rows }: FlowDryRun, ...outcomes: readonly DryOutcome[]): number =>
  rows.reduce((sum, { outcome, contacts }) => sum + (outcomes.includes(outcome) ? contacts : 0), 0);

/** The end of a dry run in one sentence. */
export function outcomeOf(run: FlowDryRun): { readonly tone: 'good' | 'warn' | 'bad'; readonly text: string } {
  if (run.status === 'failed') return { tone: 'bad', text: run.failure ?? 'Failed for an unknown reason.' };
  if (run.status === 'cancelled')
    return { tone: 'warn', text: run.total === 0 ? 'Canceled.' : `Canceled after ${doneWords(run)}.` };
  if (run.total === 0) return { tone: 'warn', text: 'The trigger would take no contacts now.' };
  const failed = countOf(run, 'failed');
  if (failed > 0)
    return {
      tone: 'warn',
      text: `Dry run of ${formatContacts(run.done)}: ${formatContacts(failed)} couldn't be tried.`,
    };
  // A rule or a missing value keeps them from a message or a step.
  const heldBack = countOf(run, 'ended', 'held');
  const tail = heldBack === 0 ? 'None are held back' : `${formatContacts(heldBack)} would not get to the end`;
  return { tone: heldBack === 0 ? 'good' : 'warn', text: `Dry run of ${formatContacts(run.done)}: ${tail}.` };
}
