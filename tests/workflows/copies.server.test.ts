import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { at, type FlowDesk, openFlowDesk } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const idOf = async (statement: string, ...values: unknown[]) =>
  (await it.sql<{ id: number }>(statement, values))[0]!.id;
const unit = (name: string) =>
  idOf(
    `insert into business_units (account_id, number, name) select account_id, $1, $1 from users where id = $2 returning id`,
    name,
    it.world.people.admin.id,
  );
const status = (name: string, unitId: number | null) =>
  idOf(
    `insert into statuses (account_id, business_unit_id, name) select account_id, $2, $1 from users where id = $3 returning id`,
    name,
    unitId,
    it.world.people.admin.id,
  );

test('a copy for another business unit is a draft, and names at its step what that unit does not have', async () => {
  const [north, south] = [await unit('North'), await unit('South')];
  const [ours, everyones] = [await status('Sold in the north', north), await status('Sold everywhere', null)];
  const create = (body: Record<string, unknown>) =>
    it.admin.call(workflowFlows.create, { body: { shared: true, ...body } as never });
  const other = (await create({ name: 'Welcome north', business_unit_id: north })).body.data.id;
  const steps = [
    at('a', { kind: 'status', status_id: ours }),
    at('b', { kind: 'status', status_id: everyones }),
    at('c', { kind: 'start_flow', flow_id: other }),
  ];
  const definition = {
    ...EMPTY_DEFINITION,
    steps,
    trigger: { ...EMPTY_DEFINITION.trigger, kind: 'status_changed' as const, ids: [ours] },
  };
  const first = (await create({ name: 'Sold', business_unit_id: north, definition })).body.data;
  expect(first.problems).toEqual([]);

  const copy = (await create({ name: 'Sold', business_unit_id: south, from_id: first.id })).body.data;
  expect(copy).toMatchObject({ status: 'draft', business_unit_id: south, definition });
  expect(copy.problems).toEqual([
    { step_id: null, message: "The status “Sold in the north” isn't available in South." },
    { step_id: 'a', message: "The status “Sold in the north” isn't available in South." },
    { step_id: 'c', message: "The workflow “Welcome north” isn't for South." },
  ]);
  expect((await it.admin.call(workflowFlows.activate, { params: { id: copy.id }, body: {} })).status).toBe(422);
  expect((await create({ name: 'Sold', business_unit_id: null, from_id: first.id })).body.data.problems).toEqual([]);
});

test('an agent copies only what they see, and to no business unit', async () => {
  const { id } = await it.draft([]);
  await it.sql('update wf_flows set shared = false where id = $1', [id]);
  const body = { name: 'Mine', from_id: id };
  expect((await it.agent.call(workflowFlows.create, { body })).status).toBe(422);
  await it.sql('update wf_flows set shared = true where id = $1', [id]);
  expect((await it.agent.call(workflowFlows.create, { body })).body.data).toMatchObject({ shared: false });
  expect((await it.agent.call(workflowFlows.create, { body: { ...body, shared: true } })).status).toBe(422);
});
