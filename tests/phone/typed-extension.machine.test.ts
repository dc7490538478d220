import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { callViewOf } from '../../src/machines/phone/call.machine.ts';
import { EXTENSION_MS } from '../../src/machines/phone/call-setup.ts';
import { phoneWorld, settle } from './phone-world.ts';
import { call, ear, minutes } from './phone-fixtures.ts';

test('a typed extension is dialed instead of that of the contact, and the number without it', async () => {
  const world = phoneWorld({ startCall: async () => call({ extension: '9' }) });
  const [line, device] = [ear(), ear()];
  const known = {
    direction: 'outbound',
    contactId: null,
    purpose: null,
    isReady: true,
    minutes: minutes(),
    saysFirst: false,
  } as const;
  const actor = createActor(world.machines.call, {
    clock: world.clock,
    input: { line: line.actor, device: device.actor, now: world.now, key: 'c1', ...known, number: '5125550142x45' },
  }).start();
  await settle();
  actor.send({ type: 'voice.accepted', key: 'c1', sid: `CA${'0'.repeat(32)}` });
  world.clock.increment(EXTENSION_MS);

  expect(world.wishes).toMatchObject([{ number: '5125550142' }]);
  expect(device.heard).toEqual([
    { type: 'device.ask', ask: { type: 'voice.dial', key: 'c1', params: { To: '5125550142', CallId: '31' } } },
    { type: 'device.ask', ask: { type: 'voice.sendDigits', key: 'c1', digits: '45' } },
  ]);
  expect(callViewOf(actor.getSnapshot())).toMatchObject({ extension: { digits: '45', isDialed: true } });
});
