import type { Role } from '#contract/access.contract.ts';
import type { ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import type { Tx } from '../../../db/tx.ts';

interface Key {
  readonly reportId: number;
  readonly userId: number;
}

export const saveSchedule = (
  tx: Tx,
  { reportId, userId }: Key,
  { cadence, weekday, day, time }: ReportScheduleFields,
  next: Date,
) =>
  tx.raw(
    `insert into report_schedules (account_id, report_id, user_id, cadence, weekday, day, time, next_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7)
     on conflict (report_id, user_id) do update set cadence = excluded.cadence, weekday = excluded.weekday,
       day = excluded.day, time = excluded.time, next_at = excluded.next_at, problem = ''`,
    [reportId, userId, cadence, weekday, day, time, next],
  );

export const removeSchedule = async (tx: Tx, { reportId, userId }: Key): Promise<boolean> =>
  (
    await tx.raw('delete from report_schedules where report_id = $1 and user_id = $2 returning report_id', [
      reportId,
      userId,
    ])
  ).length > 0;

/** A schedule that is due, with the person it is for. */
export interface DueSchedule extends ReportScheduleFields {
  readonly next_at: Date;
}

/** `null`: another process has it, or it is due no more. */
export const lockDue = async (tx: Tx, { reportId, userId }: Key, now: Date): Promise<DueSchedule | null> =>
  (
    await tx.raw<DueSchedule>(
      `select cadence, weekday, day, time, next_at from report_schedules
       where report_id = $1 and user_id = $2 and next_at <= $3 for update skip locked`,
      [reportId, userId, now],
    )
  )[0] ?? null;

interface Outcome {
  /** `null`: not sent. */
  readonly sentAt: Date | null;
  readonly next: Date;
  readonly problem: string;
}

export const saveOutcome = (tx: Tx, { reportId, userId }: Key, { sentAt, next, problem }: Outcome) =>
  tx.raw(
    `update report_schedules set next_at = $3, last_at = coalesce($4, last_at), problem = $5
     where report_id = $1 and user_id = $2`,
    [reportId, userId, next, sentAt, problem],
  );

export interface Reader {
  readonly business_unit_id: number;
  readonly roles: Role[];
  readonly email: string;
}

/** `null`: they can't sign in anymore. */
export const findReader = async (tx: Tx, userId: number): Promise<Reader | null> =>
  (await tx.raw<Reader>('select business_unit_id, roles, email from users where id = $1 and active', [userId]))[0] ??
  null;
