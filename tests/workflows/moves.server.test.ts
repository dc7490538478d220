import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workflowFlows } from '#contract/workflows.contract.ts';
import type { FlowStep } from '#contract/workflows/definition.contract.ts';
import { moveContacts, previewMove, readVersion } from '#contract/workflows/versions.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, STOP, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const WAIT = { kind: 'wait', count: 2, unit: 'day' } as const;

/** Makes the steps the version of new contacts. */
async function publish(id: number, steps: readonly FlowStep[]): Promise<void> {
  const { definition } = (await it.admin.call(workflowFlows.read, { params: { id } })).body.data;
  await it.admin.call(workflowFlows.update, {
    params: { id },
    body: { definition: { ...definition, steps: [...steps] } },
  });
  const { status, body } = await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const FROM_1_TO_2 = { from: 1, to: 2 };
const move = (id: number, steps: { step: string; to_step: string }[] = []) =>
  it.admin.call(moveContacts, { params: { id }, body: { ...FROM_1_TO_2, steps } });

test('waiting contacts go to the same step with their wait; where it is gone they stay, or begin a chosen step', async () => {
  const id = await it.on([at('a', WAIT), at('b', { ...WAIT, count: 9 }), at('c', text('Old.'))]);
  const people = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  await it.begin(id, people[0]!);
  await it.steps();
  await it.later(2 * DAY);
  await it.begin(id, people[1]!);
  await it.steps();
  await publish(id, [at('a', WAIT), at('d', text('New.'))]);
  const preview = await it.admin.call(previewMove, { params: { id }, query: FROM_1_TO_2 });
  expect(preview.body.data).toEqual([
    { step: 'a', place: 'Step 1, Wait', contacts: 1, to_step: 'a', to_place: 'Step 1, Wait' },
    { step: 'b', place: 'Step 2, Wait', contacts: 1, to_step: null, to_place: '' },
  ]);
  const before = await it.runs();
  expect((await move(id)).body.data).toEqual({ moved: 1, stayed: 1 });
  expect((await move(id)).body.data).toEqual({ moved: 0, stayed: 1 });
  expect((await it.runs()).map(({ due_at: due }) => due)).toEqual(before.map(({ due_at: due }) => due));
  expect((await move(id, [{ step: 'b', to_step: 'd' }])).body.data).toEqual({ moved: 1, stayed: 0 });
  await it.steps();
  await it.later(2 * DAY);
  await it.steps();
  expect(await it.bodies()).toEqual([`New. ${STOP}`, `New. ${STOP}`]);
  expect((await it.trail()).filter((line) => line.endsWith('moved')).toSorted()).toEqual(['a moved', 'b moved']);
  const { body } = await it.admin.call(workflowFlows.history, { params: { id }, query: {} });
  const lines = body.data.filter(({ outcome }) => outcome === 'moved').map(({ message }) => message);
  expect(lines[0]).toMatch(/^Moved from version 1 to 2, Step 2, Send text, by .+\.$/);
});

test('a contact whose step is being taken while it is moved is sent each text once', async () => {
  const id = await it.on([at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))]);
  await it.begin(id, await it.willing());
  await publish(id, [at('a', text('One.')), at('b', WAIT), at('c', text('New.'))]);
  const [, moved] = await Promise.all([it.steps(), move(id)]);
  expect(moved.status).toBe(200);
  await it.steps();
  await move(id);
  await it.later(2 * DAY);
  await it.steps();
  expect(await it.bodies()).toEqual([`One. ${STOP}`, `New. ${STOP}`]);
});

test('unknown versions and steps, the same version, and agents who may not change it are refused', async () => {
  const id = await it.on([at('a', WAIT)]);
  expect((await move(id)).status).toBe(404);
  expect((await it.admin.call(readVersion, { params: { id }, query: { version: 2 } })).status).toBe(404);
  expect(
    (await it.agent.call(readVersion, { params: { id }, query: { version: 1 } })).body.data.definition.steps,
  ).toHaveLength(1);
  await publish(id, [at('b', WAIT)]);
  expect((await move(id, [{ step: 'a', to_step: 'zz' }])).status).toBe(422);
  const same = await it.admin.call(moveContacts, { params: { id }, body: { from: 2, to: 2 } });
  const denied = await it.agent.call(moveContacts, { params: { id }, body: FROM_1_TO_2 });
  expect([same.status, denied.status]).toEqual([409, 403]);
});

test('a workflow of one user is not started for the contact of another', async () => {
  const definition = { ...EMPTY_DEFINITION, steps: [at('a', WAIT)] };
  const made = await it.admin.call(workflowFlows.create, { body: { name: 'Private', definition } });
  const { id } = made.body.data;
  await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  const { status } = await it.admin.call(workflowFlows.start, {
    params: { id },
    body: { contact_id: await it.contact() },
  });
  expect([status, await it.runs()]).toEqual([409, []]);
});
