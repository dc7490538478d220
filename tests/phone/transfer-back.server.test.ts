import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchCallLogs } from '#contract/phone.contract.ts';
import type { Call } from '#contract/phone/call.contract.ts';
import type { Client } from '../_api/app.ts';
import { type CallDesk, COMPLETED, NUMBERS, openCallDesk } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

/** Amy talks with Pia, and passes her on to the manager, who declines. */
async function declined() {
  const { call, route } = await it.dial(NUMBERS.peer);
  const there = route.kind === 'agents' ? route.callId : 0;
  await it.note(there, { kind: 'answered', agent: it.agentOf('peer') });
  await it.note(call.id, { kind: 'answered', agent: null });
  const next = await passOn(call.id, NUMBERS.manager);
  const decline = () => it.note(next, { kind: 'ended', outcome: 'rejected', by: 'agent', reason: '', seconds: null });
  const back = () => it.note(call.id, { kind: 'returned', outcome: 'rejected' });
  return { mine: call.id, there, decline, back };
}

async function passOn(id: number, to: string): Promise<number> {
  const next = await it.ledger.routeTransfer(id, to, 'g1');
  await it.note(id, { kind: 'transferred', to });
  return next.kind === 'agents' ? next.callId : 0;
}

const read = async (client: Client, id: number): Promise<{ call: Call; story: string[] }> => {
  const { call, log } = (await client.call(fetchCallLogs, { body: { call_id: id } })).body.data;
  return { call, story: log.map(({ text }) => text) };
};

describe('a transfer that nobody takes, while the agent waits', () => {
  test.each(['in order', 'the other way around'])('is back with the agent: %s', async (order) => {
    const { mine, there, decline, back } = await declined();
    for (const step of order === 'in order' ? [decline, back] : [back, decline]) await step();
    const [amy, pia] = [await read(it.agent, mine), await read(it.peer, there)];
    expect([amy.call, pia.call]).toMatchObject([
      {
        status: 'active',
        other_number: NUMBERS.peer,
        passed_on: { by: 'agent', to: NUMBERS.manager, name: 'Max Manager', outcome: 'rejected', returned: true },
      },
      { status: 'active', other_number: NUMBERS.agent, inside: { name: 'Amy Agent' }, passed_on: null },
    ]);
    expect(amy.story).toEqual(expect.arrayContaining(['Max Manager declined.', 'The call went back to Amy Agent.']));
    expect(pia.story).toContain('The call went back to Amy Agent.');
    expect((await it.told('agent')).at(-1)).toMatchObject({
      type: 'call.changed',
      call: { id: mine, passed_on: { returned: true, outcome: 'rejected' } },
    });
  });

  test('may be passed on again, and says so on both sides', async () => {
    const { mine, there, decline, back } = await declined();
    await decline();
    await back();
    it.advance(1);
    const next = await passOn(mine, NUMBERS.manager);
    expect((await read(it.agent, mine)).call.passed_on).toMatchObject({ outcome: null, returned: false });
    expect((await read(it.peer, there)).call).toMatchObject({ other_number: NUMBERS.manager });
    await it.note(next, { kind: 'answered', agent: it.agentOf('manager') });
    await it.note(mine, COMPLETED);
    expect((await read(it.agent, mine)).call).toMatchObject({
      status: 'ended',
      passed_on: { outcome: 'completed', returned: false },
    });
  });

  test('after one that was taken, is back with the one who took it', async () => {
    const { mine, there, decline, back } = await declined();
    await decline();
    await back();
    it.advance(1);
    const max = await passOn(mine, NUMBERS.manager);
    await it.note(max, { kind: 'answered', agent: it.agentOf('manager') });
    await it.note(mine, COMPLETED);
    it.advance(1);
    const next = await passOn(max, NUMBERS.group);
    expect((await read(it.peer, there)).call).toMatchObject({ other_number: NUMBERS.group });

    it.advance(1);
    await it.note(next, { kind: 'ended', outcome: 'rejected', by: 'agent', reason: '', seconds: null });
    await it.note(max, { kind: 'returned', outcome: 'rejected' });

    expect((await read(it.peer, there)).call).toMatchObject({
      status: 'active',
      other_number: NUMBERS.manager,
      inside: { name: 'Max Manager' },
    });
    expect((await read(it.manager, max)).call).toMatchObject({
      status: 'active',
      other_number: NUMBERS.peer,
      passed_on: { by: 'agent', to: NUMBERS.group, outcome: 'rejected', returned: true },
    });
  });
});
