import { reports } from '#contract/reports.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { nextSending } from '#rules/reports/report-schedule.ts';
import { inOneTransaction, outsideAccounts, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { userStream } from '../../../events.ts';
import type { Identity } from '../../../identity.ts';
import { tellChange } from '../../../resource/resource.service.ts';
import { requireFeatureIn } from '../../flags/flags.service.ts';
import { ownZone } from '../../profile/own-day.ts';
import { cancelable } from '../cancelable.ts';
import { computeReport } from '../compute-report.ts';
import { readReport } from '../reports.service.ts';
import { saveResult } from '../reports.sql.ts';
import { reportMail } from './report-mail.ts';
import * as sql from './schedules.sql.ts';

/** Interval for looking at what is due, in ms. Ours. */
export const REPORTS_EVERY_MS = 30_000;
/** Milliseconds after which a report is too late to be sent, and waits for its next time. Ours. */
const LATE_MS = 24 * 3_600_000;

interface Due {
  readonly account_id: number;
  readonly report_id: number;
  readonly user_id: number;
}

/**
 * Sends the reports that are due, each with the numbers that its reader may see now. Numbers, e-mail and the next time
 * commit together, so that a process that is killed sends nothing twice and leaves nothing out.
 */
export async function sendReports(deps: Deps): Promise<void> {
  const due = await outsideAccounts<Due>(deps.pool, 'select account_id, report_id, user_id from find_due_reports($1)', [
    deps.now(),
  ]);
  for (const one of due) {
    try {
      await sendOne(deps, one);
    } catch (error) {
      // What is refused waits for its next time; a failure of ours is tried again with the next look, for a day.
      if (error instanceof Refusal) await putOff(deps, one, error.message);
      else deps.log.error({ err: error, reportId: one.report_id }, 'a report could not be sent');
    }
  }
}

/** @throws {Refusal} when its reader may not have it, or as `computeReport`. */
async function sendOne(deps: Deps, { account_id: accountId, report_id: reportId, user_id: userId }: Due) {
  const reader = await withAccount(deps.pool, { accountId }, (tx) => sql.findReader(tx, userId));
  if (reader === null) throw new Refusal('access_denied', 'This user was deactivated.');
  const identity = identityOf(accountId, userId, reader);
  await inOneTransaction(deps.pool, identity, async (tx) => {
    const now = deps.now();
    const schedule = await sql.lockDue(tx, { reportId, userId }, now);
    if (schedule === null) return;
    const next = new Date(nextSending(schedule, await ownZone(tx, userId), now.getTime()));
    if (now.getTime() - schedule.next_at.getTime() > LATE_MS) {
      await sql.saveOutcome(tx, { reportId, userId }, { sentAt: null, next, problem: '' });
      return;
    }
    if (!identity.permissions.includes('contacts.read'))
      throw new Refusal('access_denied', 'Your role has no reports anymore.');
    await requireFeatureIn(deps, tx, identity, 'reports');
    const report = await readReport(deps, identity, reportId);
    const result = await cancelable(deps.pool, tx, NEVER, () => computeReport(deps, tx, identity, report));
    await saveResult(tx, reportId, userId, result, now);
    const numbers = { ...result, computed_at: now.toISOString() };
    await deps.mailer.send(tx, accountId, reportMail(deps, { report, result: numbers, schedule, to: reader.email }));
    await sql.saveOutcome(tx, { reportId, userId }, { sentAt: now, next, problem: '' });
    await tellChange(tx, accountId, reports, reportId, [userStream(userId)]);
  });
}

/** A job has no reader who could leave. */
const NEVER = new AbortController().signal;

async function putOff(
  deps: Deps,
  { account_id: accountId, report_id: reportId, user_id: userId }: Due,
  problem: string,
) {
  const now = deps.now();
  await withAccount(deps.pool, { accountId }, async (tx) => {
    const schedule = await sql.lockDue(tx, { reportId, userId }, now);
    if (schedule === null) return;
    const next = new Date(nextSending(schedule, await ownZone(tx, userId), now.getTime()));
    await sql.saveOutcome(tx, { reportId, userId }, { sentAt: null, next, problem });
    await tellChange(tx, accountId, reports, reportId, [userStream(userId)]);
  });
}

/** The reader with their current rights. */
const identityOf = (accountId: number, userId: number, { business_unit_id, roles }: sql.Reader): Identity => ({
  sessionId: 0,
  accountId,
  userId,
  actorId: userId,
  businessUnitId: business_unit_id,
  depth: 0,
  roles,
  permissions: permissionsOf([roles]),
  via: 'session',
  sudoUntil: null,
  signerSudoUntil: null,
  owes: [],
});
