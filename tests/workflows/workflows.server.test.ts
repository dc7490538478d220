import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { updateTagsOfContact } from '#contract/contacts.contract.ts';
import { webhookEndpoints } from '#contract/webhooks.contract.ts';
import { tags } from '#contract/tags.contract.ts';
import { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import {
  listManageableUnits,
  workflowCategories,
  workflowFlows,
  workflowTemplates,
} from '#contract/workflows.contract.ts';
import type { FlowTrigger } from '#contract/workflows/definition.contract.ts';
import { listWorkflowLogs } from '#contract/timeline.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { takeDueRuns } from '../../server/features/workflows/workflows.jobs.ts';
import { addOffice } from '../mail/add-office.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, STOP, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const MANUAL = EMPTY_DEFINITION.trigger;
const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;

test('a contact is texted, waits a day, and is texted again; the log says each step', async () => {
  const flow = await it.on([at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))]);
  const id = await it.willing();
  await it.begin(flow, id);
  await it.steps();
  expect(await it.bodies()).toEqual([`One. ${STOP}`]);
  expect(await it.runs()).toMatchObject([{ status: 'waiting', step: 'b' }]);
  await it.steps();
  expect(await it.bodies()).toHaveLength(1);
  await it.later(DAY);
  await it.steps();
  expect(await it.bodies()).toEqual([`One. ${STOP}`, `Two. ${STOP}`]);
  expect(await it.runs()).toMatchObject([{ status: 'done', due_at: null }]);
  expect(await it.trail()).toEqual(['a done', 'b waiting', 'b done', 'c done']);
  const { body } = await it.agent.call(listWorkflowLogs, { params: { id }, query: {} });
  expect(body.data[0]).toMatchObject({ step: 'Step 3, Send text, version 1', status: 'done' });
  expect(body.data[0]?.message).toContain('Text queued. Consent on file.');
});

test('who started stays on the version; the next one gets the changed draft', async () => {
  const { id, version } = await it.draft([at('a', WAIT), at('b', text('Old.'))]);
  const on = () => it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
  await on();
  const [old, young] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  await it.begin(id, old);
  const definition = { ...(await it.admin.call(workflowFlows.read, { params: { id } })).body.data.definition };
  definition.steps = [at('a', WAIT), at('b', text('New.'))];
  const changed = await it.admin.call(workflowFlows.update, { params: { id }, body: { definition, version } });
  expect(changed.body.data).toMatchObject({ has_changes: true, version_number: 1, version: version + 1 });
  const late = await it.admin.call(workflowFlows.update, {
    params: { id },
    body: { definition: { ...definition, steps: [] }, version },
  });
  expect(late.status).toBe(409);
  expect((await on()).body.data).toMatchObject({ has_changes: false, version_number: 2 });
  await it.begin(id, young);
  await it.steps();
  await it.later(DAY);
  await it.steps();
  expect((await it.bodies()).toSorted()).toEqual([`New. ${STOP}`, `Old. ${STOP}`]);
});

describe('turning on', () => {
  test('an incomplete step is named, and nothing is turned on', async () => {
    const { id, problems } = await it.draft([at('a', WAIT), at('b', { kind: 'tag', tag_id: null, action: 'add' })]);
    expect(problems).toEqual([{ step_id: 'b', message: 'Choose a tag.' }]);
    const { status, body } = await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
    expect([status, (body as { errors?: object }).errors]).toEqual([
      422,
      { definition: ['Step 2, Tag: Choose a tag.'] },
    ]);
    expect((await it.admin.call(workflowFlows.read, { params: { id } })).body.data.status).toBe('draft');
  });

  test('a text without opt-out wording is refused, and so is a step under one without branches', async () => {
    const { problems } = await it.draft([at('a', { kind: 'text', body: 'Hi.', refused: 'end' })]);
    expect(problems[0]?.message).toContain('Reply STOP');
    await expect(it.draft([at('a', WAIT), at('b', WAIT, 'a:yes')])).rejects.toThrow("Its branch a:yes isn't above it.");
  });

  test('a paused workflow keeps its contacts where they are', async () => {
    const id = await it.on([at('a', text('One.'))]);
    await it.begin(id, await it.willing());
    await it.admin.call(workflowFlows.activate, { params: { id }, body: { active: false } });
    await it.steps();
    expect(await it.bodies()).toEqual([]);
    await it.admin.call(workflowFlows.activate, { params: { id }, body: {} });
    await it.steps();
    expect(await it.bodies()).toHaveLength(1);
  });
});

