import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewReport, reports } from '#contract/reports.contract.ts';
import type { ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import { nextSending } from '#rules/reports/report-schedule.ts';
import { sendReports } from '../../server/features/reports/schedules/send-reports.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let it: TestApp;
let manager: Client;
let agent: Client;
beforeAll(async () => {
  it = await openApp();
  it.stopClock();
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.owner.query('delete from reports');
  await it.owner.query('truncate outbox_mails cascade');
  await it.owner.query('update users set active = true');
  await signIn();
});

const idOf = async (body: Partial<NewReport> = {}, client = agent) =>
  (await client.call(reports.create, { body: { type: 'production', name: 'Sales', ...body } })).body.data.id;
const schedule = async (id: number, fields: Partial<ReportScheduleFields> = {}, client = agent) =>
  client.call(reports.schedule, { params: { id }, body: { cadence: 'daily', ...fields } as ReportScheduleFields });
const scheduleOf = async (id: number, client = agent) =>
  (await client.call(reports.read, { params: { id } })).body.data.schedule;
const mails = async () =>
  (await it.owner.query<{ recipient: string; subject: string; body: string }>('select * from outbox_mails')).rows;
const stored = async () =>
  (
    await it.owner.query<{ problem: string; isAhead: boolean }>(
      `select problem, next_at > $1 as "isAhead" from report_schedules`,
      [it.deps.now()],
    )
  ).rows;
const nextOf = (fields: ReportScheduleFields) =>
  new Date(nextSending(fields, 'America/New_York', it.deps.now().getTime())).toISOString();
/** Time passes until something is due, and more; sessions end meanwhile. */
async function pass(more = 60_000): Promise<void> {
  const { rows } = await it.owner.query<{ next_at: Date }>('select next_at from report_schedules');
  it.advance(Math.max(0, (rows[0]?.next_at.getTime() ?? 0) - it.deps.now().getTime()) + more);
}
/** The next time comes, and the job looks at what is due. */
const whenDue = async () => {
  await pass();
  await sendReports(it.deps);
};
const signIn = async () => {
  [manager, agent] = [await it.signIn('manager'), await it.signIn('agent')];
};

describe('a schedule', () => {
  test('names its next time by the clock of the reader, and is changed and ended by them', async () => {
    const id = await idOf();
    expect(await scheduleOf(id)).toBeNull();
    const weekly = { cadence: 'weekly', weekday: 1, day: 1, time: '08:00' } as const;
    expect((await schedule(id, weekly)).body.data.schedule).toEqual({
      ...weekly,
      next_at: nextOf(weekly),
      last_at: null,
      problem: '',
    });

    const monthly = { cadence: 'monthly', weekday: 1, day: 15, time: '17:30' } as const;
    await schedule(id, monthly);
    expect(await scheduleOf(id)).toMatchObject({ ...monthly, next_at: nextOf(monthly) });
    for (const _ of [1, 2])
      expect((await agent.call(reports.unschedule, { params: { id } })).body.data.schedule).toBeNull();
    const { rows } = await it.owner.query(
      `select action from audit_log where subject_type = 'report' and subject_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ action }: { action: string }) => action)).toEqual([
      'report.created',
      'report.scheduled',
      'report.scheduled',
      'report.unscheduled',
    ]);
  });

  test('is each reader’s own', async () => {
    const id = await idOf({ shared: true }, manager);
    await schedule(id);

    expect(await scheduleOf(id, manager)).toBeNull();
  });

  test.each([
    ['day', { cadence: 'monthly', day: 31 }],
    ['time', { time: '24:00' }],
    ['weekday', { cadence: 'weekly', weekday: 7 }],
  ] as const)('with a bad %s is refused', async (field, fields) => {
    const { status, body } = await schedule(await idOf(), fields);

    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  });
});

describe('a report that is due', () => {
  test('is sent once, also by two processes, with its numbers, and again the next day', async () => {
    const id = await idOf({ name: 'Sales & renewals' });
    await schedule(id);
    await sendReports(it.deps);
    expect(await mails()).toEqual([]);

    await pass();
    await Promise.all([sendReports(it.deps), sendReports(it.deps)]);
    await sendReports(it.deps);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Bellwether: Sales & renewals']);
    await signIn();
    const { result, schedule: now } = (await agent.call(reports.read, { params: { id } })).body.data;
    expect(result?.computed_at).toBe(now?.last_at);

    await whenDue();
    expect(await mails()).toHaveLength(2);
  });

  test('is tried again after a failure of ours, and not put off', async () => {
    await schedule(await idOf());
    await pass();
    const failing = { ...it.deps, mailer: { send: () => Promise.reject(new Error('the connection broke')) } };
    await sendReports(failing);
    expect(await mails()).toEqual([]);

    await sendReports(it.deps);
    expect(await mails()).toHaveLength(1);
  });

  test('waits for its next time where it is more than a day late', async () => {
    await schedule(await idOf());
    await pass(2 * DAY_MS);
    await sendReports(it.deps);

    expect([await mails(), await stored()]).toEqual([[], [{ problem: '', isAhead: true }]]);
  });

  test('is not sent to those who see it no more, and says why', async () => {
    const id = await idOf({ shared: true }, manager);
    await schedule(id);
    await manager.call(reports.refresh, { params: { id }, body: { shared: false } });
    await whenDue();

    expect([await mails(), await stored()]).toEqual([[], [{ problem: 'Report not found.', isAhead: true }]]);
  });

  test('is not sent to a deactivated user', async () => {
    await schedule(await idOf());
    await it.owner.query(`update users set active = false where username = 'agent'`);
    await whenDue();

    expect([await mails(), await stored()]).toEqual([[], [{ problem: 'This user was deactivated.', isAhead: true }]]);
  });

  test('rests while it is deleted', async () => {
    const id = await idOf();
    await schedule(id);
    await agent.call(reports.remove, { params: { id } });
    await whenDue();
    expect(await mails()).toEqual([]);

    await signIn();
    await agent.call(reports.restore, { params: { id } });
    await whenDue();
    expect(await mails()).toHaveLength(1);
  });
});
