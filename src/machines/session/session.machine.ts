import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import type { Debt } from '#rules/access/debts.ts';
import { backOff } from '#rules/time/back-off.ts';
import { workplaceMachine } from '../_app/workplace.machine.ts';
import { callbackPort, promisePort } from '../port.ts';
import { type Identity, isActing, LEAVE_EARLY_MS, leftOf, stepBelow } from './identity.ts';
import { secondStepMachine } from './second-step.machine.ts';
import {
  type Credentials,
  credentialsOf,
  dueOf,
  isNews,
  noWayBack,
  settles,
  type SessionCommand,
  type SessionContext,
  type SessionFact,
  type SessionInput,
  type SsoReturn,
  ssoReturnOf,
  userOf,
} from './session-context.ts';
import { CHALLENGE_OVER, COOKIE_REFUSED, failureOf, SESSION_ENDED, type SessionFailure } from './session-failure.ts';

/** Actions after a successful sign-in. */
const WELCOME = ['noteSignIn', 'forgetReplies', 'forgetLoginStack', 'tellOtherTabs'] as const;
const FAREWELL = ['noteWill', 'forgetIdentity', 'reset', 'tellOtherTabs'] as const;

/**
 * Who the app works for. Lives as long as the page. Everything personal is a child of the workplace
 * that `working` runs, so that leaving it stops all of it.
 *
 *   unasked ─open→ starting ──────→ working ─signOut→ signingOut ─→ signedOut
 *      └ signIn ─→ signingIn ─→ starting │ └ expired ──────────────────┘
 *                     └→ secondStep ─┘   └─leave→ leaving ─→ reloading
 *
 * `unasked` because public pages load neither user nor account. The identity stack is `user.identity`: its last
 * step is the user. A change of the stack on the server ends in a reload at the root, in every tab.
 */
