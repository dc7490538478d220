import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { takeDueRuns } from '../../server/features/workflows/workflows.jobs.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, STOP, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;
const pause = (id: number, step: string, paused = true) =>
  it.admin.call(workflowFlows.pauseStep, { params: { id }, body: { step_id: step, paused } });
const HELD = { status: 'held', note: expect.stringMatching(/^Paused step\./), due_at: null };

test('contacts wait at a paused step, those behind it go on, and a new version keeps the pause', async () => {
  const flow = await it.on([at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))]);
  const early = await it.willing();
  await it.begin(flow, early);
  await it.steps();
  expect((await pause(flow, 'a')).body.data.paused_steps).toEqual(['a']);
  const late = await it.willing({ phone: '+15125550143' });
  await it.begin(flow, late);
  await it.later(DAY);
  await it.steps();
  expect(await it.runs()).toMatchObject([
    { contact_id: early, status: 'done' },
    { contact_id: late, step: 'a', ...HELD },
  ]);

  const { version, definition } = (await it.admin.call(workflowFlows.read, { params: { id: flow } })).body.data;
  const steps = definition.steps.map((step) => (step.kind === 'text' ? { ...step, body: `New. ${STOP}` } : step));
  await it.admin.call(workflowFlows.update, {
    params: { id: flow },
    body: { definition: { ...definition, steps }, version },
  });
  await it.admin.call(workflowFlows.activate, { params: { id: flow }, body: {} });
  await it.begin(flow, await it.willing({ phone: '+15125550144' }));
  await it.steps();
  expect((await it.runs()).slice(1)).toMatchObject([HELD, HELD]);

  // More than the 30 days that a message may wait for its hours: a pause is no such wait.
  await it.later(40 * DAY);
  for (let times = 0; times < 2; times += 1) await pause(flow, 'a', false);
  await it.steps();
  expect((await it.bodies()).slice(2)).toEqual([`One. ${STOP}`, `New. ${STOP}`]);
  expect((await it.runs()).slice(1)).toMatchObject([
    { step: 'b', status: 'waiting' },
    { step: 'b', status: 'waiting' },
  ]);
});

test('a wait goes on under a pause, and a reply in the meantime counts', async () => {
  const flow = await it.on([
    at('a', { kind: 'wait_reply', count: 1, unit: 'day' }),
    at('b', { kind: 'follow_up', title: 'Call back', days: 1 }, 'a:yes'),
    at('c', text('Still there?'), 'a:no'),
  ]);
  await it.begin(flow, await it.willing());
  await it.steps();
  await pause(flow, 'a');
  await it.later(2 * DAY);
  await it.steps();
  expect(await it.runs()).toMatchObject([HELD]);
  await it.receive('Yes please');
  await it.steps();
  expect(await it.runs()).toMatchObject([HELD]);
  await pause(flow, 'a', false);
  await it.steps();
  expect(await it.trail()).toEqual(['a waiting', 'a held', 'a done', 'b done']);
});

test('a step that is resumed while contacts get there leaves no one behind', async () => {
  const flow = await it.on([at('a', text('One.'))]);
  for (let round = 0; round < 5; round += 1) {
    await pause(flow, 'a');
    const phone = `+1512555015${round}`;
    await it.begin(flow, await it.willing({ phone }));
    await Promise.all([takeDueRuns(it.deps), pause(flow, 'a', false)]);
    await it.steps();
  }
  expect((await it.runs()).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'done'));
});

test('a step that no version has is not paused, nor is one of a workflow that others manage', async () => {
  const flow = await it.on([at('a', WAIT)]);
  expect((await pause(flow, 'z')).status).toBe(422);
  const call = { params: { id: flow }, body: { step_id: 'a', paused: true } };
  expect((await it.agent.call(workflowFlows.pauseStep, call)).status).toBe(403);
  expect((await it.admin.call(workflowFlows.read, { params: { id: flow } })).body.data.paused_steps).toEqual([]);
});
