import { anniversary, daysBetween } from '../time/days.ts';

/** Days around the 65th birthday in which it matters to an agent. Ours: two years either way. */
const NEAR_DAYS = 730;

/** 65th birthday for a birth date. A leap day's is on March 1. */
export const birthday65 = (dob: string): string => anniversary(dob, Number(dob.slice(0, 4)) + 65);

/** The day someone turns 65, with whole days from `today`; both days `YYYY-MM-DD`. `null` far from it. */
export function turns65(dob: string, today: string): { date: string; past: boolean; days: number } | null {
  const date = birthday65(dob);
  const days = daysBetween(today, date);
  return Math.abs(days) > NEAR_DAYS ? null : { date, past: days <= 0, days };
}
