import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate';
import type { CODE_METHODS, TwoFactorSetUp, TwoFactorStatus } from '#contract/two-factor.contract.ts';
import { promisePort } from '../port.ts';
import { failureOf, type SessionFailure } from '../session/session-failure.ts';

/**
 * The user's own second step: setup, codes, removal. Lives as long as the profile page, so that switching tabs does not
 * lose codes that are shown once.
 *
 *   reading ─→ off ─begin→ beginning ─→ scanning ─prove→ proving ─→ keeping ─kept→ on ─disable→ disabling ─→ off
 *      └─→ on                              ↑─────wrong code──┘         ↑───renewing──┘
 *
 * When a reply is lost, the server's state is read before anything else is offered.
 */
export const twoFactorSetupMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorCommand,
    tags: {} as 'loading' | 'unreadable' | 'off' | 'setUp' | 'codes' | 'on' | 'busy',
  },
  actors: {
    /** Every port rejects with a {@link SessionFailure}. */
    readStatus: promisePort<TwoFactorStatus>('readStatus'),
    beginSetUp: promisePort<TwoFactorSetUp>('beginSetUp'),
    /** Answers the recovery codes. */
    enable: promisePort<readonly string[], { code: string }>('enable'),
    disable: promisePort<void>('disable'),
    renewCodes: promisePort<readonly string[]>('renewCodes'),
    chooseMethod: promisePort<TwoFactorStatus, { method: CodeMethod }>('chooseMethod'),
  },
  actions: {
    /** The session must reload its user. */
    tellChanged: () => undefined,
    keepStatus: assign({ status: (_, params: { status: TwoFactorStatus }) => params.status, setUp: null }),
    keepSetUp: assign({ setUp: (_, params: { setUp: TwoFactorSetUp }) => params.setUp }),
    keepCodes: assign({
      codes: (_, params: { codes: readonly string[] }) => params.codes,
      codesAreLost: false,
      setUp: null,
    }),
    noteEnabled: assign({
      status: ({ context: { status, codes } }) =>
        status && { ...status, enabled: true, recovery_codes_left: codes.length },
      codes: [],
    }),
    noteDisabled: assign({
      status: ({ context: { status } }) => status && { ...status, enabled: false, recovery_codes_left: 0 },
      codesAreLost: false,
    }),
    noteLostCodes: assign({ codesAreLost: true }),
    noteNoCodes: assign({ codesAreLost: false }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetSetUp: assign({ setUp: null, failure: null }),
  },
  guards: {
    isOn: (_, params: { status: TwoFactorStatus }) => params.status.enabled,
    isOpen: (_, params: { error: unknown }) => failureOf(params.error).kind === 'unreachable',
  },
}).createMachine({
  id: 'two-factor-setup',
  context: { status: null, setUp: null, codes: [], codesAreLost: false, failure: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['loading', 'busy'],
      invoke: {
        src: 'readStatus',
        onDone: [
          {
            guard: { type: 'isOn', params: ({ event }) => ({ status: event.output }) },
            target: 'on',
            actions: ['forgetFailure', { type: 'keepStatus', params: ({ event }) => ({ status: event.output }) }],
          },
          {
            target: 'off',
            actions: [
              'forgetFailure',
              'noteNoCodes',
              { type: 'keepStatus', params: ({ event }) => ({ status: event.output }) },
            ],
          },
        ],
        onError: { target: 'unreadable', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    unreadable: { tags: ['unreadable'], on: { 'twoFactor.reload': { target: 'reading', actions: 'tellChanged' } } },
    off: { tags: ['off'], on: { 'twoFactor.begin': 'beginning' } },
    beginning: {
      tags: ['off', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'beginSetUp',
        onDone: {
          target: 'scanning',
          actions: { type: 'keepSetUp', params: ({ event }) => ({ setUp: event.output }) },
        },
        onError: { target: 'off', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    scanning: {
      tags: ['setUp'],
      on: { 'twoFactor.prove': 'proving', 'twoFactor.cancel': { target: 'off', actions: 'forgetSetUp' } },
    },
    proving: {
      tags: ['setUp', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'enable',
        input: ({ event }) => {
          assertEvent(event, 'twoFactor.prove');
          return { code: event.code };
        },
        onDone: { target: 'keeping', actions: { type: 'keepCodes', params: ({ event }) => ({ codes: event.output }) } },
        onError: [
          {
            guard: { type: 'isOpen', params: ({ event }) => event },
            target: 'asking',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          { target: 'scanning', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
    /** The reply to the first code was lost: it may be on, with codes that no one has seen. */
    asking: {
      tags: ['setUp', 'busy'],
      invoke: {
        src: 'readStatus',
        onDone: [
          {
            guard: { type: 'isOn', params: ({ event }) => ({ status: event.output }) },
            target: 'on',
            actions: [
              'forgetFailure',
              'noteLostCodes',
              { type: 'keepStatus', params: ({ event }) => ({ status: event.output }) },
              'tellChanged',
            ],
          },
          'scanning',
        ],
        onError: {
          target: 'unreadable',
          actions: ['forgetSetUp', 'noteLostCodes', { type: 'keepFailure', params: ({ event }) => event }],
        },
      },
    },
    /** Codes are on the screen. The session hears of the new user afterwards: then the guards lead away from here. */
    keeping: {
      tags: ['codes'],
      on: {
        'twoFactor.kept': {
          target: 'on',
          actions: ['noteEnabled', 'tellChanged'],
        },
      },
    },
    on: {
      tags: ['on'],
      on: {
        'twoFactor.disable': 'disabling',
        'twoFactor.renew': 'renewing',
        'twoFactor.choose': 'choosing',
      },
    },
    renewing: {
      tags: ['on', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'renewCodes',
        onDone: { target: 'keeping', actions: { type: 'keepCodes', params: ({ event }) => ({ codes: event.output }) } },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'on', actions: 'noteLostCodes' },
          { target: 'on', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
    choosing: {
      tags: ['on', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'chooseMethod',
        input: ({ event }) => {
          assertEvent(event, 'twoFactor.choose');
          return { method: event.method };
        },
        onDone: { target: 'on', actions: { type: 'keepStatus', params: ({ event }) => ({ status: event.output }) } },
        onError: { target: 'on', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    disabling: {
      tags: ['on', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'disable',
        onDone: { target: 'off', actions: ['noteDisabled', 'tellChanged'] },
        onError: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'reading', actions: 'tellChanged' },
          { target: 'on', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
  },
});

export type CodeMethod = (typeof CODE_METHODS)[number];

interface TwoFactorContext {
  /** `null` until first read. */
  readonly status: TwoFactorStatus | null;
  /** Data to scan or type. `null` except during setup. */
  readonly setUp: TwoFactorSetUp | null;
  /** Recovery codes while they are shown; empty otherwise. */
  readonly codes: readonly string[];
  /** New recovery codes may have been made that never arrived. */
  readonly codesAreLost: boolean;
  /** Error of the last call. */
  readonly failure: SessionFailure | null;
}

export type TwoFactorCommand =
  | { type: 'twoFactor.reload' }
  | { type: 'twoFactor.begin' }
  | { type: 'twoFactor.cancel' }
  | { type: 'twoFactor.prove'; code: string }
  | { type: 'twoFactor.kept' }
  | { type: 'twoFactor.renew' }
  | { type: 'twoFactor.choose'; method: CodeMethod }
  | { type: 'twoFactor.disable' };

export type TwoFactorSetupActor = ActorRefFrom<typeof twoFactorSetupMachine>;
