import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BULK_AT_ONCE, readBulkJob, startWorkflowOfGroup, undoBulkJob } from '#contract/bulk.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
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

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;
const start = (id: number, ids: readonly number[], dry = false) =>
  it.admin.call(startWorkflowOfGroup, { body: { ids: [...ids], workflow_id: id, ...(dry && { dry_run: true }) } });

test('says before who is skipped and why, then starts the others once', async () => {
  const id = await it.on([at('a', text('Hello.')), at('b', WAIT)]);
  const [fresh, within, out] = [
    await it.willing(),
    await it.willing({ phone: '+15125550143' }),
    await it.willing({ phone: '+15125550144' }),
  ];
  await it.consent(out, 'withdrawn', 'text');
  const mute = await it.willing({ phone: '' });
  await it.begin(id, within);
  await it.steps();
  const ids = [fresh, within, out, mute];
  const dry = (await start(id, ids, true)).body.data.check;
  expect(dry?.counts).toEqual({ changed: 1, unchanged: 1, refused: 2 });
  expect(dry?.by_reason.map(({ reason }) => reason).toSorted()).toEqual(['no_address', 'opted_out']);
  expect(await it.runs()).toHaveLength(1);

  expect((await start(id, ids)).body.data.ids).toEqual([fresh]);
  expect((await start(id, ids)).body.data.job?.counts).toEqual({ changed: 0, unchanged: 2, refused: 2 });
  await it.steps();
  expect(await it.bodies()).toEqual([`Hello. ${STOP}`, `Hello. ${STOP}`]);
});

test('undo stops those who are still in it, and leaves alone who is through', async () => {
  const id = await it.on([at('a', { kind: 'split', percent: 50 }), at('b', WAIT, 'a:yes'), at('c', WAIT, 'a:no')]);
  const [running, over] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  const { body } = await start(id, [running, over]);
  await it.sql(`update wf_runs set status = 'done', due_at = null where contact_id = ${over}`);
  const undone = await it.admin.call(undoBulkJob, { params: { id: body.data.job?.id ?? 0 } });
  expect(undone.body.data.undo).toEqual({ put_back: 1, kept: 1 });
  await it.later(2 * DAY);
  await it.steps();
  expect(await it.runs()).toMatchObject([
    { contact_id: running, status: 'ended', reason: 'stopped', note: 'The bulk start was undone.' },
    { contact_id: over, status: 'done' },
  ]);
});

test('a workflow that is turned off before the job runs starts no one, and the job says why', async () => {
  const id = await it.on([at('a', WAIT)]);
  for (let n = 0; n <= BULK_AT_ONCE; n += 1) await it.contact({ phone: '' });
  const contacts_scope = { contact_group: 'all' } as const;
  const { body } = await it.admin.call(startWorkflowOfGroup, { body: { contacts_scope, workflow_id: id } });
  const jobId = body.data.job?.id ?? 0;
  await it.admin.call(workflowFlows.activate, { params: { id }, body: { active: false } });
  await bulkJobs(it.deps)['bulk.run']({ accountId: it.world.accountId, jobId }, new AbortController().signal);

  const { status, failure } = (await it.admin.call(readBulkJob, { params: { id: jobId } })).body.data;
  expect([status, failure]).toEqual(['failed', 'This workflow is off. Turn it on first.']);
  expect(await it.runs()).toEqual([]);
});

test("contacts of other agents are skipped and not offered; a workflow that is off can't be started", async () => {
  const definition = { ...EMPTY_DEFINITION, steps: [at('a', WAIT)] };
  const { id } = (await it.admin.call(workflowFlows.create, { body: { name: 'Private', definition } })).body.data;
  const contact = await it.contact();
  const offered = async () => {
    const { body } = await it.admin.call(workflowFlows.list, { query: { status: 'on', contact_id: contact } });
    return body.data.map((flow) => flow.id);
  };
  expect((await start(id, [contact])).status).toBe(422);
  await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  const shared = await it.on([at('a', WAIT)]);
  const dry = (await start(id, [contact], true)).body.data.check;
  expect(dry?.by_reason).toEqual([{ reason: 'not_for_owner', contacts: 1 }]);
  expect(await offered()).toEqual([shared]);
  await it.begin(shared, contact);
  expect(await offered()).toEqual([]);
});