export const sessionMachine = setup({
  types: {
    children: {} as {
      workplace: 'workplace';
      secondStep: 'secondStep';
    },
    input: {} as SessionInput,
    context: {} as SessionContext,
    events: {} as SessionCommand | SessionFact,
    tags: {} as 'settled' | 'signedIn' | 'signedOut' | 'busy' | 'broken' | 'secondStep',
  },
  actors: {
    /** Reads user and account in parallel. Rejects with a {@link SessionFailure}, as every port here. */
    loadIdentity: promisePort<Identity>('loadIdentity'),
    /** Answers the second step that is owed. `null`: signed in. */
    signIn: promisePort<SecondStepDue | null, Credentials>('signIn'),
    /** Leaves the page for the identity provider. */
    startSso: promisePort<void>('startSso'),
    signInBySso: promisePort<SecondStepDue | null, SsoReturn>('signInBySso'),
    leaveIdentity: promisePort<void, { sessionId: number }>('leaveIdentity'),
    endSession: promisePort<void>('endSession'),
    /** Tells when another tab has changed who is signed in. */
    otherTabs: callbackPort('otherTabs'),
    secondStep: secondStepMachine,
    workplace: workplaceMachine,
  },
  actions: {
    /** Clears what came from the server; drafts stay for the same person. */
    forgetReplies: () => undefined,
    /** Reads again what the server refused, because of something owed or for another reason. */
    reloadRefused: () => undefined,
    /** Clears stores, replies and stored search state. */
    reset: () => undefined,
    /** Clears the stored login markers. */
    forgetLoginStack: () => undefined,
    tellOtherTabs: () => undefined,
    /** Reloads the page at the root: the tab's identity changed. */
    reload: () => undefined,
    /** Says that signing out, or leaving, did not reach the server. */
    tellStillSignedIn: () => undefined,
    tellStillActing: () => undefined,
    keepIdentity: assign((_, params: Identity) => ({
      ...params,
      failure: null,
      attempts: 0,
      leftByWill: false,
      hasJustSignedIn: false,
    })),
    keepUser: assign({ user: (_, params: { user: CurrentUser }) => params.user }),
    forgetIdentity: assign({ user: null, account: null }),
    keepDue: assign({ due: (_, params: { due: SecondStepDue | null }) => params.due }),
    forgetWay: assign({ due: null, hasJustSignedIn: false }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    say: assign({ failure: (_, params: { failure: SessionFailure }) => params.failure }),
    forgetFailure: assign({ failure: null }),
    noteExpiry: assign({ failure: () => SESSION_ENDED, leftByWill: false }),
    noteNoWayBack: assign({ failure: ({ context }) => noWayBack(context), leftByWill: false }),
    noteWill: assign({ failure: null, leftByWill: true }),
    noteSignIn: assign({ hasJustSignedIn: true }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
  },
  guards: {
    isUnauthorized: (_, params: { error: unknown }) => failureOf(params.error).kind === 'unauthorized',
    isForgotten: ({ context }, params: { error: unknown }) =>
      context.hasJustSignedIn && failureOf(params.error).kind === 'unauthorized',
    owesSecondStep: (_, params: { due: SecondStepDue | null }) => params.due !== null,
    hasEnded: (_, params: { kind: string; is: string }) => params.kind === params.is,
    actsForSomebody: ({ context }) => isActing(userOf(context).identity),
    isNews: ({ context }, params: { debt: Debt }) => isNews(context, params.debt),
    settles: ({ context }, params: { user: CurrentUser }) => settles(context, params.user),
  },
  delays: {
    retry: ({ context }) => backOff({ first: SESSION_RETRY_MS, longest: SESSION_RETRY_MAX_MS }, context.attempts),
    identityEnds: ({ context }) => {
      const { identity } = userOf(context);
      const left = leftOf(identity, context.now());
      return isActing(identity) ? Math.max(0, left - LEAVE_EARLY_MS) : left;
    },
    providerPatience: () => SSO_PATIENCE_MS,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    user: null,
    account: null,
    due: null,
    failure: null,
    attempts: 0,
    leftByWill: false,
    hasJustSignedIn: false,
    ...input,
  }),
  invoke: { src: 'otherTabs', onError: {} },
  initial: 'unasked',
  states: {
    unasked: {
      on: {
        'session.open': 'starting',
        'session.signIn': 'signingIn',
        'session.startSso': 'startingSso',
        'session.returnFromSso': 'returningFromSso',
      },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'loadIdentity',
        onDone: { target: 'working', actions: { type: 'keepIdentity', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isForgotten', params: ({ event }) => event },
            target: 'signedOut',
            actions: { type: 'say', params: { failure: COOKIE_REFUSED } },
          },
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut' },
          { target: 'broken', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      // Earlier replies may belong to another user.
      on: { 'session.identityChanged': { target: 'starting', reenter: true, actions: 'forgetReplies' } },
    },
    signedOut: {
      tags: ['settled', 'signedOut'],
      entry: 'forgetWay',
      on: {
        'session.signIn': 'signingIn',
        'session.startSso': 'startingSso',
        'session.returnFromSso': 'returningFromSso',
        // Another tab signed in.
        'session.identityChanged': { target: 'starting', actions: 'forgetReplies' },
      },
    },
    signingIn: {
      tags: ['settled', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'signIn',
        input: ({ event }) => credentialsOf(event),
        onDone: [
          {
            guard: { type: 'owesSecondStep', params: ({ event }) => ({ due: event.output }) },
            target: 'secondStep',
            actions: { type: 'keepDue', params: ({ event }) => ({ due: event.output }) },
          },
          { target: 'starting', actions: WELCOME },
        ],
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    secondStep: {
      tags: ['settled', 'secondStep'],
      invoke: {
        id: 'secondStep',
        src: 'secondStep',
        input: ({ context }) => ({ due: dueOf(context) }),
        onDone: [
          {
            guard: { type: 'hasEnded', params: ({ event }) => ({ ...event.output, is: 'signedIn' }) },
            target: 'starting',
            actions: WELCOME,
          },
          {
            guard: { type: 'hasEnded', params: ({ event }) => ({ ...event.output, is: 'expired' }) },
            target: 'signedOut',
            actions: { type: 'say', params: { failure: CHALLENGE_OVER } },
          },
          'signedOut',
        ],
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    startingSso: {
      tags: ['settled', 'busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'startSso',
        onDone: 'goingToProvider',
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    /** The page is about to go. When it is still here later, the provider's page did not open, or they came back. */
    goingToProvider: { tags: ['settled', 'busy'], after: { providerPatience: 'signedOut' } },
    returningFromSso: {
      tags: ['busy'],
      entry: 'forgetFailure',
      invoke: {
        src: 'signInBySso',
        input: ({ event }) => ssoReturnOf(event),
        onDone: [
          {
            guard: { type: 'owesSecondStep', params: ({ event }) => ({ due: event.output }) },
            target: 'secondStep',
            actions: { type: 'keepDue', params: ({ event }) => ({ due: event.output }) },
          },
          { target: 'starting', actions: WELCOME },
        ],
        onError: { target: 'signedOut', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    working: {
      tags: ['settled', 'signedIn'],
      initial: 'fresh',
      invoke: {
        id: 'workplace',
        src: 'workplace',
        input: ({ context }) => ({ user: userOf(context), random: context.random }),
        onDone: 'expired',
        onError: {},
      },
      after: { identityEnds: [{ guard: 'actsForSomebody', target: 'leaving' }, { target: 'expired' }] },
      on: {
        'session.signOut': 'signingOut',
        'session.leave': { guard: 'actsForSomebody', target: 'leaving' },
        'session.actedFor': { target: 'reloading', actions: 'tellOtherTabs' },
        'session.refresh': '.refreshing',
        'session.userChanged': [
          {
            guard: { type: 'settles', params: ({ event }) => event },
            actions: [{ type: 'keepUser', params: ({ event }) => event }, 'reloadRefused'],
          },
          { actions: { type: 'keepUser', params: ({ event }) => event } },
        ],
        'session.expired': 'expired',
        'session.identityChanged': 'reloading',
      },
      states: {
        fresh: {
          // What is known to be owed closes many calls at the same time.
          on: { 'session.owes': { guard: { type: 'isNews', params: ({ event }) => event }, target: 'refreshing' } },
        },
        /** Reloads user and account while everything continues; the guards decide again afterwards. */
        refreshing: {
          invoke: {
            src: 'loadIdentity',
            onDone: { target: 'fresh', actions: { type: 'keepIdentity', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#session.expired' },
              { target: 'fresh' },
            ],
          },
        },
      },
    },
    leaving: {
      tags: ['busy'],
      invoke: {
        src: 'leaveIdentity',
        input: ({ context }) => ({ sessionId: stepBelow(userOf(context).identity)?.session_id ?? 0 }),
        onDone: { target: 'reloading', actions: 'tellOtherTabs' },
        onError: [
          {
            guard: { type: 'isUnauthorized', params: ({ event }) => event },
            target: 'signedOut',
            actions: ['noteNoWayBack', 'forgetIdentity', 'forgetReplies', 'forgetLoginStack', 'tellOtherTabs'],
          },
          { target: 'working', actions: 'tellStillActing' },
        ],
      },
    },
    signingOut: {
      tags: ['busy'],
      invoke: {
        src: 'endSession',
        onDone: { target: 'signedOut', actions: FAREWELL },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut', actions: FAREWELL },
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

/** Milliseconds before the first new try of an unreachable server, and at most between later ones. Ours. */
export const SESSION_RETRY_MS = 1_000;
export const SESSION_RETRY_MAX_MS = 30_000;
/** Milliseconds after which the identity provider's page should have taken the place of this one. Ours. */
export const SSO_PATIENCE_MS = 15_000;

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
