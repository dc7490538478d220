import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mailerKits } from '#contract/mailer-kits.contract.ts';
import { listNotifications } from '#contract/notifications.contract.ts';
import { workflowFlows } from '#contract/workflows.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const ADDRESS = { address: '1 Elm St', city: 'Austin', state: 'TX', zip_code: '78701' };
const draft = (body: string) => ({ kind: 'draft', body }) as const;
const drafts = () => it.sql<{ body: string }>('select body from text_drafts order by updated_at, body');
const messages = async (flow: number) => {
  const { body } = await it.admin.call(workflowFlows.history, { params: { id: flow }, query: {} });
  return body.data.map(({ step, outcome, message }) => `${step.slice(0, 6)} ${outcome}: ${message}`).toReversed();
};

async function newKit(active = true): Promise<number> {
  const { body } = await it.admin.call(mailerKits.create, {
    body: { name: `Kit ${(named += 1)}`, kind: 'labels', active },
  });
  return body.data.id;
}
let named = 0;

test('a draft waits for the owner of the contact, who is told once; one that is there stays', async () => {
  const flow = await it.on([at('a', draft('Hi {{ first_name }}, a moment?')), at('b', draft('Another.'))]);
  await it.begin(flow, await it.willing({ first_name: 'Bo' }));
  await it.begin(flow, await it.willing({ phone: '' }));
  await it.steps();
  expect((await drafts()).map(({ body }) => body)).toEqual(['Hi Bo, a moment?']);
  expect(await it.bodies()).toEqual([]);
  const { data } = (await it.agent.call(listNotifications, { query: {} })).body;
  expect(data.map(({ title, href }) => [title, href])).toEqual([
    [expect.stringMatching(/^Draft text for Bo /), expect.stringMatching(/^\/messages\?conversation=\d+$/)],
  ]);
  expect((await messages(flow)).toSorted()).toEqual([
    "Step 1 done: Draft left for the contact's owner.",
    'Step 1 skipped: No phone number on file.',
    'Step 2 skipped: No phone number on file.',
    'Step 2 skipped: The owner has a draft for them already.',
  ]);
});

test('a draft with an empty field is skipped, in a try as in the engine', async () => {
  const flow = await it.on([at('a', draft('Your company {{ company }}'))]);
  const id = await it.willing({ company: '' });
  const tried = await it.admin.call(workflowFlows.tryOut, { params: { id: flow }, body: { contact_id: id } });
  expect(tried.body.data.steps.map(({ message }) => message)).toEqual(['Empty for this contact: Company.']);
  await it.begin(flow, id);
  await it.steps();
  expect([await drafts(), await messages(flow)]).toEqual([[], [expect.stringMatching(/^Step 1 skipped: Empty/)]]);
});

test('a mailer kit is assigned in the name of the author, once a contact, and to no one without an address', async () => {
  const kit = await newKit();
  const flow = await it.on([at('a', { kind: 'kit', kit_id: kit }), at('b', { kind: 'kit', kit_id: kit })]);
  const [far, near] = [await it.willing(ADDRESS), await it.willing({ phone: '+15125550143', address: '' })];
  await it.begin(flow, far);
  await it.begin(flow, near);
  await it.steps();
  const rows = await it.sql(`select contact_id, user_id from mailer_assignment_rows where kit_id = ${kit}`);
  expect(rows).toEqual([{ contact_id: far, user_id: it.world.people.admin.id }]);
  expect((await messages(flow)).toSorted()).toEqual([
    expect.stringMatching(/^Step 1 done: Mailer kit assigned: Kit \d+\.$/),
    'Step 1 skipped: No postal address on file.',
    'Step 2 skipped: No postal address on file.',
    'Step 2 skipped: They have this mailer kit already.',
  ]);
});

test("a kit that is off, and one of an agent without the feature, can't be turned on", async () => {
  const on = async (client: typeof it.admin, kit: number) => {
    const definition = { ...EMPTY_DEFINITION, steps: [at('a', { kind: 'kit', kit_id: kit })] };
    const { id } = (await client.call(workflowFlows.create, { body: { name: `Flow ${(named += 1)}`, definition } }))
      .body.data;
    const { status, body } = await client.call(workflowFlows.activate, { params: { id }, body: {} });
    return [status, JSON.stringify(body)];
  };
  const said = [422, expect.stringContaining("Step 1, Mailer kit: You can't assign this mailer kit.")];
  expect([await on(it.admin, await newKit(false)), await on(it.agent, await newKit())]).toEqual([said, said]);
});

test("an event is in the calendar of the contact's owner at a time of theirs; one whose time has passed is a day later", async () => {
  const event = { kind: 'event', days: 2, minute: 600, minutes: 45 } as const;
  const flow = await it.on([
    at('a', { ...event, title: 'Review' }),
    at('b', { ...event, days: 0, minute: 0, title: 'Call' }),
  ]);
  const id = await it.willing();
  await it.begin(flow, id);
  await it.steps();
  const made = await it.sql<{ title: string; start: string; end: string }>(
    `select title, start_local as start, end_local as end, user_id, contact_id from calendar_events order by id`,
  );
  const day = (days: number) => new Date(it.deps.now().getTime() + days * DAY).toISOString().slice(0, 10);
  const by = { user_id: it.world.people.agent.id, contact_id: id };
  expect(made).toEqual([
    { title: 'Review', start: `${day(2)}T10:00`, end: `${day(2)}T10:45`, ...by },
    { title: 'Call', start: `${day(1)}T00:00`, end: `${day(1)}T00:45`, ...by },
  ]);
});
