import { type ActorRefFrom, assign, setup } from 'xstate';
import { promisePort } from '../port.ts';
import { failureOf, type SessionFailure } from './session-failure.ts';

/**
 * Asks the signed-in user to re-authenticate when the server requires it for a sensitive call. Lives as long as one
 * identity works. Calls that arrive in between wait for the same answer.
 *
 *   idle ─ask→ asking ─give→ confirming ─→ idle, proven
 *     ↑──cancel──┘  ←──wrong──┘
 */
export const confirmMachine = setup({
  types: {
    context: {} as ConfirmContext,
    events: {} as ConfirmCommand,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    /** Rejects with a {@link SessionFailure}. */
    confirmIdentity: promisePort<void, Proof>('confirmIdentity'),
  },
  actions: {
    begin: assign({ isProven: false, failure: null, proof: null }),
    keepProof: assign({ proof: (_, params: { proof: Proof }) => params.proof, failure: null }),
    notePassed: assign({ isProven: true, proof: null }),
    forgetProof: assign({ proof: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error), proof: null }),
  },
  guards: {
    isSignedOut: (_, params: { error: unknown }) => failureOf(params.error).kind === 'unauthorized',
  },
}).createMachine({
  id: 'confirm',
  context: { isProven: false, failure: null, proof: null },
  initial: 'idle',
  states: {
    idle: { on: { 'proof.ask': { target: 'asking', actions: 'begin' } } },
    asking: {
      tags: ['open'],
      on: {
        'proof.give': { target: 'confirming', actions: { type: 'keepProof', params: ({ event }) => event } },
        'proof.cancel': 'idle',
      },
    },
    confirming: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'confirmIdentity',
        input: ({ context }) => context.proof ?? {},
        onDone: { target: 'idle', actions: 'notePassed' },
        onError: [
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event },
            target: 'idle',
            actions: 'forgetProof',
          },
          { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
  },
});

/** One of the two: the password, or a code of two-factor. */
export interface Proof {
  readonly password?: string;
  readonly otp_code?: string;
}

interface ConfirmContext {
  /** Of the last round. */
  readonly isProven: boolean;
  readonly failure: SessionFailure | null;
  /** `null` except on its way to the server. */
  readonly proof: Proof | null;
}

export type ConfirmCommand = { type: 'proof.ask' } | { type: 'proof.give'; proof: Proof } | { type: 'proof.cancel' };

export type ConfirmActor = ActorRefFrom<typeof confirmMachine>;
