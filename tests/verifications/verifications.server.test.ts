import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readContactability } from '#contract/compliance.contract.ts';
import {
  cancelVerificationRun,
  listPhoneVerifications,
  listVerificationRuns,
  pauseVerificationRun,
  purchaseMobileValidation,
  readVerificationRun,
  resumeVerificationRun,
  validateMobileBulk,
  validateMobileSingle,
  verifyGroup,
} from '#contract/verifications.contract.ts';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { readLiveOverview } from '#contract/live.contract.ts';
import { LookupPostponed, LookupRefused } from '../../server/adapters/numbers/line-lookup.ts';
import { LOST_MS } from '../../server/features/verifications/run-verification.ts';
import { openVerifyDesk, type VerifyDesk } from './verify-desk.ts';

const MOBILE = '+15125550142';
const LANDLINE = '+15125550147';
const VOIP = '+15125550144';
const INVALID = '+15125550100';
const UNREACHABLE = '+15125550199';

let it: VerifyDesk;
beforeAll(async () => {
  it = await openVerifyDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const verify = (body: { contact_id?: number; phone_number?: string }) => it.agent.call(validateMobileSingle, { body });
const postponed = () => Promise.reject(new LookupPostponed('away'));

describe('one number', () => {
  test.each([
    [MOBILE, 'mobile'],
    [LANDLINE, 'landline'],
    [VOIP, 'voip'],
    [INVALID, 'invalid'],
    [UNREACHABLE, 'unreachable'],
    ['+18005550142', 'toll_free'],
    ['+15122340142', 'unknown'],
  ])('%s is %s', async (phone_number, line_type) => {
    const { status, body } = await verify({ phone_number });
    expect([status, body.data]).toMatchObject([
      200,
      { number: phone_number, line_type, status: 'done', source: 'embedded', charge_cents: 1, contact: null },
    ]);
  });

  test('of a contact names the contact', async () => {
    const [id = 0] = await it.people(MOBILE);
    expect((await verify({ contact_id: id })).body.data).toMatchObject({ contact: { id, name: 'Rosalind Okafor' } });
  });

  test('that is none, and a contact without one, are refused', async () => {
    expect((await verify({ phone_number: 'call me' })).status).toBe(422);
    const [id = 0] = await it.people(null);
    expect((await verify({ contact_id: id })).status).toBe(409);
    expect(it.source.asked).toEqual([]);
  });

  test('that the source refuses costs nothing and says why; a source that is away keeps nothing', async () => {
    it.source.next.push(() => Promise.reject(new LookupRefused('Twilio can’t read this number.')));
    expect((await verify({ phone_number: MOBILE })).body.data).toMatchObject({
      status: 'failed',
      charge_cents: null,
      reason: 'Twilio can’t read this number.',
    });
    it.source.next.push(postponed);
    expect((await verify({ phone_number: MOBILE })).status).toBe(503);
    expect(await it.sql('select from phone_verifications')).toHaveLength(1);
  });
});

test('where there is no source, nothing is looked up and the reason is given', async () => {
  const ids = await it.people(MOBILE);
  it.source.isOpen = false;
  const refused = [
    await verify({ phone_number: MOBILE }),
    await it.agent.call(validateMobileBulk, { body: { selection: { ids } } }),
    await it.agent.call(verifyGroup, { body: { selection: { ids } } }),
  ];
  it.source.isOpen = true;
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect(JSON.stringify(refused[0]?.body)).toContain('Number look-ups need Twilio');
});

describe('a landline', () => {
  const textOf = async (id: number) =>
    (await it.agent.call(readContactability, { params: { id } })).body.data.find(
      ({ channel, purpose }) => channel === 'text' && purpose === 'service',
    );

  test('may not be texted, by the evidence of the look-up, and may be called', async () => {
    const [id = 0] = await it.people(LANDLINE);
    expect(await textOf(id)).toMatchObject({ allowed: true });
    await verify({ contact_id: id });
    expect(await textOf(id)).toMatchObject({
      allowed: false,
      reason: 'landline',
      next_at: null,
      evidence: { line: { line_type: 'landline', source: 'embedded' } },
    });
    const sent = await it.send({ contact_id: id, purpose: 'service' });
    expect([sent.status, (sent.body as unknown as { error: string }).error]).toEqual([
      422,
      expect.stringMatching(/^The number is a landline, which takes no texts, as looked up on /),
    ]);
    const call = (await it.agent.call(readContactability, { params: { id } })).body.data;
    expect(call.find(({ channel }) => channel === 'call')?.reason).not.toBe('landline');
  });

  test('is believed of whoever has the number, until a later look-up says otherwise', async () => {
    const [id = 0] = await it.people(LANDLINE);
    await it.peer.call(validateMobileSingle, { body: { phone_number: LANDLINE } });
    expect(await textOf(id)).toMatchObject({ reason: 'landline' });
    await it.later(60_000);
    it.source.next.push(() => Promise.resolve({ lineType: 'mobile', carrier: 'Verizon' }));
    await verify({ contact_id: id });
    expect(await textOf(id)).toMatchObject({ allowed: true, evidence: { line: { line_type: 'mobile' } } });
  });

  test('stops a text that already waits', async () => {
    const [id = 0] = await it.people(LANDLINE);
    const sent = await it.send({ contact_id: id, purpose: 'service' });
    await verify({ contact_id: id });
    await it.work();
    expect(await it.text(sent.body.data.id)).toMatchObject({
      status: 'canceled',
      reason: expect.stringContaining('landline'),
    });
    expect(it.line.taken).toHaveLength(0);
  });
});

describe('many numbers', () => {
  test('are counted and priced before, each once, without those known lately', async () => {
    const ids = await it.people(MOBILE, MOBILE, LANDLINE, VOIP, null);
    await verify({ phone_number: VOIP });
    const { body } = await it.agent.call(validateMobileBulk, { body: { selection: { ids } } });
    expect(body.data).toMatchObject({
      contacts: 5,
      without_number: 1,
      already_known: 1,
      numbers: 2,
      price_cents: 1,
      amount_cents: 2,
    });
    await it.later(91 * 24 * 3_600_000);
    const later = await it.agent.call(validateMobileBulk, { body: { selection: { ids } } });
    expect(later.body.data).toMatchObject({ already_known: 0, numbers: 3 });
  });

  test('are both numbers of a contact', async () => {
    const id = await it.contact({ phone: null, phone_2: MOBILE });
    const other = await it.contact({ phone: LANDLINE, phone_2: VOIP });
    const { body } = await it.agent.call(validateMobileBulk, { body: { selection: { ids: [id, other] } } });
    expect(body.data).toMatchObject({ contacts: 2, without_number: 0, numbers: 3 });
    const run = await it.buy({ ids: [id, other] });
    await it.run(run.id);
    expect((await it.rows(run.id)).map(({ number }) => number)).toEqual([MOBILE, LANDLINE, VOIP]);
  });

  test('are looked up once each, and the run says what they are and what they cost', async () => {
    const ids = await it.people(MOBILE, MOBILE, LANDLINE, INVALID);
    const run = await it.buy({ ids });
    expect(run).toMatchObject({ status: 'queued', total: 3, done: 0 });
    await it.run(run.id);
    expect(await it.read(run.id)).toMatchObject({
      status: 'complete',
      done: 3,
      failed: 0,
      charged_cents: 3,
      by_type: expect.arrayContaining([
        { line_type: 'mobile', numbers: 1 },
        { line_type: 'landline', numbers: 1 },
        { line_type: 'invalid', numbers: 1 },
      ]),
    });
    expect(it.source.asked.toSorted()).toEqual([INVALID, MOBILE, LANDLINE].toSorted());
    await it.run(run.id);
    expect(it.source.asked).toHaveLength(3);
  });

  test('more than agreed to start nothing, and so does a selection without new ones', async () => {
    const ids = await it.people(MOBILE, LANDLINE);
    const asked = { selection: { ids }, amount_cents: 1 };
    expect((await it.agent.call(purchaseMobileValidation, { body: asked })).status).toBe(409);
    expect(await it.sql('select from verification_runs')).toHaveLength(0);
    const group = await it.agent.call(verifyGroup, { body: { selection: { ids } } });
    expect(group.body.data).toMatchObject({ total: 2 });
    await it.run(group.body.data.id);
    expect((await it.agent.call(verifyGroup, { body: { selection: { ids } } })).status).toBe(409);
  });

  test('only of contacts that are theirs to see', async () => {
    const foreign = await it.contact({ phone: MOBILE }, 'peer');
    const asked = await it.agent.call(validateMobileBulk, { body: { selection: { ids: [foreign] } } });
    expect(asked.body.data).toMatchObject({ contacts: 0, numbers: 0 });
    expect((await it.agent.call(verifyGroup, { body: { selection: { ids: [foreign] } } })).status).toBe(409);
  });

  test('a number that fails leaves the others, and is not charged', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE, LANDLINE) });
    it.source.next.push(() => Promise.reject(new LookupRefused('No.')));
    await it.run(run.id);
    expect(await it.read(run.id)).toMatchObject({ status: 'complete', done: 2, failed: 1, charged_cents: 1 });
  });

  test('a source that is away: the answers so far stay, and the next worker continues', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE, LANDLINE, VOIP) });
    it.source.next.push(() => Promise.resolve({ lineType: 'mobile', carrier: '' }), postponed, postponed);
    await expect(it.run(run.id)).rejects.toThrow(LookupPostponed);
    expect(await it.read(run.id)).toMatchObject({
      status: 'working',
      done: 1,
      failure: expect.stringContaining('isn’t answering'),
    });
    await it.run(run.id);
    expect(await it.read(run.id)).toMatchObject({ status: 'complete', done: 3, charged_cents: 3, failure: null });
  });

  test('what a worker that died had begun is looked up again, charged once, and its late answer is dropped', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE) });
    type Found = { lineType: 'landline' | 'mobile'; carrier: string };
    const answers: ((found: Found) => void)[] = [];
    const held = () => new Promise<Found>((resolve) => answers.push(resolve));
    it.source.next.push(held, held);
    const dead = it.run(run.id);
    await expect.poll(() => answers.length).toBe(1);
    // Too early: the first worker may still answer.
    await it.run(run.id);
    expect(answers).toHaveLength(1);
    await it.later(LOST_MS + 1_000);
    const second = it.run(run.id);
    await expect.poll(() => answers.length).toBe(2);
    answers[0]?.({ lineType: 'landline', carrier: '' });
    await dead;
    expect(await it.rows(run.id)).toMatchObject([{ status: 'looking', line_type: null }]);
    answers[1]?.({ lineType: 'mobile', carrier: '' });
    await second;
    expect(await it.rows(run.id)).toEqual([{ number: MOBILE, status: 'done', line_type: 'mobile', charge_cents: 1 }]);
    expect(await it.read(run.id)).toMatchObject({ status: 'complete', done: 1, charged_cents: 1 });
  });
});

