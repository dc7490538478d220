import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { updateTagsOfContact } from '#contract/contacts.contract.ts';
import { tags } from '#contract/tags.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import {
  cancelDryRun,
  DRY_RUN_CHUNK,
  type DryRunRow,
  listDryRunContacts,
  listDryRuns,
  readDryRun,
  startDryRun,
} from '#contract/workflows/dry-runs.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { runDryRun } from '../../server/features/workflows/dry-runs/run-dry-run.ts';
import { resumeDryRuns } from '../../server/features/workflows/workflows.jobs.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const MANUAL = EMPTY_DEFINITION.trigger;
const LIVE = new AbortController().signal;
const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;

const start = async (id: number, replies = false) => it.admin.call(startDryRun, { params: { id }, body: { replies } });
const lead = (dryRunId: number) => runDryRun(it.deps, { accountId: it.world.accountId, dryRunId }, LIVE);
const read = async (id: number) => (await it.admin.call(readDryRun, { params: { id } })).body.data;
const behind = async (id: number, { step_id: step, outcome, reason }: DryRunRow) =>
  (await it.admin.call(listDryRunContacts, { params: { id }, query: { step, outcome, reason } })).body.data;

/** A dry run that has ended. */
async function dryRun(flowId: number, replies = false) {
  const { status, body } = await start(flowId, replies);
  if (status !== 200) throw new Error(JSON.stringify(body));
  await lead(body.data.id);
  return read(body.data.id);
}

const told = (rows: readonly DryRunRow[]) =>
  rows.map(({ step_id: step, outcome, reason, contacts }) => `${step} ${outcome} ${contacts} ${reason}`.trim());

async function tagged(contactIds: readonly number[]): Promise<number> {
  const { body } = await it.admin.call(tags.create, { body: { name: `turning 65 ${contactIds[0]}` } });
  for (const id of contactIds)
    await it.agent.call(updateTagsOfContact, { body: { contact_id: id, tag_ids: [body.data.id] } });
  return body.data.id;
}

test('the contacts of a trigger are counted by step and reason, each number lists them, and the engine does the same', async () => {
  const [willing, silent] = [await it.willing(), await it.contact({ phone: '+15125550143' })];
  await it.willing({ phone: '+15125550144' });
  const ids = [await tagged([willing, silent])];
  const trigger = { ...MANUAL, kind: 'tag_added' as const, ids };
  const steps = [at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))];
  const { id } = await it.draft(steps, { trigger });
  const run = await dryRun(id);
  expect(run).toMatchObject({ status: 'complete', total: 2, done: 2, sentence: expect.stringContaining('turning 65') });
  const reason = 'No consent on file to be texted by automated systems.';
  expect(told(run.rows)).toEqual(['a done 1', `a ended 1 ${reason}`, 'b done 1', 'c done 1', 'done 1']);
  const [sent, refused] = await Promise.all([behind(run.id, run.rows[0]!), behind(run.id, run.rows[1]!)]);
  expect([sent, refused].map((rows) => rows.map(({ contact }) => contact?.id))).toEqual([[willing], [silent]]);
  expect(await it.bodies()).toEqual([]);
  // The engine, from the same minute.
  await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  for (const contact of [willing, silent]) await it.begin(id, contact);
  await it.steps();
  await it.later(DAY);
  await it.steps();
  expect(await it.trail()).toEqual(['a done', 'a ended', 'b waiting', 'b done', 'c done']);
});

test('a message outside of the hours counts as later, with the minute at which it would be sent', async () => {
  await it.willing({ state: 'TX', city: 'Austin', zip_code: '78701' });
  await it.later(DAY / 2);
  const { id } = await it.draft([at('a', text('One.'))]);
  const [row] = (await dryRun(id)).rows;
  expect(row).toMatchObject({ outcome: 'later', contacts: 1, reason: 'Outside calling hours at their location.' });
  expect(Date.parse(row?.first_at ?? '')).toBeGreaterThan(it.deps.now().getTime() + DAY / 4);
});

test('a text of the draft counts for the limit of its day, as it does when it is sent', async () => {
  await it.willing();
  const steps = ['a', 'b', 'c', 'd'].map((step) => at(step, text(`Text ${step}.`)));
  const { id } = await it.draft(steps);
  const planned = (await dryRun(id)).rows.filter(({ step_id: step }) => step !== '').map(({ outcome }) => outcome);
  await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  const [{ id: contactId } = { id: 0 }] = await it.sql<{ id: number }>('select id from contacts limit 1');
  await it.begin(id, contactId);
  await it.steps();
  const taken = (await it.trail()).map((line) => (line.endsWith('held') ? 'later' : 'done'));
  expect(planned.slice(0, taken.length)).toEqual(taken);
  expect(planned).toContain('later');
});

test('what only a person can correct is held; a number of the owner, for one', async () => {
  await it.willing();
  const { id } = await it.draft([at('a', { kind: 'text', body: 'Hi {{ company }}. Reply STOP.', refused: 'end' })]);
  const { rows } = await dryRun(id);
  expect(told(rows)).toEqual([expect.stringMatching(/^a held 1 Empty for this contact: /)]);
});

