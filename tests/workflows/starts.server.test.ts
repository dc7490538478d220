import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FlowTrigger } from '#contract/workflows/definition.contract.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import { createCallLedger } from '../../server/features/phone/calls/call-ledger.ts';
import { OURS, ROSALIND } from '../messages/text-desk.ts';
import { DAY } from '../sequences/sequence-desk.ts';
import { at, type FlowDesk, openFlowDesk, STOP, text } from './flow-desk.ts';

let it: FlowDesk;
beforeAll(async () => {
  it = await openFlowDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const WAIT = { kind: 'wait', count: 1, unit: 'day' } as const;
const HOUR = 3_600_000;
const on = (kind: FlowTrigger['kind'], steps = [at('a', WAIT)]) =>
  it.on(steps, { trigger: { ...EMPTY_DEFINITION.trigger, kind } });
const begun = async () => (await it.runs()).map(({ contact_id: contact }) => contact);

describe('a text from a contact', () => {
  test('starts a workflow once a day; the same text again, and one from a stranger, start none', async () => {
    await on('reply', [at('a', { kind: 'end' })]);
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
