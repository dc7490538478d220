import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FlowTrigger } from '#contract/workflows/definition.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { startDatedFlows } from '../../server/features/workflows/workflows.jobs.ts';
import { createCallLedger } from '../../server/features/phone/calls/call-ledger.ts';
import { OURS, ROSALIND } from '../messages/text-desk.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { soaDesk } from '../soa/soa-desk.ts';
import { at, type FlowDesk, openFlowDesk, STOP, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;
const END = [at('a', { kind: 'end' })];
const HOUR = 3_600_000;
const on = (kind: FlowTrigger['kind'], steps = [at('a', WAIT)]) =>
  it.on(steps, { trigger: { ...EMPTY_DEFINITION.trigger, kind } });
const begun = async () => (await it.runs()).map(({ contact_id: contact }) => contact);

describe('a text from a contact', () => {
  test('starts a workflow once a day; the same text again, and one from a stranger, start none', async () => {
    await on('reply', END);
    const id = await it.willing();
    await it.willing({ phone: '+15125550143' });
    for (let times = 0; times < 2; times += 1) await it.receive('Call me', { sid: 'IN-same' });
    await it.later(60_000);
    await it.steps();
    await it.receive('Are you there?');
    await it.receive('Hello', { from: '+15125550199' });
    expect(await it.runs()).toMatchObject([{ contact_id: id, status: 'done' }]);
  });

  test('that opts out starts none, and ends the one that they are in at its next text', async () => {
    await on('reply');
    const flow = await it.on([at('a', WAIT), at('b', text('Later.'))]);
    await it.begin(flow, await it.willing());
    await it.steps();
    await it.receive('STOP');
    await it.later(DAY);
    await it.steps();
    expect(await it.runs()).toMatchObject([
      { status: 'ended', reason: 'opted_out', note: expect.stringMatching(/\w/) },
    ]);
    expect((await it.bodies()).filter((body) => body.endsWith(STOP))).toEqual([]);
  });

  test('that opts out is no reply: it ends no wait for one, and reaches no goal', async () => {
    const steps = [
      at('a', { kind: 'wait_reply', count: 3, unit: 'day' }),
      at('b', { kind: 'follow_up', title: 'Call back', days: 1 }, 'a:yes'),
    ];
    const id = await it.willing();
    await it.begin(await it.on(steps), id);
    await it.begin(await it.on(steps, { goal: { kind: 'reply', ids: [] } }), id);
    await it.steps();
    await it.later(HOUR);
    await it.receive('Stop.');
    await it.steps();
    expect(await it.runs()).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]);
    await it.later(3 * DAY);
    await it.steps();
    expect(await it.runs()).toMatchObject([
      { status: 'done', reason: '' },
      { status: 'done', reason: '' },
    ]);
    expect(await it.sql('select from contacts where follow_up_on is not null')).toEqual([]);
  });
});

test('a call that no one answers starts a workflow once, and one that is answered starts none', async () => {
  await on('missed_call');
  const ledger = createCallLedger(it.deps);
  const call = async (sid: string, from: string) => {
    const route = await ledger.receive({ sid, from, to: OURS.agent });
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await ledger.note(route.callId, { key: 'ringing', at: it.deps.now(), kind: 'ringing' });
    return route.callId;
  };
  const end = (id: number, key: string, outcome: 'no_answer' | 'completed') =>
    ledger.note(id, { key, at: it.deps.now(), kind: 'ended', outcome, by: 'other', reason: '', seconds: null });
  const missed = await it.willing();
  await it.willing({ phone: '+15125550143' });

  const first = await call('CA1', ROSALIND);
  expect(await it.runs()).toEqual([]);
  for (const key of ['first', 'again']) await end(first, key, 'no_answer');
  await end(await call('CA2', ROSALIND), 'ended', 'no_answer');
  await end(await call('CA3', '+15125550143'), 'ended', 'completed');
  expect(await begun()).toEqual([missed]);
});

