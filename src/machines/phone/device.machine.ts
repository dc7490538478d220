import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { DeviceToken } from '#contract/phone.contract.ts';
import { DIALER_START_MS, type Minutes } from '#contract/phone/call.contract.ts';
import { backOff } from '#rules/time/back-off.ts';
import { refusalOf } from '../imports/refusal.ts';
import type { Complaint, DeviceProblem, DeviceView, LineCommand } from './line-view.ts';
import { devicePorts } from './phone-ports.ts';
import type { AudioDevice, VoiceAsk, VoiceFact, VoiceReason, VoiceStep } from './voice-port.ts';

/** Milliseconds before its end at which a token is renewed; a short one at half its time. Ours. */
export const RENEW_EARLY_MS = 60_000;
/** Milliseconds before the first new try, and at most between later ones. Ours. */
export const DEVICE_RETRY_MS = 1_000;
export const DEVICE_RETRY_MAX_MS = 60_000;
/** Milliseconds in which the line answers a device. Ours: it does in less than one. */
export const REGISTER_PATIENCE_MS = 20_000;
/** Milliseconds after which a lost line is retried with a new token, unless a call is in progress. Our choice. */
export const OFFLINE_PATIENCE_MS = 60_000;
/** Milliseconds between two looks whether a device that may no longer be still has a call. Ours. */
export const LAST_CALL_MS = 5_000;

interface DeviceContext {
  /** Hears what the line tells of calls. */
  readonly line: AnyActorRef;
  readonly token: DeviceToken | null;
  readonly attempts: number;
  /** Why it is not ready; `null` when it is. */
  readonly problem: DeviceProblem | null;
  readonly callFrom: string | null;
  readonly microphone: DeviceView['microphone'];
  readonly inputs: readonly AudioDevice[];
  readonly outputs: readonly AudioDevice[];
  readonly input: string | null;
  readonly output: string | null;
}

interface Failure {
  readonly step: VoiceStep;
  readonly reason: VoiceReason;
}

const isToken = (reason: VoiceReason): boolean => reason === 'tokenExpired' || reason === 'tokenRefused';
const fetches = { target: '#device.dialer.fetching', reenter: true } as const;

/**
 * The device of the tab that leads: what makes it ring, and keeps it registered with its line. A child of `lineMachine`,
 * to which it passes on what the line tells of calls.
 *
 *   dialer: waiting ─500 ms→ fetching ─→ connected: registering ─→ ready ⇄ offline
 *                              │  └ not enabled → absent   └ refused → failed ─later→ fetching
 *   token, while connected: fresh ─before it ends→ renewing ─→ fresh
 *                                                    └ taken away → denied ─no call→ fetching
 *   number: kept ─chosen→ updating ─→ kept
 *
 * A renewed token, or a line that is away, ends no call. Leaving `connected` ends them all.
 */