describe('a run', () => {
  const command = (endpoint: typeof pauseVerificationRun, id: number, by = it.agent) =>
    by.call(endpoint, { params: { id } });

  test('pauses between two chunks, resumes, and ends', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE, LANDLINE) });
    expect((await command(pauseVerificationRun, run.id)).body.data).toMatchObject({ status: 'paused' });
    await it.run(run.id);
    expect(it.source.asked).toEqual([]);
    expect((await command(resumeVerificationRun as never, run.id)).body.data).toMatchObject({ status: 'queued' });
    await it.run(run.id);
    expect(await it.read(run.id)).toMatchObject({ status: 'complete', done: 2 });
    expect((await command(pauseVerificationRun, run.id)).status).toBe(409);
  });

  test('that is canceled keeps its answers, and looks up no more', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE, LANDLINE) });
    it.source.next.push(() => Promise.resolve({ lineType: 'mobile', carrier: '' }), postponed);
    await expect(it.run(run.id)).rejects.toThrow(LookupPostponed);
    await command(cancelVerificationRun as never, run.id);
    await it.run(run.id);
    expect(await it.read(run.id)).toMatchObject({ status: 'cancelled', done: 1, charged_cents: 1 });
    expect((await it.rows(run.id)).map(({ status }) => status).toSorted()).toEqual(['canceled', 'done']);
    expect((await command(resumeVerificationRun as never, run.id)).status).toBe(409);
  });

  test('is told to its owner, step by step', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE) });
    await it.run(run.id);
    const told = await it.sql<{ body: { type: string; run: { status: string } } }>(
      'select body from events where stream = $1 order by id',
      [`verification:${run.id}`],
    );
    expect(told.map(({ body }) => [body.type, body.run.status])).toEqual([
      ['verification.changed', 'queued'],
      ['verification.changed', 'working'],
      ['verification.progressed', 'working'],
      ['verification.changed', 'complete'],
    ]);
  });

  test('ends when who asked for it may no longer', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE) });
    await it.sql('update users set active = false where id = $1', [it.world.people.agent.id]);
    await it.run(run.id);
    await it.sql('update users set active = true where id = $1', [it.world.people.agent.id]);
    expect(await it.read(run.id)).toMatchObject({ status: 'failed', failure: expect.stringContaining('permission') });
    expect(it.source.asked).toEqual([]);
  });

  test('is seen by who is above, not by peers', async () => {
    const run = await it.buy({ ids: await it.people(MOBILE) });
    const asked = { params: { id: run.id } };
    expect((await it.manager.call(readVerificationRun, asked)).status).toBe(200);
    expect((await it.peer.call(readVerificationRun, asked)).status).toBe(404);
    expect((await it.peer.call(cancelVerificationRun, asked)).status).toBe(404);
    expect((await it.agent.call(listVerificationRuns, { query: { running: 'true' } })).body.data).toHaveLength(1);
    expect((await it.manager.call(listVerificationRuns, { query: {} })).body.data).toEqual([]);
  });
});

