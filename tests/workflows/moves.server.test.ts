import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BULK_AT_ONCE, readBulkJob, undoBulkJob } from '#contract/bulk.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import type { FlowStep } from '#contract/workflows/definition.contract.ts';
import { moveContacts, previewMove, readVersion } from '#contract/workflows/versions.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { bulkJobs } from '../../server/features/bulk/bulk.jobs.ts';
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

const countsOf = ({ body }: Awaited<ReturnType<typeof move>>) => body.data.job?.counts;
const undo = async (moved: Awaited<ReturnType<typeof move>>) => {
  const { body } = await it.admin.call(undoBulkJob, { params: { id: moved.body.data.job?.id ?? 0 } });
  return body.data.undo;
};

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
  expect(countsOf(await move(id))).toEqual({ changed: 1, unchanged: 0, refused: 1 });
  expect(countsOf(await move(id))).toEqual({ changed: 0, unchanged: 0, refused: 1 });
  expect((await it.runs()).map(({ due_at: due }) => due)).toEqual(before.map(({ due_at: due }) => due));
  expect(countsOf(await move(id, [{ step: 'b', to_step: 'd' }]))).toEqual({ changed: 1, unchanged: 0, refused: 0 });
  await it.steps();
  await it.later(2 * DAY);
  await it.steps();
  expect(await it.bodies()).toEqual([`New. ${STOP}`, `New. ${STOP}`]);
  expect((await it.trail()).filter((line) => line.endsWith('moved')).toSorted()).toEqual(['a moved', 'b moved']);
  const { body } = await it.admin.call(workflowFlows.history, { params: { id }, query: {} });
  const lines = body.data.filter(({ outcome }) => outcome === 'moved').map(({ message }) => message);
  expect(lines[0]).toMatch(/^Moved from version 1 to 2, Step 2, Send text, by .+\.$/);
});

test('undo moves contacts back to where they were, but none who took a step since; each move has a line of their log', async () => {
  const id = await it.on([at('a', WAIT), at('b', { ...WAIT, count: 9 }), at('c', text('Old.'))]);
  const [first, second] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  await it.begin(id, first);
  await it.steps();
  await it.later(2 * DAY);
  await it.begin(id, second);
  await it.steps();
  await publish(id, [at('a', WAIT), at('d', text('New.')), at('e', WAIT)]);
  const before = await it.runs();
  const begun = [{ step: 'b', to_step: 'd' }];

  expect(await undo(await move(id, begun))).toEqual({ put_back: 2, kept: 0 });
  const places = (runs: typeof before) => runs.map((run) => ({ ...run, revision: 0 }));
  expect(places(await it.runs())).toEqual(places(before));
  const logs = (await it.logs()).slice(-4).map(({ step, status, message }) => `${step} ${status}: ${message}`);
  expect(logs.toSorted()).toEqual([
    ' waiting: Moved back from version 2 to 1 by Ada Admin.',
    ' waiting: Moved back from version 2 to 1 by Ada Admin.',
    'Step 1, Wait, version 2 waiting: Moved from version 1 to 2 by Ada Admin.',
    'Step 2, Send text, version 2 waiting: Moved from version 1 to 2, Step 2, Send text, by Ada Admin.',
  ]);

  const again = await move(id, begun);
  await it.steps();
  expect(await undo(again)).toEqual({ put_back: 1, kept: 1 });
  expect((await it.runs()).map(({ contact_id: contact, step }) => [contact, step])).toEqual([
    [first, 'e'],
    [second, 'a'],
  ]);
});

test('a move of many is a job that moves each once, however often it is run', async () => {
  const id = await it.on([at('a', WAIT)]);
  for (let n = 0; n <= BULK_AT_ONCE; n += 1) await it.contact({ phone: '' });
  await it.sql(
    `insert into wf_runs (account_id, flow_id, version_id, contact_id, entered_contact_id, occasion, due_at, created_at)
     select c.account_id, f.id, f.live_version_id, c.id, c.id, 'manual:1', now(), now() from contacts c, wf_flows f`,
  );
  await publish(id, [at('a', WAIT), at('b', WAIT)]);
  const { job } = (await move(id)).body.data;
  const run = () =>
    bulkJobs(it.deps)['bulk.run']({ accountId: it.world.accountId, jobId: job?.id ?? 0 }, new AbortController().signal);
  await run();
  await run();
  const { status, counts } = (await it.admin.call(readBulkJob, { params: { id: job?.id ?? 0 } })).body.data;
  expect([status, counts]).toEqual(['done', { changed: BULK_AT_ONCE + 1, unchanged: 0, refused: 0 }]);
  expect(new Set(await it.trail())).toEqual(new Set([' moved']));
  expect((await it.trail()).length).toBe(BULK_AT_ONCE + 1);
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
