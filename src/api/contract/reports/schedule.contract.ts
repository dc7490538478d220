import * as z from 'zod/mini';
import { Instant } from '../_wire.contract.ts';

/** How often a report is sent. */
export const REPORT_CADENCES = ['daily', 'weekdays', 'weekly', 'monthly'] as const;
export type ReportCadence = (typeof REPORT_CADENCES)[number];

/** Last day of a month that every month has. */
const LAST_DAY = 28;

const Time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time like 8:00 AM.'));

/** When a report is sent by e-mail, by the clock of the reader. */
export const ReportScheduleFields = z.strictObject({
  cadence: z.enum(REPORT_CADENCES),
  /** Of weekly ones; 0 is Sunday. */
  weekday: z._default(z.int().check(z.gte(0), z.lte(6)), 1),
  /** Of monthly ones. */
  day: z._default(z.int().check(z.gte(1), z.lte(LAST_DAY, `Choose a day from 1 to ${LAST_DAY}.`)), 1),
  /** `HH:MM` */
  time: z._default(Time, '08:00'),
});
export type ReportScheduleFields = z.output<typeof ReportScheduleFields>;
/** As it is written: what is absent has its default. */
export type ReportScheduleDraft = z.input<typeof ReportScheduleFields>;

export const ReportSchedule = z.extend(ReportScheduleFields, {
  next_at: Instant,
  /** `null`: not sent yet. */
  last_at: z.nullable(Instant),
  /** Why it wasn't sent the last time. Empty: it was. */
  problem: z.string(),
});
export type ReportSchedule = z.output<typeof ReportSchedule>;
