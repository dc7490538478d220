import { beforeAll, describe, expect, test } from 'vitest';
import { CABLE_RECONNECT_MAX_MS, CABLE_STALE_MS } from '../../src/api/contract/_cable.contract.ts';
import { cableMachine } from '../../src/machines/_cable/cable.machine.ts';
import { type Model, runs, type Walked, walk } from '../_walk/walk.ts';

/** Everything that a socket, a network and time can do to the cable. */
export const cableModel: Model = {
  name: 'cable',
  starts: {
    fresh: ({ hold }) => ({
      machine: cableMachine.provide({
        actors: { socket: hold('socket'), network: hold('network'), inUse: hold('inUse') },
      }),
      input: { random: () => 0.5 },
    }),
  },
  key: ({ context }) => `${Math.min(context.attempts, 2)} ${context.reason}`,
  moves: {
    'the server says welcome': { go: ({ send }) => send({ type: 'socket.welcomed' }) },
    'the server confirms a subscription': { go: ({ send }) => send({ type: 'socket.confirmed' }) },
    'a ping arrives': { go: ({ send }) => send({ type: 'socket.stirred' }) },
    'the socket closes': { go: ({ send }) => send({ type: 'socket.closed' }) },
    'the socket cannot be made': { when: runs('socket'), go: ({ ports }) => ports.failed('socket') },
    'the server restarts': {
      go: ({ send }) => send({ type: 'socket.dismissed', reason: 'server_restart', reconnect: true }),
    },
    'the server ends the session': {
      go: ({ send }) => send({ type: 'socket.dismissed', reason: 'unauthorized', reconnect: false }),
    },
    'the network goes': { go: ({ send }) => send({ type: 'network.lost' }) },
    'the network comes back': { go: ({ send }) => send({ type: 'network.returned' }) },
    'the network cannot be watched': {
      when: runs('network'),
      go: ({ ports }) => ports.failed('network'),
    },
    'watching the page fails': {
      when: runs('inUse'),
      go: ({ ports }) => ports.failed('inUse'),
    },
    'nothing is heard': { when: runs('socket'), go: ({ clock }) => clock.increment(CABLE_STALE_MS) },
    'the wait is over': {
      when: (s) => s.matches('reconnecting'),
      go: ({ clock }) => clock.increment(CABLE_RECONNECT_MAX_MS),
    },
  },
};

describe('the cable', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(cableModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is covered by few paths', () => expect(walked.paths.length).toBeLessThan(40));

  test('is connected only after welcome and a confirmation', () => {
    const intoConnected = walked.edges.filter(
      ({ from, to }) => !from.includes('connected') && to.includes('connected'),
    );
    expect([...new Set(intoConnected.map(({ move }) => move))]).toEqual(['the server confirms a subscription']);
    expect(intoConnected.every(({ from }) => from.includes('greeted'))).toBe(true);
  });
});