describe('what starts a workflow', () => {
  const tagged = async (contactId: number, name: string) => {
    const { body } = await it.admin.call(tags.create, { body: { name } });
    await it.agent.call(updateTagsOfContact, { body: { contact_id: contactId, tag_ids: [body.data.id] } });
    return body.data.id;
  };

  test('a tag, once a day, for contacts of those whom it is for', async () => {
    const { body } = await it.admin.call(tags.create, { body: { name: 'turning 65' } });
    const trigger = { ...MANUAL, kind: 'tag_added' as const, ids: [body.data.id] };
    await it.on([at('a', { kind: 'end' })], { trigger });
    const id = await it.willing();
    await tagged(id, 'other');
    expect(await it.runs()).toEqual([]);
    await tagged(id, 'turning 65');
    await tagged(id, 'other');
    await it.later(60_000);
    await it.steps();
    await tagged(id, 'turning 65');
    expect(await it.runs()).toMatchObject([{ contact_id: id, status: 'done' }]);
  });

  test('workflows that tag for one another end', async () => {
    const { body } = await it.admin.call(tags.create, { body: { name: 'loop' } });
    const tag = body.data.id;
    const trigger = { ...MANUAL, kind: 'tag_added' as const, ids: [tag] };
    const steps = [
      at('a', { kind: 'tag', tag_id: tag, action: 'remove' }),
      at('b', { kind: 'tag', tag_id: tag, action: 'add' }),
    ];
    await it.on(steps, { trigger });
    const id = await it.willing();
    await tagged(id, 'loop');
    await it.later(60_000);
    for (let more = 0; more < 3; more += 1) await it.steps();
    expect(await it.runs()).toMatchObject([{ status: 'done', revision: 2 }]);
  });
});

test('a contact whose step fails is tried again later, and holds up none of those taken with it', async () => {
  const flow = await it.on([at('a', text('One.'))]);
  for (const phone of ['+15125550142', '+15125550143', '+15125550144'])
    await it.begin(flow, await it.willing({ phone }));
  let calls = 0;
  const enqueue: typeof it.deps.jobs.enqueue = (...asked) => {
    calls += 1;
    // The first of all together, then the same one alone.
    return calls <= 2 ? Promise.reject(new Error('down')) : it.deps.jobs.enqueue(...asked);
  };
  await takeDueRuns({ ...it.deps, jobs: { ...it.deps.jobs, enqueue } });
  expect((await it.runs()).map(({ status }) => status)).toEqual(['ready', 'done', 'done']);
  await it.later(5 * 60_000);
  await it.steps();
  expect(await it.bodies()).toEqual(Array.from({ length: 3 }, () => `One. ${STOP}`));
});

