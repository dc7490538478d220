import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CurrentAccount, CurrentUser } from '#contract/session.contract.ts';
import { cableMachine } from '../_cable/cable.machine.ts';
import { importsMachine } from '../imports/imports.machine.ts';
import { callbackPort, promisePort } from '../port.ts';

/**
 * Who the app works for. Lives as long as the page. Everything personal is a child of `working`, so that leaving it
 * stops all of it: streams unsubscribe, sockets close.
 *
 *   unasked ─open→ starting ─→ working ─signOut→ signingOut ─→ signedOut
 *      └ signIn ─→ signingIn ─→ starting        └ expired ──────┘
 *
 * `unasked` because public pages load neither user nor account. The identity stack is `user.identity`: its last
 * step is the user; whoever changes the stack on the server reloads the page.
 */
export const sessionMachine = setup({
  types: {
    children: {} as { cable: 'cable'; imports: 'imports' },
    input: {} as { random: () => number },
    context: {} as SessionContext,
    events: {} as SessionCommand | SessionFact,
    tags: {} as 'settled' | 'signedIn' | 'busy' | 'broken',
  },
  actors: {
    /** Reads user and account in parallel. Rejects with a {@link SessionFailure}. */
    loadIdentity: promisePort<Identity>('loadIdentity'),
    signIn: promisePort<void, Credentials>('signIn'),
    endSession: promisePort<void>('endSession'),
    cable: cableMachine,
    imports: importsMachine,
    /** Facts for the user; keeps the resources fresh. */
    notifications: callbackPort<{ user: CurrentUser }>('notifications'),
    /** Shows and saves the display options of the user. */
    display: callbackPort<{ user: CurrentUser }>('display'),
  },
  actions: {
    /** Clears what came from the server; drafts stay for the same person. */
    forgetReplies: () => undefined,
    /** Clears stores, replies and stored search state. */
    reset: () => undefined,
    /** Loads the page anew at the root: the tab acts for somebody else now. */
    reload: () => undefined,
    /** Says that signing out did not reach the server. */
    tellStillSignedIn: () => undefined,
    keepIdentity: assign((_, params: Identity) => ({ ...params, failure: null, attempts: 0, leftByWill: false })),
    forgetIdentity: assign({ user: null, account: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    noteExpiry: assign(() => ({ failure: SESSION_ENDED, leftByWill: false })),
    noteWill: assign({ failure: null, leftByWill: true }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
  },
  guards: {
    isUnauthorized: (_, params: { error: unknown }) => failureOf(params.error).kind === 'unauthorized',
    isRefused: (_, params: { error: unknown }) => failureOf(params.error).kind !== 'unreachable',
    wasDismissed: (_, params: { reason: string | null }) => params.reason === 'unauthorized',
  },
  delays: {
    retry: ({ context }) => Math.min(SESSION_RETRY_MS * 2 ** context.attempts, SESSION_RETRY_MAX_MS),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    user: null,
    account: null,
    failure: null,
    attempts: 0,
    leftByWill: false,
    random: input.random,
  }),
  initial: 'unasked',
  states: {
    unasked: {
      on: { 'session.open': 'starting', 'session.signIn': 'signingIn' },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'loadIdentity',
        onDone: { target: 'working', actions: { type: 'keepIdentity', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut' },
          { target: 'broken', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
    signedOut: {
      tags: ['settled'],
      on: { 'session.signIn': 'signingIn' },
    },
    signingIn: {
      tags: ['settled', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'signIn',
        input: ({ event }) => credentialsOf(event),
        onDone: { target: 'starting', actions: 'forgetReplies' },
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    working: {
      tags: ['settled', 'signedIn'],
      invoke: [
        {
          id: 'cable',
          src: 'cable',
          input: ({ context }) => ({ random: context.random }),
          onDone: { guard: { type: 'wasDismissed', params: ({ event }) => event.output }, target: 'expired' },
          onError: {},
        },
        { id: 'imports', src: 'imports', input: ({ context }) => ({ user: userOf(context) }), onError: {} },
        { src: 'notifications', input: ({ context }) => ({ user: userOf(context) }), onError: {} },
        { src: 'display', input: ({ context }) => ({ user: userOf(context) }), onError: {} },
      ],
      on: {
        'session.signOut': 'signingOut',
        'session.expired': 'expired',
        'session.identityChanged': 'reloading',
      },
    },
    signingOut: {
      tags: ['busy'],
      invoke: {
        src: 'endSession',
        onDone: { target: 'signedOut', actions: ['noteWill', 'forgetIdentity', 'reset'] },
        onError: [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => event },
            target: 'signedOut',
            actions: ['noteWill', 'forgetIdentity', 'reset'],
          },
          { target: 'working', actions: 'tellStillSignedIn' },
        ],
      },
    },
    expired: {
      entry: ['noteExpiry', 'forgetIdentity', 'forgetReplies'],
      always: 'signedOut',
    },
    broken: {
      tags: ['broken'],
      entry: 'countAttempt',
      after: { retry: 'starting' },
      on: { 'session.retry': 'starting' },
    },
    reloading: { tags: ['busy'], entry: 'reload' },
  },
});

const SESSION_ENDED: SessionFailure = {
  kind: 'unauthorized',
  message: 'Your session has ended. Sign in again.',
  requestId: null,
  retryAfter: null,
};

/** Milliseconds before the first new try of an unreachable server, and at most between later ones. Ours. */
export const SESSION_RETRY_MS = 1_000;
export const SESSION_RETRY_MAX_MS = 30_000;

/** Why it did not work, for the form and the screen in place of the app. */
export interface SessionFailure {
  readonly kind: 'unauthorized' | 'refused' | 'unreachable';
  readonly message: string;
  readonly requestId: string | null;
  /** Seconds until another try may succeed. `null`: at once. */
  readonly retryAfter: number | null;
}

export interface Identity {
  readonly user: CurrentUser;
  readonly account: CurrentAccount;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface SessionContext {
  /** `null`: nobody is signed in, or it is not known yet. */
  readonly user: CurrentUser | null;
  readonly account: CurrentAccount | null;
  readonly failure: SessionFailure | null;
  readonly attempts: number;
  /** True after a sign-out: the page left is then not remembered. */
  readonly leftByWill: boolean;
  readonly random: () => number;
}

/** What a person or the router asks for. */
export type SessionCommand =
  | { type: 'session.open' }
  | ({ type: 'session.signIn' } & Credentials)
  | { type: 'session.signOut' }
  | { type: 'session.retry' };

/** What the server said on some other call. */
export type SessionFact = { type: 'session.expired' } | { type: 'session.identityChanged' };

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

function failureOf(thrown: unknown): SessionFailure {
  if (typeof thrown === 'object' && thrown !== null && 'kind' in thrown) return thrown as SessionFailure;
  return { kind: 'unreachable', message: String(thrown), requestId: null, retryAfter: null };
}

function userOf({ user }: SessionContext): CurrentUser {
  if (user === null) throw new Error('working without a user');
  return user;
}

function credentialsOf(event: { type: string }): Credentials {
  if (event.type !== 'session.signIn') throw new Error(`signing in by ${event.type}`);
  const { username, password } = event as Extract<SessionCommand, { type: 'session.signIn' }>;
  return { username, password };
}
