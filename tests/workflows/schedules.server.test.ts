import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { readDryRun, startDryRun } from '#contract/workflows/dry-runs.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { runDryRun } from '../../server/features/workflows/dry-runs/run-dry-run.ts';
import { startScheduledFlows } from '../../server/features/workflows/start-scheduled.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const CENTRAL = { state: 'TX', city: 'Austin', zip_code: '78701' };
const PACIFIC = { state: 'CA', city: 'Los Angeles', zip_code: '90001', phone: '+12135550143' };
const filters = [{ field: 'state', value: ['TX', 'CA'] }] as never;

/** Moves the clock to the next Monday's minute in UTC. */
async function toMonday(time: string): Promise<void> {
  const now = it.deps.now();
  const days = (8 - now.getUTCDay()) % 7;
  const day = new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);
  await it.later(Date.parse(`${day}T${time}:00Z`) - now.getTime());
}

/** Nine in Austin, in UTC, as it is on the next Monday. */
const nineOf = (zone: string): string => {
  const monday = new Date(it.deps.now().getTime() + 5 * DAY);
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hour12: false }).format(monday),
  );
  const ahead = (monday.getUTCHours() - hour + 24) % 24;
  return `${String(9 + ahead).padStart(2, '0')}`;
};

const schedule = { weekdays: [1], minute: 540, filters };
const trigger = { ...EMPTY_DEFINITION.trigger, kind: 'schedule' as const, schedule };
const STEPS = [at('a', { kind: 'end' })];
const look = () => startScheduledFlows(it.deps);
const begun = async () => (await it.runs()).map(({ contact_id: id }) => id);

test('contacts whom the filters find begin at nine where they live, once each Monday', async () => {
  const [texas, california] = [await it.contact(CENTRAL), await it.contact(PACIFIC)];
  await it.contact({ state: 'NY', city: 'New York', zip_code: '10001', phone: '+12125550143' });
  await it.on(STEPS, { trigger });
  const [central, pacific] = [nineOf('America/Chicago'), nineOf('America/Los_Angeles')];
  await toMonday(`${String(Number(central) - 1).padStart(2, '0')}:59`);
  await look();
  expect(await begun()).toEqual([]);
  await toMonday(`${central}:00`);
  for (let times = 0; times < 2; times += 1) await look();
  expect(await begun()).toEqual([texas]);
  await toMonday(`${pacific}:05`);
  // A worker that died before it noted the instants looks again.
  await it.sql('delete from wf_occurrences');
  await Promise.all([look(), look()]);
  expect((await begun()).toSorted((a, b) => a - b)).toEqual([texas, california].toSorted((a, b) => a - b));
  await it.steps();
  await it.later(7 * DAY);
  await look();
  expect((await begun()).filter((id) => id === texas)).toHaveLength(2);
});

test('what came before it was on, or more than half a day ago, starts no one', async () => {
  await it.contact(CENTRAL);
  const { id } = await it.draft(STEPS, { trigger });
  await toMonday(`${nineOf('America/Chicago')}:30`);
  await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  await look();
  await it.later(7 * DAY + 13 * 3_600_000);
  await look();
  expect(await begun()).toEqual([]);
});

test('a schedule without days is refused; its dry run begins at the next time', async () => {
  const empty = await it.draft(STEPS, { trigger: { ...trigger, schedule: { ...schedule, weekdays: [] } } });
  expect(empty.problems).toEqual([{ step_id: null, message: 'Choose the days of the schedule.' }]);
  await it.contact(CENTRAL);
  const { id } = await it.draft(STEPS, { trigger });
  const { body } = await it.admin.call(startDryRun, { params: { id }, body: {} });
  await runDryRun(it.deps, { accountId: it.world.accountId, dryRunId: body.data.id }, new AbortController().signal);
  const { rows } = (await it.admin.call(readDryRun, { params: { id: body.data.id } })).body.data;
  expect(rows[0]).toMatchObject({
    contacts: 1,
    first_at: expect.stringMatching(new RegExp(`T${nineOf('America/Chicago')}:00`)),
  });
  expect(new Date(rows[0]?.first_at ?? '').getUTCDay()).toBe(1);
});