describe('an e-mail', () => {
  const subject = 'Your plan, {{ first_name }}';
  const email = { kind: 'email', subject, body: 'Hello {{ first_name }}', refused: 'end' } as const;
  const STEPS = [at('a', email), at('b', { kind: 'end' })];
  const mails = () => it.sql<{ body: string }>('select recipient, subject, text_body as body from outbox_mails');
  const rosalind = { email: 'rosalind@example.com' };
  afterEach(() => it.owner.query('delete from outbox_mails; delete from office_locations'));

  test('leaves once, in their name, however many workers take it and whenever one dies', async () => {
    await addOffice(it.owner, it.world);
    await it.begin(await it.on(STEPS), await it.willing(rosalind));
    // Dies between the mail and the step that says so.
    const send: typeof it.deps.mailer.send = async (...asked) => {
      await it.deps.mailer.send(...asked);
      throw new Error('killed');
    };
    await takeDueRuns({ ...it.deps, mailer: { ...it.deps.mailer, send } });
    expect([await mails(), await it.trail()]).toEqual([[], []]);

    await it.later(5 * 60_000);
    await Promise.all([it.steps(), it.steps(), it.steps()]);
    await it.steps();

    const [mail, ...more] = await mails();
    expect([mail, more]).toMatchObject([{ recipient: rosalind.email, subject: 'Your plan, Rosalind' }, []]);
    expect(mail?.body).toMatch(/^Hello Rosalind\n[^]*100 Congress Ave, Austin[^]*Unsubscribe: http/);
    expect(await it.trail()).toEqual(['a done', 'b done']);
    const logged = await it.sql(
      `select e.address from contact_emails e join wf_steps s on s.email_id = e.id where s.step = 'a'`,
    );
    expect(logged).toEqual([{ address: rosalind.email }]);
  });

  test('is held while no office has a postal address, and says so once', async () => {
    await it.begin(await it.on(STEPS), await it.willing(rosalind));
    await it.steps();
    await it.later(3_600_000);
    await it.steps();
    expect(await it.runs()).toMatchObject([{ status: 'held', note: expect.stringContaining('postal address') }]);
    expect([await mails(), await it.trail()]).toEqual([[], ['a held']]);

    await addOffice(it.owner, it.world);
    await it.later(3_600_000);
    await it.steps();
    expect(await mails()).toHaveLength(1);
  });

  test('goes to no one who unsubscribed, and one who stopped texts alone still gets it', async () => {
    await addOffice(it.owner, it.world);
    const flow = await it.on(STEPS);
    const [gone, quiet] = [await it.willing({ email: 'gone@example.com' }), await it.willing(rosalind)];
    await it.consent(gone, 'withdrawn', 'mail');
    await it.consent(quiet, 'withdrawn', 'text');
    for (const id of [gone, quiet]) await it.begin(flow, id);
    await it.steps();

    expect(await mails()).toMatchObject([{ recipient: rosalind.email }]);
    expect(await it.runs()).toMatchObject([
      { status: 'ended', reason: 'opted_out', note: expect.stringMatching(/\w/) },
      { status: 'done' },
    ]);
  });
});

describe('branches', () => {
  test('a reply ends the wait at once and takes its branch', async () => {
    const flow = await it.on([
      at('a', { kind: 'wait_reply', count: 3, unit: 'day' }),
      at('b', { kind: 'follow_up', title: 'Call back', days: 1 }, 'a:yes'),
      at('c', text('Still there?'), 'a:no'),
    ]);
    const id = await it.willing();
    await it.begin(flow, id);
    await it.steps();
    await it.later(60_000);
    await it.receive('Yes please');
    await it.later(60_000);
    await it.steps();
    expect(await it.trail()).toEqual(['a waiting', 'a done', 'b done']);
    expect(await it.bodies()).toEqual([]);
    const [after] = await it.sql<{ follow_up_on: string | null }>(
      'select follow_up_on::text from contacts where id = $1',
      [id],
    );
    expect(after?.follow_up_on).not.toBeNull();
  });

  test('a condition is read at its minute, with the filters of the list', async () => {
    const filters = [{ field: 'state', value: 'TX' }] as const;
    const flow = await it.on([
      at('a', { kind: 'condition', filters: [...filters] }),
      at('b', text('Texas.'), 'a:yes'),
      at('c', text('Elsewhere.'), 'a:no'),
    ]);
    await it.begin(flow, await it.willing({ state: 'TX' }));
    await it.steps();
    expect(await it.bodies()).toEqual([`Texas. ${STOP}`]);
  });

  test('who opted out is sent nothing: a text ends, or is passed over, or the other branch is taken', async () => {
    const ends = await it.on([at('a', text('One.')), at('b', { kind: 'end' })]);
    const skips = await it.on([at('a', { ...text('Two.'), refused: 'skip' }), at('b', { kind: 'end' })]);
    const routes = await it.on([
      at('a', { kind: 'reachable', channel: 'text' }),
      at('b', text('Three.'), 'a:yes'),
      at('c', { kind: 'end' }, 'a:no'),
    ]);
    const id = await it.willing();
    await it.consent(id, 'withdrawn', 'text');
    for (const flow of [ends, skips, routes]) await it.begin(flow, id);
    await it.steps();
    expect(await it.bodies()).toEqual([]);
    expect(await it.runs()).toMatchObject([
      { status: 'ended', reason: 'opted_out' },
      { status: 'done', reason: '' },
      { status: 'done', reason: '' },
    ]);
  });
});

