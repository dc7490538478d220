import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as compliance from '#contract/compliance.contract.ts';
import { logActivity, removeActivity } from '#contract/timeline/activities.contract.ts';
import { sendEmail } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import type { Body, CallArgs } from '#contract/endpoint.ts';
import { easternEvening } from '../_db/eastern-evening.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let peer: Client;
let admin: Client;
let stranger: Client;

beforeAll(async () => {
  office = await openOffice();
  [agent, peer, admin, stranger] = [
    await office.signIn('agent'),
    await office.signIn('peer'),
    await office.signIn('admin'),
    await office.signIn('stranger'),
  ];
});
afterAll(() => office.close());

let added = 0;
/** A contact with a unique number and address. */
const add = (more: { owner?: string; phone?: string; email?: string } = {}) => {
  added += 1;
  return office.add({
    owner: 'agent',
    email: `jane${added}@mail.test`,
    phone: `+1212555${String(added).padStart(4, '0')}`,
    state: 'NY',
    ...more,
  });
};
const record = (id: number, body: Partial<Body<typeof compliance.recordConsent>>, who = agent) =>
  who.call(compliance.recordConsent, {
    params: { id },
    body: { channel: 'any', kind: 'given', evidence: 'Said so on the phone.', ...body },
  });
const ledger = async (id: number) => (await agent.call(compliance.listConsents, { params: { id } })).body.data;
const decisions = async (id: number) => (await agent.call(compliance.readContactability, { params: { id } })).body.data;
const reasonOf = async (id: number, channel: compliance.Channel, purpose: compliance.Purpose) =>
  (await decisions(id)).find((one) => one.channel === channel && one.purpose === purpose)?.reason;