test('a scope of appointment starts a workflow when it is completed, and not when it is signed', async () => {
  await on('soa_completed');
  const soa = soaDesk(it, it.agent);
  const meeting = new Date(it.deps.now().getTime() + 5 * HOUR).toISOString();
  const [signed, completed] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  for (const contact of [signed, completed]) {
    const { id, token } = await soa.sent({ contact_id: contact, appointment_at: meeting });
    expect((await soa.submit(token)).body.data.state).toBe('signed');
    if (contact === signed) continue;
    expect(await it.runs()).toEqual([]);
    const answers = [await soa.complete(id), await soa.complete(id)];
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  }
  expect(await begun()).toEqual([completed]);
});

describe('a day of a contact', () => {
  const CHICAGO = { state: 'TX', city: 'Austin', zip_code: '78701' };
  /** Its clocks never change. */
  const PHOENIX = { state: 'AZ', city: 'Phoenix', zip_code: '85001', phone: '+16025550143' };
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  /** Ten in the morning there. Hours between a place and UTC are whole in both. */
  const tenAt = (zone: string, day: string): number => {
    const noon = Date.parse(`${day}T12:00:00Z`);
    const hour = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(noon);
    return noon + (10 - Number(hour)) * HOUR;
  };
  /** The next day on whose night clocks change in Chicago. */
  const changeDay = (): string => {
    let at = it.deps.now().getTime() + 2 * DAY;
    const tenOf = (ms: number) => tenAt('America/Chicago', dayOf(ms)) % DAY;
    while (tenOf(at) === tenOf(at - DAY)) at += DAY;
    return dayOf(at);
  };
  const to = (at: number) => it.later(at - it.deps.now().getTime());
  const look = async () => {
    await Promise.all([startDatedFlows(it.deps), startDatedFlows(it.deps)]);
    // They are through before the next look.
    await it.steps();
  };

  test('a birthday starts it at ten where they live, on the day that clocks change, once a year', async () => {
    const day = changeDay();
    const dob = `1958${day.slice(4)}`;
    const [austin, phoenix] = [await it.willing({ ...CHICAGO, dob }), await it.willing({ ...PHOENIX, dob })];
    await it.willing({ ...CHICAGO, dob: `1958${dayOf(Date.parse(day) + 9 * DAY).slice(4)}`, phone: '+15125550144' });
    await on('birthday', END);
    const [central, mountain] = [tenAt('America/Chicago', day), tenAt('America/Phoenix', day)];
    for (const [instant, due] of [
      [central - 60_000, []],
      [central, [austin]],
      [mountain - 60_000, [austin]],
      [mountain, [austin, phoenix]],
      [mountain + DAY, [austin, phoenix]],
    ] as const) {
      await to(instant);
      await look();
      expect(await begun()).toEqual(due);
    }
    await to(tenAt('America/Chicago', `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`));
    await it.steps();
    const years = (await it.runs()).filter(({ contact_id: id }) => id === austin);
    expect(years).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });

  test('an anniversary of two policies starts it once, and one that expires does 30 days before', async () => {
    const day = changeDay();
    const anniversaries = await on('policy_anniversary', END);
    const endings = await on('policy_expiring', END);
    const insert = (contact: number, status: string, effective: string, expires: string) =>
      it.sql(
        `insert into policies (account_id, contact_id, status, effective_on, expires_on)
         select account_id, id, $2, $3, $4 from contacts where id = $1`,
        [contact, status, effective, expires],
      );
    const [two, ending, lapsed] = [
      await it.willing(CHICAGO),
      await it.willing({ ...CHICAGO, phone: '+15125550143' }),
      await it.willing({ ...CHICAGO, phone: '+15125550144' }),
    ];
    const [began, far, ends] = [`2021${day.slice(4)}`, '2090-01-01', dayOf(Date.parse(day) + 30 * DAY)];
    for (let policy = 0; policy < 2; policy += 1) await insert(two, 'active', began, far);
    await insert(ending, 'active', `2021${dayOf(Date.parse(day) + 100 * DAY).slice(4)}`, ends);
    await insert(lapsed, 'terminated', began, ends);
    for (const instant of [-60_000, 0, HOUR]) {
      await to(tenAt('America/Chicago', day) + instant);
      await look();
      const runs = await it.sql('select flow_id, contact_id from wf_runs order by flow_id, id');
      const both = [
        { flow_id: anniversaries, contact_id: two },
        { flow_id: endings, contact_id: ending },
      ];
      expect(runs).toEqual(instant < 0 ? [] : both);
    }
  });
});