test('contacts whose birthday comes begin on that day', async () => {
  const soon = new Date(it.deps.now().getTime() + 10 * DAY).toISOString().slice(5, 10);
  await it.willing({ dob: `1961-${soon}` });
  await it.willing({ phone: '+15125550143', dob: '1961-01-02' });
  const { id } = await it.draft([at('a', text('Happy birthday.'))], { trigger: { ...MANUAL, kind: 'birthday' } });
  const run = await dryRun(id);
  expect(run.total).toBe(1);
  expect(run.rows[0]?.first_at.slice(5, 10)).toBe(soon);
});

test('a worker that dies repeats nothing and loses no one', async () => {
  const total = DRY_RUN_CHUNK + 5;
  const { id: owner, businessUnitId } = it.world.people.agent;
  await it.sql(
    `insert into contacts (account_id, business_unit_id, owner_id, number, last_name)
     select $1, $2, $3, 400000 + n, 'Many' from generate_series(1, ${total}) n`,
    [it.world.accountId, businessUnitId, owner],
  );
  const { id } = await it.draft([at('a', { kind: 'end' })]);
  const { body } = await start(id);
  // The request finds no contacts: its job does.
  expect([body.data.total, await it.sql('select from wf_dry_run_contacts')]).toEqual([0, []]);
  let looks = 0;
  const dying = {
    ...it.deps,
    now: () => {
      looks += 1;
      throw new Error('killed');
    },
  };
  await expect(runDryRun(dying, { accountId: it.world.accountId, dryRunId: body.data.id }, LIVE)).rejects.toThrow(
    'killed',
  );
  expect(looks).toBe(1);
  expect(await read(body.data.id)).toMatchObject({ status: 'working', done: DRY_RUN_CHUNK });
  await lead(body.data.id);
  await lead(body.data.id);
  const run = await read(body.data.id);
  expect(run).toMatchObject({ status: 'complete', done: total });
  expect(told(run.rows)).toEqual([`a done ${total}`, `done ${total}`]);
});

test('a contact at whom a step breaks is counted with the reason, and the others go on', async () => {
  await it.willing({ dob: '1961-01-02' });
  const broken = await it.willing({ phone: '+15125550143' });
  await it.sql(`update contacts set dob = 'infinity' where id = ${broken}`);
  const { id } = await it.draft([at('a', { kind: 'wait_until', day: 'birthday', days_before: 0 })]);
  const run = await dryRun(id);
  const failed = run.rows.find(({ outcome }) => outcome === 'failed')!;
  expect(run).toMatchObject({ status: 'complete', done: 2 });
  expect(told(run.rows)).toEqual(['a done 1', expect.stringMatching(/^a failed 1 .*Run it again/), 'done 1']);
  expect((await behind(run.id, failed)).map(({ contact }) => contact?.id)).toEqual([broken]);
  const alone = await it.admin.call(workflowFlows.tryOut, { params: { id }, body: { contact_id: broken } });
  expect(alone.status).toBe(409);
});

test('one whose job was given up has failed, and says what to do; another one can be started', async () => {
  await it.willing();
  const { id } = await it.draft([at('a', WAIT)]);
  const { body } = await start(id);
  await resumeDryRuns(it.deps);
  expect(await read(body.data.id)).toMatchObject({ status: 'queued', failure: null });
  await it.sql(
    `update pgboss.job set state = 'failed', completed_on = pgboss.job_now() where name = 'workflows.dryRun'`,
  );
  await resumeDryRuns(it.deps);
  const failure = expect.stringContaining('Run it again');
  expect(await read(body.data.id)).toMatchObject({ status: 'failed', failure, finished_at: expect.any(String) });
  expect((await dryRun(id)).status).toBe('complete');
});

test('it is canceled once, the next one takes its place, and one without contacts is complete', async () => {
  await it.willing();
  const { id } = await it.draft([at('a', WAIT)]);
  const first = (await start(id)).body.data;
  for (let times = 0; times < 2; times += 1) {
    const { body } = await it.admin.call(cancelDryRun, { params: { id: first.id } });
    expect(body.data.status).toBe('cancelled');
  }
  await lead(first.id);
  expect((await read(first.id)).done).toBe(0);
  const next = await dryRun(id);
  const { body } = await it.admin.call(listDryRuns, { query: { flow_id: id } });
  expect(body.data.map((run) => run.id)).toEqual([next.id]);
  expect((await it.admin.call(cancelDryRun, { params: { id: next.id } })).status).toBe(409);
  // An opt-out is no reply.
  await it.receive('STOP');
  for (const kind of ['missed_call', 'reply'] as const) {
    const none = await it.draft([at('a', WAIT)], { trigger: { ...MANUAL, kind } });
    expect(await dryRun(none.id)).toMatchObject({ status: 'complete', total: 0, rows: [] });
  }
});
