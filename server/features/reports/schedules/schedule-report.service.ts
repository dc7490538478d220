import { type Report, reports } from '#contract/reports.contract.ts';
import type { ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import { nextSending } from '#rules/reports/report-schedule.ts';
import { writeAudit } from '../../../audit.ts';
import { inOneTransaction, type Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { userStream } from '../../../events.ts';
import { tellChange } from '../../../resource/resource.service.ts';
import type { Caller } from '../../../resource/table.ts';
import { ownZone } from '../../profile/own-day.ts';
import { readReport } from '../reports.service.ts';
import * as sql from './schedules.sql.ts';

/** Sends a report to the current user from now on. @throws {Refusal} `not_found`. */
export const scheduleReport = (
  deps: Deps,
  caller: Caller,
  id: number,
  schedule: ReportScheduleFields,
): Promise<Report> =>
  inOneTransaction(deps.pool, caller.identity, async (tx) => {
    const { identity } = caller;
    const { name } = await readReport(deps, identity, id);
    const next = nextSending(schedule, await ownZone(tx, identity.userId), deps.now().getTime());
    await sql.saveSchedule(tx, { reportId: id, userId: identity.userId }, schedule, new Date(next));
    await note(tx, caller, { id, name, action: 'report.scheduled' });
    return readReport(deps, identity, id);
  });

/** @throws {Refusal} `not_found`. */
export const unscheduleReport = (deps: Deps, caller: Caller, id: number): Promise<Report> =>
  inOneTransaction(deps.pool, caller.identity, async (tx) => {
    const { identity } = caller;
    const { name } = await readReport(deps, identity, id);
    if (await sql.removeSchedule(tx, { reportId: id, userId: identity.userId }))
      await note(tx, caller, { id, name, action: 'report.unscheduled' });
    return readReport(deps, identity, id);
  });

interface Noted {
  readonly id: number;
  readonly name: string;
  readonly action: 'report.scheduled' | 'report.unscheduled';
}

async function note(tx: Tx, { identity, requestId }: Caller, { id, name, action }: Noted): Promise<void> {
  await writeAudit(tx, identity, requestId, { action, subjectType: 'report', subjectId: id, detail: { name } });
  await tellChange(tx, identity.accountId, reports, id, [userStream(identity.userId)]);
}
