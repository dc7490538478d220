import type { Enrollment, PlannedSend } from '#contract/sequences.contract.ts';

/** "Step 2 of 3 on Dec 3, 10:00 AM", or why it waits or has ended. */
export function enrollmentLabel(row: Enrollment, when: (at: string) => string): string {
  const { status, sent, steps, next_at: next, note } = row;
  const of = steps === null ? '' : ` of ${steps}`;
  if (status === 'done') return `Done: ${sent}${of} sent`;
  if (status === 'ended') return `Ended after ${sent}${of}: ${note}`;
  if (status === 'held') return `Step ${sent + 1}${of} is held. ${note}`;
  return `Step ${sent + 1}${of}${next === null ? '' : `, ${when(next)}`}`;
}

/** "Sends step 1", or what holds it back. */
export function plannedLabel({ step, outcome, note }: PlannedSend): string {
  if (outcome === 'sends') return `Sends step ${step}`;
  return outcome === 'held' ? `Holds step ${step}. ${note}` : `Ends before step ${step}. ${note}`;
}
