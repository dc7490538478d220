import type { ImportAttempt } from '#contract/imports.contract.ts';

type Pace = Pick<ImportAttempt, 'total_rows' | 'done_rows' | 'rate' | 'active_ms'>;

/**
 * Milliseconds until the last row at the pace of the last seconds, or of all the work so far while that is not
 * known. `null`: nothing to say yet.
 */
export function timeLeftMs({ total_rows, done_rows, rate, active_ms }: Pace): number | null {
  if (total_rows === null) return null;
  const toGo = rowsToGo({ total_rows, done_rows });
  if (toGo === 0) return 0;
  const rowsPerMs = rate > 0 ? rate / 1000 : active_ms > 0 ? done_rows / active_ms : 0;
  return rowsPerMs === 0 ? null : Math.ceil(toGo / rowsPerMs);
}

export const rowsToGo = ({ total_rows, done_rows }: Pick<Pace, 'total_rows' | 'done_rows'>): number =>
  Math.max(0, (total_rows ?? 0) - done_rows);
