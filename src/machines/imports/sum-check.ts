import type { ImportAttempt, ImportCounts } from '#contract/imports.contract.ts';

export const sumOf = ({ created, updated, skipped, problems }: ImportCounts): number =>
  created + updated + skipped + problems;

/** Rows whose existing contacts the import tags without importing anything, as its check counts them. */
export const taggedByScrub = ({ check, updated_lead_tags }: ImportAttempt): number =>
  updated_lead_tags.length === 0 ? 0 : (check?.by_reason.find(({ reason }) => reason === 'scrubbed')?.rows ?? 0);

/** Counts of the check, when a finished import came out otherwise; `null`: as the check promised, or it promised nothing. */
export function promisedOtherwise({ status, check, counts }: ImportAttempt): ImportCounts | null {
  // Retried problem rows count otherwise for a reason of their own.
  if (status !== 'done' || !check?.planned || check.problems !== counts.problems) return null;
  const promised = { ...check.planned, skipped: check.skipped, problems: check.problems };
  return promised.created === counts.created && promised.updated === counts.updated ? null : promised;
}

/** Returns whether every processed row has exactly one outcome. */
export const addsUp = ({ counts, done_rows }: Pick<ImportAttempt, 'counts' | 'done_rows'>): boolean =>
  sumOf(counts) === done_rows;