const dayFrom = (days: number) => new Date(office.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const rules = async (who = admin) => (await who.call(compliance.listComplianceRules)).body.data;

describe('the ledger of a contact', () => {
  test('keeps what was agreed with who wrote it down, and tells log and timeline', async () => {
    const id = await add();
    const { status, body } = await record(id, { channel: 'text', purpose: 'marketing', expires_on: dayFrom(30) });

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      channel: 'text',
      kind: 'given',
      purpose: 'marketing',
      evidence: 'Said so on the phone.',
      source: 'asked',
      expires_on: dayFrom(30),
      user: { name: 'Amy Agent' },
      actor: null,
      retracted: null,
    });
    expect(await ledger(id)).toEqual([body.data]);
    const { data } = (await agent.call(readTimeline, { params: { id }, query: { kind: 'changes' } })).body;
    expect(data[0]?.what).toEqual({
      of: 'action',
      action: 'consent.recorded',
      fields: [],
      changes: [],
      consent: { kind: 'given', channel: 'text', purpose: 'marketing' },
      about: '',
    });
  });

  test('takes effect immediately: a withdrawal stops, a later consent permits', async () => {
    const id = await add();
    expect(await reasonOf(id, 'text', 'automated')).toBe('no_consent');
    await record(id, { channel: 'text' });
    expect(await reasonOf(id, 'text', 'automated')).not.toBe('no_consent');
    await record(id, { kind: 'withdrawn' });
    expect((await decisions(id)).map(({ allowed }) => allowed)).toEqual(Array.from({ length: 10 }, () => false));
    await record(id, { channel: 'mail' });
    expect(await reasonOf(id, 'mail', 'marketing')).toBe('nothing_forbids');
  });

  test('counts "do not call" of the timeline until it is undone', async () => {
    const id = await add();
    const logged = await agent.call(logActivity, {
      params: { id },
      body: { type: 'do_not_call', body: 'Never again.' },
    });
    expect(await ledger(id)).toMatchObject([{ id: null, kind: 'do_not_call', evidence: 'Never again.' }]);
    expect(await reasonOf(id, 'call', 'marketing')).toBe('do_not_call');

    await agent.call(removeActivity, { params: { id, activityId: logged.body.data.id } });
    expect(await reasonOf(id, 'call', 'marketing')).not.toBe('do_not_call');
  });

  test.each([
    ['what lies in the future', { given_at: '2999-01-01T00:00:00Z' }, 'given_at'],
    ['a withdrawal that runs out', { kind: 'withdrawn', expires_on: '2999-01-01' }, 'expires_on'],
    ['consent that ran out before it was given', { expires_on: '2000-01-01' }, 'expires_on'],
    ['a do-not-call list of mail', { kind: 'do_not_call', channel: 'mail' }, 'channel'],
    ['no evidence', { evidence: ' ' }, 'evidence'],
  ] as const)('refuses %s', async (_what, body, field) => {
    const answer = await record(await add(), body);

    expect([answer.status, Object.keys((answer.body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  });

  test("doesn't exist for users who can't see the contact", async () => {
    const id = await add();

    expect((await record(id, {}, peer)).status).toBe(404);
    expect((await stranger.call(compliance.listConsents, { params: { id } })).status).toBe(404);
  });
});

describe('a slip', () => {
  const retract = (id: number, consentId: number | null, who = agent) =>
    who.call(compliance.retractConsent, { params: { id, consentId: consentId ?? 0 } });

  test('is retracted by another entry, and both stay', async () => {
    const id = await add();
    const { data } = (await record(id, { kind: 'withdrawn' })).body;
    expect((await retract(id, data.id)).status).toBe(200);

    expect(await ledger(id)).toMatchObject([{ id: data.id, retracted: { user: { name: 'Amy Agent' } } }]);
    expect(await reasonOf(id, 'mail', 'marketing')).toBe('nothing_forbids');
    const { rows } = await office.owner.query('select kind from contact_consents where contact_id = $1 order by id', [
      id,
    ]);
    expect(rows).toEqual([{ kind: 'withdrawn' }, { kind: 'retracted' }]);
    expect((await retract(id, data.id)).status).toBe(409);
  });

  test('of another user, or an older one, stays', async () => {
    const id = await add();
    const { data } = (await record(id, { kind: 'withdrawn' })).body;

    expect((await retract(id, data.id, admin)).status).toBe(403);
    expect((await retract(await add(), data.id)).status).toBe(404);
    office.advance(15 * 60_000);
    expect((await retract(id, data.id)).status).toBe(409);
    expect(await ledger(id)).toMatchObject([{ retracted: null, retractable_until: null }]);
  });
});

describe('a number that was forbidden', () => {
  const phone = '+13475550199';
  const call = async (id: number) =>
    (await decisions(id)).find((one) => one.channel === 'call' && one.purpose === 'marketing');

  test('stays when its contact is deleted and created again, for any user', async () => {
    const first = await add({ owner: 'peer', phone });
    const { data } = (await record(first, { kind: 'do_not_call', channel: 'call', evidence: 'Off.' }, admin)).body;
    await office.owner.query('update contacts set deleted_at = now() where id = $1', [first]);
    const second = await add({ phone });

    expect(await call(second)).toMatchObject({
      reason: 'do_not_call',
      evidence: { entry: { id: data.id, evidence: 'Recorded for another contact with this phone number.' } },
    });
    expect(await reasonOf(second, 'mail', 'marketing')).toBe('nothing_forbids');
    await record(second, { channel: 'call' });
    expect((await call(second))?.reason).not.toBe('do_not_call');
  });

  test('as a call of the timeline says, counts for all who have it as their second one', async () => {
    const first = await office.add({ owner: 'peer', phone_2: '+13475550188' });
    await admin.call(logActivity, { params: { id: first }, body: { type: 'do_not_call', body: 'Never again.' } });

    expect((await call(await add({ phone: '+13475550188' })))?.reason).toBe('do_not_call');
  });

  test('is permitted again after a later consent, and consent belongs to one contact', async () => {
    const first = await add({ owner: 'peer', phone: '+13475550177', email: 'Kim@mail.test' });
    const second = await add({ phone: '+13475550177', email: 'kim@mail.test' });
    await record(first, { kind: 'withdrawn' }, admin);
    expect([await reasonOf(second, 'text', 'service'), await reasonOf(second, 'mail', 'service')]).toEqual([
      'withdrawn',
      'withdrawn',
    ]);
    expect(await reasonOf(second, 'share', 'service')).toBe('no_consent');
    await record(first, { kind: 'given', channel: 'any' }, admin);

    expect([await reasonOf(second, 'mail', 'service'), await reasonOf(second, 'text', 'automated')]).toEqual([
      'nothing_forbids',
      'no_consent',
    ]);
  });
});

describe('a mail', () => {
  const send = (id: number, purpose: 'marketing' | 'service' = 'marketing') =>
    agent.call(sendEmail, { params: { id }, body: { subject: 'Plans', body: 'Side by side.', purpose } });
  const kept = async (id: number) =>
    (
      await office.owner.query(
        'select channel, purpose, allowed, reason, rule_id from contact_decisions where contact_id = $1 order by id',
        [id],
      )
    ).rows;

  test('goes out with its decision', async () => {
    const id = await add();
    expect((await send(id)).status).toBe(200);

    expect(await kept(id)).toEqual([
      { channel: 'mail', purpose: 'marketing', allowed: true, reason: 'nothing_forbids', rule_id: null },
    ]);
  });

  test('about what they have goes out to who only wants nothing sold', async () => {
    const id = await add();
    await record(id, { kind: 'withdrawn', channel: 'mail', purpose: 'marketing' });

    expect([(await send(id)).status, (await send(id, 'service')).status]).toEqual([422, 200]);
    expect(await kept(id)).toMatchObject([
      { purpose: 'marketing', allowed: false },
      { purpose: 'service', allowed: true },
    ]);
  });

  test('does not go to a contact who opted out, and the answer names the rule', async () => {
    const id = await add();
    await record(id, { kind: 'withdrawn', channel: 'mail' });
    const { status, body } = await send(id);

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error:
        'They asked not to be e-mailed for marketing. No sales e-mail to people who opted out (15 USC 7704(a)(4), 16 CFR 316).',
    });
    const rule = (await rules()).find((one) => one.rule === 'opt_out' && one.channel === 'mail');
    expect(await kept(id)).toEqual([
      { channel: 'mail', purpose: 'marketing', allowed: false, reason: 'withdrawn', rule_id: rule?.id },
    ]);
  });

  test('that was refused is refused again with the same key, until it is allowed', async () => {
    const id = await add();
    const { data } = (await record(id, { kind: 'withdrawn', channel: 'mail' })).body;
    const again = () =>
      agent.call(sendEmail, {
        params: { id },
        body: { subject: 'Plans', body: 'Side by side.', purpose: 'marketing' },
        idempotencyKey: 'the-same',
      });
    expect([(await again()).status, (await again()).status]).toEqual([422, 422]);
    await agent.call(compliance.retractConsent, { params: { id, consentId: data.id ?? 0 } });

    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    expect((await kept(id)).map(({ allowed }) => allowed)).toEqual([false, false, true]);
  });
});

describe('the dated table', () => {
  const RULE = {
    rule: 'consent',
    jurisdiction: 'US',
    channel: 'mail',
    purpose: 'marketing',
    title: 'Our own rule: mail only with consent',
    source: 'House rule 7',
  } as const;

  test('is shipped with federal and state rules, and with the dates of their change', async () => {
    const shipped = await rules();

    expect(shipped.every((rule) => rule.created_by === null && rule.source !== '')).toBe(true);
    expect(
      shipped.filter(({ rule }) => rule === 'scope_of_appointment').map(({ state, value }) => [state, value]),
    ).toEqual([
      ['past', { hours_before: 48 }],
      ['in_force', { hours_before: 0 }],
    ]);
    expect([...new Set(shipped.map(({ jurisdiction }) => jurisdiction))]).toEqual(
      expect.arrayContaining(['US', 'US-CT', 'US-FL', 'US-MD', 'US-OK', 'US-TX']),
    );
  });

  test('takes a rule of the account, which decides from its day on and nowhere else', async () => {
    const id = await add();
    const added = await admin.call(compliance.addComplianceRule, { body: { ...RULE, starts_on: dayFrom(0) } });
    expect(added.status).toBe(200);
    expect(await decisions(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          channel: 'mail',
          purpose: 'marketing',
          reason: 'no_consent',
          rule: expect.objectContaining({ id: added.body.data.id }),
        }),
      ]),
    );
    expect((await rules(stranger)).some((rule) => rule.id === added.body.data.id)).toBe(false);

    const ended = await admin.call(compliance.endComplianceRule, {
      params: { id: added.body.data.id },
      body: { ends_on: dayFrom(-1), reason: 'Counsel said so.' },
    });
    expect(ended.body.data).toMatchObject({
      state: 'past',
      ended: { reason: 'Counsel said so.', user: { name: 'Ada Admin' } },
    });
    expect(await reasonOf(id, 'mail', 'marketing')).toBe('nothing_forbids');
    const { rows } = await office.owner.query(
      `select action from audit_log where subject_type = 'compliance_rule' order by id`,
    );
    expect(rows).toEqual([{ action: 'compliance_rule.added' }, { action: 'compliance_rule.ended' }]);
  });

  test("begins on the admin's day, also in the evening, when UTC is a day ahead", async () => {
    const { day, untilEvening } = easternEvening(office.deps.now());
    office.advance(untilEvening);
    const late = await office.signIn('admin');
    const added = await late.call(compliance.addComplianceRule, { body: { ...RULE, starts_on: day } });
    office.advance(-untilEvening);

    expect(added).toMatchObject({ status: 200, body: { data: { state: 'in_force' } } });
  });

  test('takes a rule on sharing for every purpose, and one on retention as it is', async () => {
    const sent = { ...RULE, channel: 'call', starts_on: dayFrom(0) } as const;
    const reachOf = async (body: CallArgs<typeof compliance.addComplianceRule>['body']) => {
      const { channel, purpose } = (await admin.call(compliance.addComplianceRule, { body })).body.data;
      return [channel, purpose];
    };

    expect(await reachOf({ ...sent, rule: 'data_sharing' })).toEqual(['share', null]);
    expect(await reachOf({ ...sent, rule: 'retention', value: { years: 6 } })).toEqual(['call', 'marketing']);
  });

  test('takes a rule on recording, which is of calls, and says how', async () => {
    const body = { ...RULE, rule: 'recording', channel: 'text', starts_on: dayFrom(0) } as const;
    const made = await admin.call(compliance.addComplianceRule, { body: { ...body, value: { mode: 'consented' } } });
    expect(made.body.data).toMatchObject({ rule: 'recording', channel: 'call', value: { mode: 'consented' } });

    const silent = await admin.call(compliance.addComplianceRule, { body });
    expect(silent).toMatchObject({ status: 422, body: { errors: { 'value.mode': ['Choose a recording mode.'] } } });
  });

  test('lets an account end a shipped rule for itself alone', async () => {
    const shared = (await rules()).find(({ rule }) => rule === 'data_sharing');
    const end = () =>
      admin.call(compliance.endComplianceRule, {
        params: { id: shared?.id ?? 0 },
        body: { ends_on: dayFrom(1), reason: 'One company by now.' },
      });

    expect((await end()).body.data).toMatchObject({ state: 'in_force', ends_on: dayFrom(1) });
    expect((await end()).status).toBe(409);
    expect((await rules(stranger)).find(({ id }) => id === shared?.id)).toMatchObject({ ends_on: null, ended: null });
  });

  test.each([
    ['a start in the past', { starts_on: '2020-01-01' }, 'starts_on'],
    ['an end before the start', { ends_on: '2020-01-01' }, 'ends_on'],
    ['hours without hours', { rule: 'hours' }, 'value.from'],
    ['hours that close before they open', { rule: 'hours', value: { from: '20:00', to: '08:00' } }, 'value.to'],
    ['a state that is none', { jurisdiction: 'US-XX' }, 'jurisdiction'],
    ['an address that is no page', { source_url: 'javascript:alert(1)' }, 'source_url'],
  ] as const)('refuses %s', async (_what, more, field) => {
    const body = { ...RULE, starts_on: dayFrom(0), ...more };
    const answer = await admin.call(compliance.addComplianceRule, { body });

    expect([answer.status, Object.keys((answer.body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  });

  test('is the matter of administrators, and its past stays', async () => {
    const [past] = (await rules()).filter(({ state, rule }) => state === 'past' && rule === 'scope_of_appointment');
    const end = (ends_on: string, id = past?.id ?? 0) =>
      admin.call(compliance.endComplianceRule, { params: { id }, body: { ends_on, reason: 'No reason.' } });

    expect((await agent.call(compliance.listComplianceRules)).status).toBe(403);
    expect((await end(dayFrom(0))).status).toBe(409);
    expect((await end(dayFrom(-2), (await rules()).find(({ rule }) => rule === 'retention')?.id)).status).toBe(422);
    expect((await end(dayFrom(0), 999_999)).status).toBe(404);
  });
});