export const deviceMachine = setup({
  types: {
    input: {} as { readonly line: AnyActorRef },
    context: {} as DeviceContext,
    events: {} as VoiceFact | DeviceCommand,
    tags: {} as DeviceView['status'],
  },
  actors: devicePorts,
  actions: {
    keepToken: assign((_, { token }: { token: DeviceToken }) => ({
      token,
      callFrom: token.call_from,
      ...(!token.enabled && { problem: { kind: 'absent' as const, text: token.status } }),
    })),
    tellMinutes: enqueueActions(({ context, enqueue }) => {
      const minutes = context.token?.minutes;
      if (minutes) enqueue.sendTo(context.line, { type: 'minutes.changed', minutes });
    }),
    keepFailure: assign({
      problem: (_, { step, reason }: Failure) => ({ kind: 'unable' as const, step, reason }),
    }),
    keepRefusal: assign({
      problem: (_, { error }: { error: unknown }) => ({ kind: 'refused' as const, text: refusalOf(error).text }),
    }),
    keepAway: assign({ problem: { kind: 'away' } }),
    forgetProblem: assign({ problem: null, attempts: 0 }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    keepNumber: assign({ callFrom: (_, params: { output: string }) => params.output }),
    tellLine: sendTo(
      ({ context }: { context: DeviceContext }) => context.line,
      (_, params: VoiceFact | DeviceFact) => params,
    ),
  },
  guards: {
    isEnabled: (_, params: { token: DeviceToken }) => params.token.enabled,
    isOfCall: (_, params: { fact: VoiceFact }) => 'key' in params.fact,
    isOfToken: (_, { reason }: { reason: VoiceReason }) => isToken(reason),
    isOfLine: (_, { reason }: { reason: VoiceReason }) => reason === 'lineAway',
  },
  delays: {
    start: DIALER_START_MS,
    retry: ({ context }) => backOff({ first: DEVICE_RETRY_MS, longest: DEVICE_RETRY_MAX_MS }, context.attempts - 1),
    tokenEnds: ({ context }) => {
      const ms = (context.token?.ttl ?? 0) * 1_000;
      return Math.max(ms - RENEW_EARLY_MS, ms / 2);
    },
    registerPatience: REGISTER_PATIENCE_MS,
    offlinePatience: OFFLINE_PATIENCE_MS,
    lastCall: LAST_CALL_MS,
  },
}).createMachine({
  id: 'device',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    token: null,
    attempts: 0,
    problem: null,
    callFrom: null,
    microphone: 'unknown',
    inputs: [],
    outputs: [],
    input: null,
    output: null,
  }),
  on: {
    'voice.microphoneChanged': { actions: assign({ microphone: ({ event }) => event.microphone }) },
    'voice.devicesChanged': {
      actions: assign(({ event: { inputs, outputs, input, output } }) => ({ inputs, outputs, input, output })),
    },
  },
  states: {
    dialer: {
      initial: 'waiting',
      states: {
        waiting: { tags: ['waiting'], after: { start: 'fetching' } },
        fetching: {
          tags: ['starting'],
          invoke: {
            src: 'fetchToken',
            onDone: [
              {
                guard: { type: 'isEnabled', params: ({ event }) => ({ token: event.output }) },
                target: 'connected',
                actions: [{ type: 'keepToken', params: ({ event }) => ({ token: event.output }) }, 'tellMinutes'],
              },
              { target: 'absent', actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) } },
            ],
            onError: { target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
          },
        },
        /** Dialer unavailable: the token contains the reason. */
        absent: { tags: ['absent'], on: { 'line.retry': 'fetching' } },
        failed: {
          tags: ['failed'],
          entry: 'countAttempt',
          after: { retry: 'fetching' },
          on: { 'line.retry': 'fetching' },
        },
        connected: {
          type: 'parallel',
          exit: { type: 'tellLine', params: { type: 'device.gone' } },
          invoke: {
            id: 'voice',
            src: 'voice',
            input: ({ context: { token } }) => {
              const { token: value = '', line = 'embedded', identity = '', path = null } = token ?? {};
              return { token: value, line, identity, path };
            },
            onError: {
              target: '#device.dialer.failed',
              actions: { type: 'keepFailure', params: { step: 'dialer', reason: 'unknown' } },
            },
          },
          on: {
            'device.ask': { actions: sendTo('voice', ({ event }) => event.ask) },
            'line.useDevices': { actions: sendTo('voice', ({ event }) => ({ ...event, type: 'voice.useDevices' })) },
            'voice.*': {
              guard: { type: 'isOfCall', params: ({ event }) => ({ fact: event }) },
              actions: { type: 'tellLine', params: ({ event }) => event },
            },
          },
          states: {
            registration: {
              initial: 'registering',
              states: {
                registering: {
                  tags: ['starting'],
                  after: {
                    registerPatience: {
                      target: '#device.dialer.failed',
                      actions: { type: 'keepFailure', params: { step: 'device', reason: 'lineAway' } },
                    },
                  },
                  on: {
                    'voice.registered': 'ready',
                    'voice.failed': {
                      target: '#device.dialer.failed',
                      actions: { type: 'keepFailure', params: ({ event }) => event },
                    },
                  },
                },
                ready: {
                  tags: ['ready'],
                  entry: ['forgetProblem', { type: 'tellLine', params: { type: 'device.ready' } }],
                  on: {
                    'voice.unregistered': 'offline',
                    'voice.failed': [
                      { guard: { type: 'isOfToken', params: ({ event }) => event } },
                      { guard: { type: 'isOfLine', params: ({ event }) => event }, target: 'offline' },
                      {
                        actions: {
                          type: 'tellLine',
                          params: ({ event }) => ({
                            type: 'complaint.made',
                            complaint: { kind: 'unable', step: event.step },
                          }),
                        },
                      },
                    ],
                  },
                },
                offline: {
                  tags: ['offline'],
                  entry: 'keepAway',
                  after: {
                    offlinePatience: {
                      target: 'offline',
                      reenter: true,
                      actions: { type: 'tellLine', params: { type: 'device.away' } },
                    },
                  },
                  on: { 'voice.registered': 'ready', 'line.retry': fetches },
                },
              },
            },
            token: {
              initial: 'fresh',
              states: {
                fresh: {
                  after: { tokenEnds: 'renewing' },
                  on: {
                    'voice.tokenExpiring': 'renewing',
                    'voice.failed': {
                      guard: { type: 'isOfToken', params: ({ event }) => event },
                      target: 'stale',
                      actions: 'countAttempt',
                    },
                  },
                },
                renewing: {
                  invoke: {
                    src: 'fetchToken',
                    onDone: [
                      {
                        guard: { type: 'isEnabled', params: ({ event }) => ({ token: event.output }) },
                        target: 'fresh',
                        actions: [
                          { type: 'keepToken', params: ({ event }) => ({ token: event.output }) },
                          'tellMinutes',
                          sendTo('voice', ({ event }) => ({ type: 'voice.renew', token: event.output.token })),
                        ],
                      },
                      { target: 'denied' },
                    ],
                    onError: { target: 'stale', actions: 'countAttempt' },
                  },
                },
                stale: { after: { retry: 'renewing' } },
                /** The dialer was revoked: a call in progress ends first, even when the token expires before it. */
                denied: {
                  entry: { type: 'tellLine', params: { type: 'device.away' } },
                  after: { lastCall: { target: 'denied', reenter: true } },
                  on: { 'line.retry': fetches },
                },
              },
            },
          },
        },
      },
    },
    number: {
      initial: 'kept',
      states: {
        kept: { on: { 'line.callFrom': 'updating' } },
        updating: {
          invoke: {
            src: 'updateNumber',
            input: ({ event }) => ({ number: event.type === 'line.callFrom' ? event.number : '' }),
            onDone: { target: 'kept', actions: { type: 'keepNumber', params: ({ event }) => event } },
            onError: {
              target: 'kept',
              actions: {
                type: 'tellLine',
                params: { type: 'complaint.made', complaint: { kind: 'unable', step: 'number' } },
              },
            },
          },
        },
      },
    },
  },
});

