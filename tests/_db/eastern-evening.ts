import { dayIn, plusDays } from '#rules/time/days.ts';

/** The day in New York, with the milliseconds until its evening, when UTC is a day ahead, and until the next morning. */
export function easternEvening(now: Date): { day: string; untilEvening: number; untilMorning: number } {
  const day = dayIn('America/New_York', now);
  const until = (time: string) => Math.max(0, Date.parse(`${plusDays(day, 1)}T${time}Z`) - now.getTime());
  return { day, untilEvening: until('01:30'), untilMorning: until('12:00') };
}