describe('one contact', () => {
  test('pause, resume, skip and stop', async () => {
    const flow = await it.on([at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))]);
    const run = await it.begin(flow, await it.willing());
    const to = (action: 'pause' | 'resume' | 'skip' | 'stop' | 'now') =>
      it.admin.call(workflowFlows.changeRun, { params: { id: run }, body: { action } });
    await to('pause');
    await it.steps();
    expect(await it.bodies()).toEqual([]);
    await to('resume');
    await it.steps();
    await to('skip');
    await it.steps();
    expect(await it.bodies()).toHaveLength(2);
    expect((await to('stop')).status).toBe(409);
    expect(await it.trail()).toEqual(['a done', 'b waiting', 'b skipped', 'c done']);
  });

  test('a deleted one leaves; all are stopped with all other sends', async () => {
    const flow = await it.on([at('a', WAIT), at('b', text('One.'))]);
    const [gone, there] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
    await it.begin(flow, gone);
    await it.begin(flow, there);
    await it.steps();
    await it.sql('update contacts set deleted_at = now() where id = $1', [gone]);
    expect((await it.admin.call(listQuietJobs, {})).body.data.waiting).toBe(2);
    await it.later(DAY);
    await takeDueRuns({ ...it.deps, jobs: { ...it.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) } });
    expect(await it.runs()).toMatchObject([{ reason: 'deleted' }, { status: 'ready', step: 'b' }]);
    expect((await it.admin.call(quietJobs, {})).body.data.stopped).toBe(1);
    expect(await it.bodies()).toEqual([]);
  });

  test('a contact who now belongs to someone whom the workflow is not for leaves at the next step', async () => {
    const flow = await it.on([at('a', WAIT), at('b', text('Later.'))]);
    await it.begin(flow, await it.willing());
    await it.steps();
    // Its author's own contacts alone, and this one is an agent's.
    await it.sql('update wf_flows set shared = false where id = $1', [flow]);
    await it.later(DAY);
    await it.steps();

    expect(await it.runs()).toMatchObject([{ status: 'ended', reason: 'transferred' }]);
    expect(await it.bodies()).toEqual([]);
  });

  test('workflows that start one another end after five', async () => {
    let next = await it.on([at('a', WAIT)]);
    for (let more = 0; more < 6; more += 1) next = await it.on([at('a', { kind: 'start_flow', flow_id: next })]);
    await it.begin(next, await it.willing());
    for (let look = 0; look < 8; look += 1) await it.steps();

    expect(await it.runs()).toHaveLength(5);
    expect((await it.trail()).at(-1)).toBe('a skipped');
  });

  test('a step changes nothing in the name of an author who is deactivated', async () => {
    const { body } = await it.admin.call(tags.create, { body: { name: 'By a workflow', color: 'red' } });
    const flow = await it.on([at('a', { kind: 'tag', tag_id: body.data.id, action: 'add' })]);
    const id = await it.willing();
    await it.begin(flow, id);
    await it.sql('update users set active = false where id = $1', [it.world.people.admin.id]);
    await it.steps();
    await it.sql('update users set active = true where id = $1', [it.world.people.admin.id]);

    expect(await it.trail()).toEqual(['a skipped']);
    expect(
      await it.sql('select from contacts where id = $1 and tag_ids @> array[$2::bigint]', [id, body.data.id]),
    ).toEqual([]);
  });

  test('a webhook step tells the endpoints that chose it, once, and is skipped where none did', async () => {
    const steps = [at('a', { kind: 'webhook', name: 'Ready to enroll' })];
    const flow = await it.on(steps);
    const [first, second] = [await it.willing(), await it.willing()];
    await it.begin(flow, first);
    await it.steps();
    expect(await it.trail()).toEqual(['a skipped']);

    await it.admin.call(webhookEndpoints.create, {
      body: { name: 'Enrollment', url: 'https://hooks.agency.test', events: ['workflow.step'] },
    });
    const run = await it.begin(flow, second);
    await it.steps();
    await it.steps();

    const sent = await it.sql<{ data: object }>(`select data from webhook_deliveries where kind = 'workflow.step'`);
    expect(sent).toEqual([
      {
        data: expect.objectContaining({
          contact_id: second,
          workflow_id: flow,
          run_id: run,
          step_id: 'a',
          name: 'Ready to enroll',
        }),
      },
    ]);
    await it.sql('delete from webhook_endpoints');
  });

  test('a dry run says each step at its time, and stores nothing', async () => {
    const { id } = await it.draft([at('a', text('One.')), at('b', WAIT), at('c', text('Two.'))]);
    const contact = await it.willing();
    const { body } = await it.admin.call(workflowFlows.tryOut, { params: { id }, body: { contact_id: contact } });
    expect(body.data.steps.map(({ step, message }) => `${step}: ${message}`)).toEqual([
      'Step 1, Send text: Would text.',
      'Step 2, Wait: The wait has begun.',
      'Step 2, Wait: The wait is over.',
      'Step 3, Send text: Would text.',
    ]);
    expect([await it.bodies(), await it.runs(), body.data.ends]).toEqual([[], [], 'The workflow ends.']);
  });
});