/** Events passed on to the line. */
export type DeviceCommand =
  | Extract<LineCommand, { type: 'line.useDevices' | 'line.callFrom' | 'line.retry' }>
  /** Of a call, to the line itself. */
  | { type: 'device.ask'; ask: VoiceAsk };

/** Events that the line receives besides call facts. */
export type DeviceFact =
  /** It can dial. */
  | { type: 'device.ready' }
  /** All of its calls have ended. */
  | { type: 'device.gone' }
  /** The line has been lost for long, or the dialer was revoked: it restarts on request. */
  | { type: 'device.away' }
  | { type: 'complaint.made'; complaint: Complaint }
  /** As of a new token. */
  | { type: 'minutes.changed'; minutes: Minutes };

export type DeviceActor = ActorRefFrom<typeof deviceMachine>;

const STATUSES: readonly DeviceView['status'][] = ['absent', 'waiting', 'starting', 'ready', 'offline', 'failed'];

export function deviceViewOf(snapshot: SnapshotFrom<typeof deviceMachine>): DeviceView {
  const { token, problem, microphone, inputs, outputs, input, output, callFrom } = snapshot.context;
  return {
    status: STATUSES.find((status) => snapshot.hasTag(status)) ?? 'starting',
    problem,
    microphone,
    inputs,
    outputs,
    input,
    output,
    numbers: token?.numbers ?? [],
    callFrom,
    echoNumber: token?.echo_number ?? null,
  };
}
