import type { ImportAttempt, ImportCounts } from '#contract/imports.contract.ts';

export const sumOf = ({ created, updated, skipped, problems }: ImportCounts): number =>
  created + updated + skipped + problems;

/** Returns whether every processed row has exactly one outcome. */
export const addsUp = ({ counts, done_rows }: Pick<ImportAttempt, 'counts' | 'done_rows'>): boolean =>
  sumOf(counts) === done_rows;