describe('categories, templates and whose they are', () => {
  test('categories are added, ordered and renamed; one in use is kept', async () => {
    const saved = await it.admin.call(workflowCategories.place, {
      body: { categories: [{ name: 'Welcome' }, { name: 'T65' }] },
    });
    const [welcome, t65] = saved.body.data;
    const turned = [{ id: t65?.id ?? 0, name: 'Turning 65' }, { id: welcome?.id ?? 0 }];
    const { body } = await it.admin.call(workflowCategories.place, { body: { categories: turned } });
    expect(body.data.map(({ name }) => name)).toEqual(['Turning 65', 'Welcome']);
    await it.admin.call(workflowFlows.create, { body: { name: 'One', category_id: t65?.id ?? 0 } });
    expect((await it.admin.call(workflowCategories.remove, { params: { id: t65?.id ?? 0 } })).status).toBe(409);
  });

  test('a workflow begins with the steps of a template', async () => {
    const definition = (await it.draft([at('a', WAIT)])).definition;
    const { body } = await it.admin.call(workflowTemplates.create, {
      body: { name: 'Welcome', shared: true, definition },
    });
    await it.admin.call(workflowTemplates.activate, { params: { id: body.data.id }, body: {} });
    const made = await it.agent.call(workflowFlows.create, { body: { name: 'Mine', template_id: body.data.id } });
    expect(made.body.data).toMatchObject({ definition, shared: false, editable: true, status: 'draft' });
    const theirs = await it.agent.call(workflowTemplates.update, { params: { id: body.data.id }, body: { name: 'X' } });
    expect(theirs.status).toBe(403);
  });

  test('an agent shares nothing and manages no unit; an administrator manages all', async () => {
    const shared = await it.agent.call(workflowFlows.create, { body: { name: 'Ours', shared: true } });
    expect(shared.status).toBe(422);
    expect((await it.agent.call(listManageableUnits, {})).body.data).toEqual([]);
    expect((await it.admin.call(listManageableUnits, {})).body.data.length).toBeGreaterThan(0);
  });
});

