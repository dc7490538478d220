import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mergeContacts } from '#contract/duplicates.contract.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;

test('of two contacts in a workflow that are merged one continues, and one in it alone is taken along', async () => {
  const both = await it.on([at('a', WAIT), at('b', text('Both.'))]);
  const one = await it.on([at('a', WAIT), at('b', text('One.'))]);
  const [kept, gone] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  await it.begin(both, kept);
  await it.begin(both, gone);
  await it.begin(one, gone);
  await it.steps();
  const body = { ids: [kept, gone], survivor_id: kept, fields: {} };
  expect((await it.admin.call(mergeContacts, { body })).status).toBe(200);
  await it.later(DAY);
  // Of several runs of a contact a look takes one.
  for (let look = 0; look < 3; look += 1) await it.steps();
  expect(await it.runs()).toMatchObject([
    { contact_id: kept, status: 'done' },
    { contact_id: kept, status: 'ended', reason: 'merged' },
    { contact_id: kept, status: 'done' },
  ]);
  expect(await it.bodies()).toHaveLength(2);
});

test('a contact waits for the next day of a policy that is active or applied for', async () => {
  const flow = await it.on([
    at('a', { kind: 'wait_until', day: 'policy_effective', days_before: 2 }),
    at('b', { kind: 'wait_until', day: 'policy_expires', days_before: 0 }),
  ]);
  const id = await it.willing({ state: 'TX', city: 'Austin', zip_code: '78701' });
  const day = (after: number) => new Date(it.deps.now().getTime() + after * DAY).toISOString().slice(0, 10);
  const policy = (status: string, effective: number, deleted: boolean) =>
    it.sql(
      `insert into policies (account_id, contact_id, status, effective_on, deleted_at)
       select account_id, id, $2, $3, case when $4 then now() end from contacts where id = $1`,
      [id, status, day(effective), deleted],
    );
  await policy('cancelled', 10, false);
  await policy('active', 12, true);
  await policy('applied', -5, false);
  await policy('active', 60, false);
  await policy('applied', 30, false);
  const due = day(28);
  await it.begin(flow, id);
  await it.steps();
  const [run] = await it.runs();
  expect(run).toMatchObject({ status: 'waiting', step: 'a' });
  expect(run?.due_at?.toISOString().slice(0, 10)).toBe(due);
  await it.later(31 * DAY);
  await it.steps();
  expect(await it.trail()).toEqual(['a waiting', 'a done', 'b skipped']);
});
