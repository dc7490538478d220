import { dayIn } from '../time/days.ts';
import type { Period } from '../billing/billing-period.ts';

/** Milliseconds. */
const DAY_MS = 86_400_000;

export interface Forecast {
  /** Units by the end of the month at today's pace. */
  readonly expected: number;
  /** The day on which the allocation is used up, `YYYY-MM-DD`; `null`: not this month. */
  readonly runs_out_on: string | null;
}

interface Used {
  readonly used: number;
  /** `null`: without a limit. */
  readonly allocation: number | null;
}

/** Continues the pace of the month so far, of which at least a day has to be over. */
export function forecast({ used, allocation }: Used, { start, end }: Period, zone: string, at: Date): Forecast {
  const elapsed = Math.max(at.getTime() - start.getTime(), DAY_MS);
  const pace = used / elapsed;
  const left = Math.max(end.getTime() - at.getTime(), 0);
  const expected = Math.round(used + pace * left);
  if (allocation === null) return { expected, runs_out_on: null };
  if (used >= allocation) return { expected, runs_out_on: dayIn(zone, at) };
  const out = pace === 0 ? null : at.getTime() + (allocation - used) / pace;
  return { expected, runs_out_on: out === null || out >= end.getTime() ? null : dayIn(zone, out) };
}
