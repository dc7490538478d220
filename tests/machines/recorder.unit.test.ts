import { type AnyStateMachine, createActor, createMachine, fromPromise, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createRecorder, ENDED_KEPT, ENDED_KEPT_MS, EVENTS_KEPT } from '../../src/actors/machines/machines.actors.ts';
import type { ActorSeen } from '../../src/actors/machines/actor-seen.ts';
import { submitMachine } from '../../src/machines/_submit/submit.machine.ts';
import { searchBoxMachine } from '../../src/machines/contacts/search-box.machine.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';
import { machinesText } from '../../src/views/machines/machines-text.ts';

const WARM_MS = 400;

/** A lamp that warms up, asks for current, and breaks on a hammer. */
const lampMachine = setup({
  types: { events: {} as { type: 'lamp.press' | 'lamp.polish' | 'lamp.sing' | 'lamp.hit' } },
  actors: { askCurrent: fromPromise(() => new Promise(() => undefined)) },
  delays: { warmth: WARM_MS },
  actions: {
    shatter: () => {
      throw new TypeError('shards of Dana');
    },
    shine: () => undefined,
  },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  on: { 'lamp.polish': { actions: 'shine' }, 'lamp.hit': { actions: 'shatter' } },
  states: {
    off: { on: { 'lamp.press': 'lit' } },
    lit: {
      initial: 'cold',
      on: { 'lamp.press': 'off' },
      invoke: { src: 'askCurrent', onDone: {}, onError: {} },
      states: { cold: { after: { warmth: 'warm' } }, warm: { tags: ['cosy'] } },
    },
  },
});

function open() {
  const clock = new SimulatedClock();
  const frames: (() => void)[] = [];
  const recorder = createRecorder({ now: () => clock.now(), onFrame: (run) => frames.push(run) });
  const start = <Machine extends AnyStateMachine>(machine: Machine, input?: unknown) =>
    createActor(machine as AnyStateMachine, { clock, inspect: recorder.inspect, input }).start();
  return { clock, frames, recorder, start, ...recorder };
}

const only = (actors: readonly ActorSeen[]): ActorSeen => {
  expect(actors).toHaveLength(1);
  return actors[0] as ActorSeen;
};

const causes = ({ events }: ActorSeen) => events.map(({ cause }) => cause);

describe('a running machine', () => {
  test('shows its state, since when, its tags and what a chart lights', () => {
    const { clock, start, getSnapshot } = open();
    const lamp = start(lampMachine);
    clock.increment(100);
    lamp.send({ type: 'lamp.press' });
    clock.increment(WARM_MS);

    const [seen] = getSnapshot().live;

    expect(seen).toMatchObject({
      name: 'lamp',
      parent: null,
      status: 'active',
      startedAt: 0,
      endedAt: null,
      states: [{ path: 'lit.warm', since: 500 }],
      lit: ['lamp', 'lamp.lit', 'lamp.lit.warm'],
      tags: ['cosy'],
    });
  });

  test('tells its events with their time and what they led to', () => {
    const { clock, start, getSnapshot } = open();
    const lamp = start(lampMachine);
    clock.increment(7);
    lamp.send({ type: 'lamp.press' });
    lamp.send({ type: 'lamp.sing' });
    clock.increment(WARM_MS);
    lamp.send({ type: 'lamp.polish' });

    const told = getSnapshot().live[0]?.events.map(({ at, cause, outcome, to }) => [at, cause, outcome, ...to]);

    expect(told).toEqual([
      [0, 'started', 'moved', 'off'],
      [7, 'lamp.press', 'moved', 'lit.cold'],
      [7, 'lamp.sing', 'ignored'],
      [407, 'after warmth', 'moved', 'lit.warm'],
      [407, 'lamp.polish', 'stayed'],
    ]);
  });

  test('keeps its last fifty events', () => {
    const { start, getSnapshot } = open();
    const lamp = start(lampMachine);
    for (let presses = 0; presses < 60; presses += 1) lamp.send({ type: 'lamp.press' });

    const { events } = only(getSnapshot().live);

    expect([events.length, events[0]?.n, events.at(-1)?.n]).toEqual([EVENTS_KEPT, 12, 61]);
  });

  test('counts what comes again and changes nothing in one place', () => {
    const { clock, start, getSnapshot } = open();
    const lamp = start(lampMachine);
    for (let times = 0; times < 70; times += 1) {
      clock.increment(1);
      lamp.send({ type: 'lamp.sing' });
    }
    lamp.send({ type: 'lamp.polish' });

    const { events } = only(getSnapshot().live);

    expect(events.map(({ at, cause, times }) => [at, cause, times])).toEqual([
      [0, 'started', 1],
      [70, 'lamp.sing', 70],
      [70, 'lamp.polish', 1],
    ]);
  });

  test('has under it what it waits for, as long as it waits', () => {
    const { start, getSnapshot } = open();
    const lamp = start(lampMachine);
    lamp.send({ type: 'lamp.press' });
    const waiting = getSnapshot().live;
    lamp.send({ type: 'lamp.press' });

    expect(waiting.map(({ name, status }) => [name, status])).toEqual([
      ['lamp', 'active'],
      ['askCurrent', 'waiting'],
    ]);
    expect(waiting[1]?.parent).toBe(waiting[0]?.key);
    expect(getSnapshot().live.map(({ name }) => name)).toEqual(['lamp']);
  });
});

