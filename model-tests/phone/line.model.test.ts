import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { callMachine } from '../../src/machines/phone/call.machine.ts';
import { deviceMachine } from '../../src/machines/phone/device.machine.ts';
import { lineMachine, lineViewOf } from '../../src/machines/phone/line.machine.ts';
import { call, matched, minutes, SID } from '../../tests/phone/phone-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

/** A line whose device never starts: outgoing calls end immediately, incoming ones can be answered. */
const machine = ({ hold }: HeldPorts) =>
  lineMachine.provide({
    actors: {
      device: deviceMachine.provide({ actors: { fetchToken: hold('fetchToken') } }),
      call: callMachine.provide({ actors: { changeCall: hold('changeCall'), findContacts: hold('findContacts') } }),
      readActiveCalls: hold('readActiveCalls'),
      broadcasts: hold('broadcasts'),
    },
  });

type Snapshot = Parameters<typeof lineViewOf>[0];
const callsOf = (snapshot: AnyMachineSnapshot) => (snapshot as Snapshot).context.calls;
const stageOf = (snapshot: AnyMachineSnapshot, key: string): string => {
  const value = callsOf(snapshot)[key]?.getSnapshot().value;
  const stage = typeof value === 'object' ? value.live?.stage : undefined;
  return typeof stage === 'string' ? stage : Object.keys(stage ?? {}).join('');
};
const says = (event: { type: string } & Record<string, unknown>, when?: Move['when']): Move => ({
  ...(when && { when }),
  go: ({ send }) => send(event),
});
const isIdle = (s: AnyMachineSnapshot) => Object.keys(callsOf(s)).length === 0;
/** No call, and nothing is read. */
const isQuiet = (s: AnyMachineSnapshot) => isIdle(s) && s.matches({ copy: 'kept' });

const rang = (key: string, callId: number): Move =>
  says(
    { type: 'voice.rang', key, sid: `CA${callId}`, from: '+15125550142', to: '+18135550117', callId },
    (s) => callsOf(s)[key] === undefined && s.matches({ copy: 'kept' }),
  );
const onCall = (key: string, stage: string, event: { type: string } & Record<string, unknown>): Move =>
  says({ ...event, key }, (s) => stageOf(s, key) === stage);

