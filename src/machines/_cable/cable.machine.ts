import { type ActorRefFrom, assign, setup } from 'xstate';
import { CABLE_RECONNECT_MAX_MS, CABLE_RECONNECT_MS, CABLE_STALE_MS } from '#contract/_cable.contract.ts';
import { backOff } from '#rules/time/back-off.ts';
import { callbackPort } from '../port.ts';
import { inUseMachine } from './in-use.machine.ts';

/**
 * The live connection of one signed-in user: when to open a socket, when to trust it, when to retry. A child of the
 * session's `working`; leaving that state closes the socket.
 *
 *   line: connecting ─welcomed→ greeted ─confirmed→ connected
 *     └─ closed, silent, dismissed ─→ reconnecting ─1 s, then jittered backoff→ line
 *     └─ dismissed for good ─→ closed
 *
 * The user's notifications are always subscribed, so a greeted line always gets a first confirmation.
 */
export const cableMachine = setup({
  types: {
    input: {} as CableInput,
    context: {} as { attempts: number; random: () => number; reason: string | null },
    events: {} as SocketFact | NetworkFact,
    output: {} as { reason: string | null },
    tags: {} as 'connected' | 'lost',
  },
  actors: {
    /** One socket from opening to end; emits `socket.*` facts. */
    socket: callbackPort('socket'),
    /** Emits `network.*` facts for as long as the cable lives. */
    network: callbackPort('network'),
    /** Keeps the session active while the page is visible. */
    inUse: inUseMachine,
  },
  actions: {
    /** Reports the connection state to the gateway. */
    tellLine: (_scope, _params: { state: 'connecting' | 'connected' | 'lost' }) => undefined,
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    forgetAttempts: assign({ attempts: 0 }),
    keepReason: assign({ reason: (_, params: { reason: string | null }) => params.reason }),
  },
  guards: {
    isForGood: (_, params: { reconnect: boolean }) => !params.reconnect,
  },
  delays: {
    silence: CABLE_STALE_MS,
    reconnect: ({ context }) => reconnectDelayMs(context.attempts, context.random()),
  },
}).createMachine({
  id: 'cable',
  context: ({ input }) => ({ attempts: 0, random: input.random, reason: null }),
  initial: 'line',
  invoke: [
    { src: 'network', onError: {} },
    { src: 'inUse', onError: {} },
  ],
  output: ({ context }) => ({ reason: context.reason }),
  states: {
    line: {
      initial: 'connecting',
      invoke: { src: 'socket', onError: 'reconnecting' },
      on: {
        'socket.closed': 'reconnecting',
        'network.lost': 'reconnecting',
        'socket.dismissed': [
          {
            guard: { type: 'isForGood', params: ({ event }) => event },
            target: 'closed',
            actions: { type: 'keepReason', params: ({ event }) => event },
          },
          'reconnecting',
        ],
      },
      states: {
        connecting: {
          entry: { type: 'tellLine', params: { state: 'connecting' } },
          after: { silence: '#cable.reconnecting' },
          on: {
            'socket.welcomed': 'greeted',
            'socket.stirred': { target: 'connecting', reenter: true },
          },
        },
        greeted: {
          after: { silence: '#cable.reconnecting' },
          on: {
            'socket.confirmed': 'connected',
            'socket.stirred': { target: 'greeted', reenter: true },
          },
        },
        connected: {
          tags: ['connected'],
          entry: ['forgetAttempts', { type: 'tellLine', params: { state: 'connected' } }],
          after: { silence: '#cable.reconnecting' },
          on: { 'socket.stirred': { target: 'connected', reenter: true } },
        },
      },
    },
    reconnecting: {
      tags: ['lost'],
      entry: { type: 'tellLine', params: { state: 'lost' } },
      exit: 'countAttempt',
      after: { reconnect: 'line' },
      on: { 'network.returned': 'line' },
    },
    closed: { type: 'final', tags: ['lost'], entry: { type: 'tellLine', params: { state: 'lost' } } },
  },
});

/**
 * Waits 1 s at first, then doubles up to 30 s; each wait is jittered between half and all of it, so that clients spread
 * out.
 */
function reconnectDelayMs(attempts: number, random: number): number {
  const waits = { first: CABLE_RECONNECT_MS, longest: CABLE_RECONNECT_MAX_MS };
  return backOff(waits, attempts, attempts === 0 ? 1 : random);
}

export interface CableInput {
  /** From 0 to below 1; spreads the reconnects. */
  readonly random: () => number;
}

export type SocketFact =
  | { type: 'socket.welcomed' }
  | { type: 'socket.confirmed' }
  /** Any other frame, a ping too: a sign of life. */
  | { type: 'socket.stirred' }
  | { type: 'socket.closed' }
  | { type: 'socket.dismissed'; reason: string | null; reconnect: boolean };

/** Network hints from the browser; never proof that the server answers. */
export type NetworkFact = { type: 'network.lost' } | { type: 'network.returned' };

export type CableActor = ActorRefFrom<typeof cableMachine>;
