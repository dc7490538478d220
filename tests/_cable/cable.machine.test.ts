import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CABLE_RECONNECT_MS, CABLE_STALE_MS } from '../../src/api/contract/_cable.contract.ts';
import { cableMachine } from '../../src/machines/_cable/cable.machine.ts';

function open(random = 0) {
  const clock = new SimulatedClock();
  const lines: string[] = [];
  let sockets = 0;
  let openSockets = 0;
  const actor = createActor(
    cableMachine.provide({
      actors: {
        socket: fromCallback(() => {
          sockets += 1;
          openSockets += 1;
          return () => {
            openSockets -= 1;
          };
        }),
        network: fromCallback(() => undefined),
      },
      actions: { tellLine: (_, { state }) => lines.push(state) },
    }),
    { clock, input: { random: () => random } },
  ).start();
  const connect = () => {
    actor.send({ type: 'socket.welcomed' });
    actor.send({ type: 'socket.confirmed' });
  };
  const sockets$ = () => ({ made: sockets, open: openSockets });
  return { actor, clock, lines, connect, sockets: sockets$, value: () => actor.getSnapshot().value };
}

describe('connecting', () => {
  test('needs a welcome and a confirmation', () => {
    const { actor, value } = open();

    actor.send({ type: 'socket.welcomed' });
    expect(value()).toEqual({ line: 'greeted' });

    actor.send({ type: 'socket.confirmed' });
    expect(value()).toEqual({ line: 'connected' });
  });

  test('takes no confirmation before the welcome', () => {
    const { actor, value } = open();

    actor.send({ type: 'socket.confirmed' });

    expect(value()).toEqual({ line: 'connecting' });
  });

  test('reports the state of the line to the gateway', () => {
    const { actor, connect, lines } = open();

    connect();
    actor.send({ type: 'socket.closed' });

    expect(lines).toEqual(['connecting', 'connected', 'lost']);
  });
});

describe('silence', () => {
  test('ends the line after two missed pings', () => {
    const { clock, connect, value, sockets } = open();
    connect();

    clock.increment(CABLE_STALE_MS - 1);
    expect(value()).toEqual({ line: 'connected' });

    clock.increment(1);
    expect(value()).toBe('reconnecting');
    expect(sockets()).toEqual({ made: 1, open: 0 });
  });

  test.each(['connecting', 'greeted', 'connected'])('starts over with any frame while %s', (state) => {
    const { actor, clock, connect, value } = open();
    if (state === 'greeted') actor.send({ type: 'socket.welcomed' });
    if (state === 'connected') connect();

    clock.increment(CABLE_STALE_MS - 1);
    actor.send({ type: 'socket.stirred' });
    clock.increment(CABLE_STALE_MS - 1);

    expect(value()).toEqual({ line: state });
  });
});

describe('reconnecting', () => {
  test('waits one second first', () => {
    const { actor, clock, connect, sockets } = open();
    connect();
    actor.send({ type: 'socket.closed' });

    clock.increment(CABLE_RECONNECT_MS - 1);
    expect(sockets()).toEqual({ made: 1, open: 0 });

    clock.increment(1);
    expect(sockets()).toEqual({ made: 2, open: 1 });
  });

  test.each([
    { random: 0, waits: [1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] },
    { random: 1, waits: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000] },
  ])('backs off up to 30 s, between half and all of it (jitter $random)', ({ random, waits }) => {
    const { actor, clock, value } = open(random);

    const waited = waits.map((ms) => {
      actor.send({ type: 'socket.closed' });
      clock.increment(ms - 1);
      const before = value();
      clock.increment(1);
      return [before, value()];
    });

    expect(waited).toEqual(waits.map(() => ['reconnecting', { line: 'connecting' }]));
  });

  test('begins with one second again after a connection', () => {
    const { actor, clock, connect, value } = open(1);
    for (const ms of [1_000, 2_000, 4_000]) {
      actor.send({ type: 'socket.closed' });
      clock.increment(ms);
    }
    connect();

    actor.send({ type: 'socket.closed' });
    clock.increment(CABLE_RECONNECT_MS);

    expect(value()).toEqual({ line: 'connecting' });
  });

  test('does not wait any longer once the network is back', () => {
    const { actor, value } = open();
    actor.send({ type: 'network.lost' });
    expect(value()).toBe('reconnecting');

    actor.send({ type: 'network.returned' });

    expect(value()).toEqual({ line: 'connecting' });
  });
});

describe('dismissed', () => {
  test('for good ends with the reason', () => {
    const { actor, connect, sockets } = open();
    connect();

    actor.send({ type: 'socket.dismissed', reason: 'unauthorized', reconnect: false });

    expect(actor.getSnapshot().output).toEqual({ reason: 'unauthorized' });
    expect(sockets()).toEqual({ made: 1, open: 0 });
  });

  test('for a restart comes back', () => {
    const { actor, connect, value } = open();
    connect();

    actor.send({ type: 'socket.dismissed', reason: 'server_restart', reconnect: true });

    expect(value()).toBe('reconnecting');
  });
});