test('the list is searched by number, name and carrier, ordered, and paged', async () => {
  await it.contact({ phone: MOBILE, first_name: 'Ana', last_name: 'Zhou' });
  await it.contact({ phone: LANDLINE, first_name: 'Bea', last_name: 'Young' });
  const run = await it.buy({ contacts_scope: {} });
  await it.run(run.id);
  const list = async (query: object, by = it.agent) => (await by.call(listPhoneVerifications, { query })).body;
  const numbers = async (query: object) => (await list(query)).data.map(({ number }) => number);
  expect(await numbers({ q: '0147' })).toEqual([LANDLINE]);
  expect(await numbers({ q: 'zhou' })).toEqual([MOBILE]);
  expect(await numbers({ q: 'simulated', order_field: 'number', order: 'asc' })).toEqual([MOBILE, LANDLINE]);
  expect(await numbers({ q: '100%' })).toEqual([]);
  expect(await list({ order_field: 'number', order: 'desc', limit: 1, page: 2 })).toMatchObject({
    data: [{ number: MOBILE, contact: { name: 'Ana Zhou' } }],
    meta: { total_count: 2, total_pages: 2 },
  });
  expect(await numbers({ run_id: run.id })).toHaveLength(2);
  expect((await list({}, it.peer)).data).toEqual([]);
  expect((await list({}, it.manager)).data).toHaveLength(2);
});

test('a manager sees the runs of their downline on the live page, hears of them there, and pauses and cancels them', async () => {
  await it.people(MOBILE, VOIP);
  const { id } = await it.buy({ contacts_scope: ContactsScope.parse({}) });
  const below = async () => (await it.manager.call(readLiveOverview)).body.data.verifications;
  expect(await below()).toMatchObject([{ id, status: 'queued', user: { name: 'Amy Agent' } }]);

  const paused = await it.manager.call(pauseVerificationRun, { params: { id } });
  expect([paused.status, (await below()).map(({ status }) => status)]).toEqual([200, ['paused']]);
  const { rows } = await it.owner.query<{ type: string; status: string }>(
    `select body ->> 'type' as type, body -> 'run' ->> 'status' as status from events where stream = $1 order by id`,
    [`live:${it.world.people.manager.id}`],
  );
  expect(rows.at(-1)).toEqual({ type: 'verification.changed', status: 'paused' });
  await it.manager.call(cancelVerificationRun, { params: { id } });
  expect(await below()).toEqual([]);
});