describe('what begins a workflow', () => {
  const begins = (kind: FlowTrigger['kind'], imported = false) =>
    it.on([at('a', WAIT)], { trigger: { kind, ids: [], imported, days: 90 } });
  const begun = async () => (await it.runs()).map(({ contact_id: contact }) => contact);
  const policy = (contact: number, status: string, importId: number | null = null) =>
    it.sql(
      `insert into policies (account_id, contact_id, status, import_id) select account_id, id, $2, $3 from contacts where id = $1`,
      [contact, status, importId],
    );

  test('a policy that becomes active, once a day; one of an import where that is chosen', async () => {
    await begins('policy_active');
    const [pending, active, imported] = [await it.willing(), await it.willing(), await it.willing()];
    const [file] = await it.sql<{ id: number }>(
      `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, columns, fields)
       select account_id, id, id, id, 'p.csv', 1, 'p', 'complete', '[]', '{}' from users where id = $1 returning id`,
      [it.world.people.agent.id],
    );
    await policy(pending, 'applied');
    await policy(active, 'active');
    await policy(imported, 'active', file?.id ?? null);
    expect(await begun()).toEqual([active]);

    await it.sql(`update policies set status = 'active' where contact_id = $1`, [pending]);
    await policy(active, 'active');
    expect(new Set(await begun())).toEqual(new Set([active, pending]));

    const later = await it.willing();
    await policy(later, 'applied', file?.id ?? null);
    await it.sql(`update policies set status = 'active' where contact_id = $1`, [later]);
    expect(await begun()).toContain(later);

    const [flow] = await it.sql<{ id: number }>('select id from wf_flows');
    await it.sql(`update wf_flows set live_trigger = jsonb_set(live_trigger, '{imported}', 'true') where id = $1`, [
      flow?.id,
    ]);
    await policy(imported, 'active', file?.id ?? null);
    expect(await begun()).toContain(imported);
  });

  test('a request through a public page, at once or after it was accepted, and a lead of a vendor', async () => {
    await begins('request');
    const [page, accepted, vendor] = [await it.willing(), await it.willing(), await it.willing()];
    const request = (contact: number | null) =>
      it.sql<{ id: number }>(
        `insert into webpage_leads (account_id, user_id, contact_id, key, proof, received_at, host, entered, consents, address, browser)
         select account_id, id, $2, gen_random_uuid()::text, 'proven', now(), 'page.test', '{}', '[]', '', '' from users
         where id = $1 returning id`,
        [it.world.people.agent.id, contact],
      );
    await request(page);
    const [waiting] = await request(null);
    expect(await begun()).toEqual([page]);

    await it.sql('update webpage_leads set contact_id = $2 where id = $1', [waiting?.id, accepted]);
    await it.sql(
      `with v as (insert into api_vendors (account_id, vendor_name) select account_id, 'Lead Harbor' from users where id = $1
         returning id, account_id),
       k as (insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, created_at)
         select account_id, $1, 'key', 'Leads', 'bw_', '\\x02', now() from v returning id)
       insert into vendor_leads (account_id, vendor_id, key_id, received_at, status, sent, contact_id)
       select v.account_id, v.id, k.id, now(), 'duplicate', '{}', $2 from v, k`,
      [it.world.people.agent.id, vendor],
    );
    expect(await begun()).toEqual([page, accepted, vendor]);
  });
});