/** Everything that people, the voice, the server and the calls can do to the line. */
const lineModel: Model = {
  name: 'line',
  starts: {
    fresh: (ports) => ({ machine: machine(ports), input: { now: () => 0, newKey: () => 'out', pageAge: () => 0 } }),
  },
  key: (snapshot) => {
    const { front, next, waiting, calls } = (snapshot as Snapshot).context;
    return [front, next, waiting?.key, ...Object.keys(calls).map((key) => `${key} ${stageOf(snapshot, key)}`)].join();
  },
  always: (snapshot) => {
    const { front, calls } = (snapshot as Snapshot).context;
    const view = lineViewOf(snapshot as Snapshot);
    if (front !== null && calls[front] === undefined) throw new Error('nothing is in front');
    if (snapshot.matches({ front: 'free' }) && view.call !== null)
      throw new Error('a call goes on, and the line is free');
    if (view.incoming.some(({ key }) => key === view.call?.key)) throw new Error('it rings, and goes on');
  },
  moves: {
    'a call rings': rang('one', 41),
    'another one rings': rang('two', 42),
    'a call waits since its page was closed': says(
      {
        type: 'voice.waits',
        key: 'kept',
        sid: SID,
        callId: 31,
        direction: 'outbound',
        number: '+15125550142',
        talkedMs: 4_000,
        leftMs: 28_000,
        isNewPage: true,
      },
      (s) => isIdle(s) || (stageOf(s, 'one') === 'active' && Object.keys(callsOf(s)).length === 1),
    ),
    'the person answers it': says({ type: 'line.answer', key: 'one' }, (s) => callsOf(s)['one'] !== undefined),
    'the person answers the other': says({ type: 'line.answer', key: 'two' }, (s) => callsOf(s)['two'] !== undefined),
    'the person answers what is gone': says({ type: 'line.answer', key: 'gone' }, isQuiet),
    'the person declines the other': onCall('two', 'incoming', { type: 'line.reject' }),
    'the person declines what is gone': says({ type: 'line.reject', key: 'gone' }, isQuiet),
    'the person chooses a contact': onCall('one', 'incoming', { type: 'line.chooseContact', contactId: 7 }),
    'the person chooses a contact of what is gone': says(
      { type: 'line.chooseContact', key: 'gone', contactId: 7 },
      isQuiet,
    ),
    'it is connected': onCall('one', 'answering', { type: 'voice.accepted', sid: SID }),
    'the other is connected': onCall('two', 'answering', { type: 'voice.accepted', sid: SID }),
    'the other is cancelled': onCall('two', 'incoming', { type: 'voice.cancelled' }),
    'it has ended': onCall('one', 'active', { type: 'voice.ended', code: null }),
    'it was hung up': onCall('one', 'ending', { type: 'voice.ended', code: null }),
    'the person dials': says({ type: 'line.dial', number: '+15125550142' }),
    ...Object.fromEntries(
      [
        { type: 'line.hangUp' },
        { type: 'line.rejoin' },
        { type: 'line.mute', muted: true },
        { type: 'line.hold', held: true },
        { type: 'line.transfer', number: '+18135550108' },
        { type: 'line.sendDigits', digits: '1' },
        { type: 'line.sendExtension' },
        { type: 'line.record', action: 'start' },
        { type: 'line.answerConsent', agreed: true },
      ].flatMap((event) => [
        [`${event.type} without a call`, says(event, isQuiet)],
        [`${event.type} in a call`, onCall('one', 'active', event)],
      ]),
    ),
    'the person puts it away': says({ type: 'line.putAway' }, isQuiet),
    'the person tries again': says({ type: 'line.retry' }, isQuiet),
    'the person chooses a headset': says({ type: 'line.useDevices', input: 'mic' }, isQuiet),
    'the person chooses a number': says({ type: 'line.callFrom', number: '+15125550150' }, isQuiet),

    'something could not be done': says(
      { type: 'complaint.made', complaint: { kind: 'unable', step: 'number' } },
      isQuiet,
    ),
    'the device is ready': says({ type: 'device.ready' }, isIdle),
    'the device is gone': says({ type: 'device.gone' }, (s) => stageOf(s, 'one') === 'active'),
    'the device is away for long': says({ type: 'device.away' }, isQuiet),
    'the server tells of a call': says(
      { type: 'call.incoming', call: call({ id: 41 }), contacts: [matched()] },
      isQuiet,
    ),
    'the server tells of the call that rings': onCall('one', 'incoming', {
      type: 'call.incoming',
      call: call({ id: 41, version: 2 }),
      contacts: [matched()],
    }),
    'the server tells how it goes on': says({ type: 'call.changed', call: call({ id: 41, version: 3 }) }, isQuiet),
    'the server tells of the minutes': says({ type: 'minutes.changed', minutes: minutes() }, isQuiet),
    'the line is lost for too long': says({ type: 'stream.lost', stream: 'user:1001', epoch: 'e', offset: 3 }, isIdle),
    'the line finds its place': says({ type: 'stream.positioned', stream: 'user:1001', epoch: 'e', offset: 3 }, isIdle),
    'calls are read': {
      when: runs('readActiveCalls'),
      go: ({ ports }) => ports.done('readActiveCalls', [call({ id: 41, version: 4 })]),
    },
    'calls cannot be read': { when: runs('readActiveCalls'), go: ({ ports }) => ports.failed('readActiveCalls') },
    'the stream breaks': { when: runs('broadcasts'), go: ({ ports }) => ports.failed('broadcasts') },
  },
};

describe('the line', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(lineModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('has at most one call that goes on', () => {
    const both = walked.edges.filter(({ to }) => /one active.*two active|two active.*one active/u.test(to));
    expect(both).toEqual([]);
  });

  test('ends the call in front before it answers another', () => {
    const switched = walked.edges.filter(({ from, to }) => from.includes('"taken"') && to.includes('"switching"'));
    expect(switched.length).toBeGreaterThan(0);
    expect(switched.filter(({ to }) => !to.includes('ending'))).toEqual([]);
  });
});