describe('a machine that ended', () => {
  test('is kept for a while with its last state', () => {
    const { clock, start, getSnapshot } = open();
    const lamp = start(lampMachine);
    lamp.send({ type: 'lamp.press' });
    lamp.stop();

    clock.increment(ENDED_KEPT_MS);
    const { live, ended } = getSnapshot();
    expect(live).toEqual([]);
    expect(only(ended)).toMatchObject({ status: 'stopped', endedAt: 0, states: [{ path: 'lit.cold', since: 0 }] });

    clock.increment(1);
    start(lampMachine);
    expect(getSnapshot().ended).toEqual([]);
  });

  test('makes room when others have ended since', () => {
    const { start, getSnapshot } = open();
    for (let lamps = 0; lamps <= ENDED_KEPT; lamps += 1) {
      const lamp = start(lampMachine);
      lamp.send({ type: 'lamp.press' });
      lamp.stop();
    }

    expect(getSnapshot().ended).toHaveLength(ENDED_KEPT);
  });

  test('is forgotten immediately when nothing had happened to it', () => {
    const { start, getSnapshot } = open();
    start(lampMachine).stop();

    expect(getSnapshot()).toEqual({ live: [], ended: [], calls: [] });
  });

  test('is kept when it was done as soon as it began', () => {
    const { start, getSnapshot } = open();
    start(createMachine({ id: 'flash', initial: 'out', states: { out: { type: 'final' } } }));

    expect(getSnapshot().ended.map(({ name, status }) => [name, status])).toEqual([['flash', 'done']]);
  });

  test('shows on what it broke', () => {
    const { start, getSnapshot } = open();
    const lamp = start(lampMachine);
    lamp.subscribe({ error: () => undefined });
    lamp.send({ type: 'lamp.hit' });

    const broken = only(getSnapshot().ended);

    expect([broken.status, causes(broken), broken.events.at(-1)?.outcome]).toEqual([
      'failed',
      ['started', 'lamp.hit'],
      'unsettled',
    ]);
  });
});

describe('subscribers', () => {
  test('is reported once per frame, no matter how much happens', () => {
    const { frames, start, subscribe, getSnapshot } = open();
    const lamp = start(lampMachine);
    let told = 0;
    const leave = subscribe(() => (told += 1));
    const before = getSnapshot();
    for (let presses = 0; presses < 9; presses += 1) lamp.send({ type: 'lamp.press' });

    expect([frames.length, getSnapshot() === before, told]).toEqual([1, true, 0]);
    frames.pop()?.();
    expect([only(getSnapshot().live.slice(0, 1)).events.length, told]).toEqual([10, 1]);

    lamp.send({ type: 'lamp.sing' });
    leave();
    expect(getSnapshot().live[0]?.events.at(-1)?.cause).toBe('lamp.sing');
    lamp.send({ type: 'lamp.press' });
    expect([frames.length, told]).toEqual([1, 1]);
  });
});

describe('privacy', () => {
  const CANARIES = ['hunter2-canary', 'Wilhelmina', '+15550104477', 'dana.canary', 'tokencanary', '774411'];

  test('nothing that was typed and nothing about a contact is kept', async () => {
    const { start, getSnapshot, noteCall } = open();
    const session = start(sessionMachine, { random: () => 0, now: () => 0 });
    session.send({ type: 'session.signIn', username: 'dana.canary', password: 'hunter2-canary' });
    session.send({ type: 'session.returnFromSso', code: 'tokencanary', state: 'tokencanary' });
    session.send({ type: 'session.userChanged', user: { first_name: 'Wilhelmina' } });
    const form = start(submitMachine, { newKey: () => 'tokencanary' });
    form.send({ type: 'submit.send', args: { body: { first_name: 'Wilhelmina', phone: '+15550104477' } } });
    const box = start(searchBoxMachine, { text: '' });
    box.send({ type: 'search.type', text: 'Wilhelmina' });
    const lamp = start(lampMachine);
    lamp.subscribe({ error: () => undefined });
    lamp.send({
      type: 'lamp.press',
      code: 774_411,
      status: '+15550104477',
      state: 'tokencanary',
      kind: 'Wilhelmina',
    });
    noteCall({ endpoint: 'signIn', status: 422, requestId: 'r1' });
    await Promise.resolve();
    await Promise.resolve();

    const seen = getSnapshot();
    const text = machinesText({}, seen, 0);
    const kept = JSON.stringify(seen, (key, value: unknown) => (key === 'machine' ? null : value));

    expect(CANARIES.filter((canary) => text.includes(canary) || kept.includes(canary))).toEqual([]);
    expect(text).toContain('session.signIn (username, password) → signing in');
    expect(text).toContain('submit.send (args) → submitting');
    expect(text).toContain('lamp.press (code, status, state, kind) → lit › cold');
    expect(text).toContain('signIn 422 r1');
  });

  test('a failure tells its kind, never its message', async () => {
    const { start, getSnapshot } = open();
    const failing = submitMachine.provide({
      actors: { send: fromPromise(() => Promise.reject(new RangeError('Wilhelmina'))) },
    });
    const form = start(failing, { newKey: () => 'k' });
    form.send({ type: 'submit.send', args: null });
    await new Promise((done) => setTimeout(done));

    expect(machinesText({}, getSnapshot(), 0)).toContain('send failed (error: RangeError) → failed');
  });
});

test('the same answer again and again takes one place', () => {
  const { getSnapshot, noteCall } = open();
  noteCall({ endpoint: 'readUser', status: 200, requestId: 'r1' });
  for (const requestId of ['r2', 'r3', 'r4']) noteCall({ endpoint: 'readDemoWorld', status: 200, requestId });

  const { calls } = getSnapshot();

  expect(calls.map(({ endpoint, requestId, times }) => [endpoint, requestId, times])).toEqual([
    ['readDemoWorld', 'r4', 3],
    ['readUser', 'r1', 1],
  ]);
});
