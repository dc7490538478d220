import { type ActorRefFrom, assign, setup } from 'xstate';
import { CHALLENGE_ATTEMPTS, CHALLENGE_MIN } from '#contract/session.contract.ts';
import type { SecondStepDue } from '#contract/session/sign-in.contract.ts';
import { promisePort } from '../port.ts';
import { failureOf, type SessionFailure } from './session-failure.ts';

/**
 * The second step of a sign-in, between the password and the session. Lives while it is owed; ends with how it went.
 *
 *   choosing ─→ entering ─enter→ checking ─→ signedIn
 *       └→ sending ─┘   ←─wrong──┘  └──→ expired
 *
 * A code is mailed or texted only for the method that is chosen; another one after a pause. The challenge ends by
 * itself, and by too many wrong codes.
 */
export const secondStepMachine = setup({
  types: {
    input: {} as { due: SecondStepDue },
    context: {} as SecondStepContext,
    events: {} as SecondStepCommand,
    output: {} as SecondStepEnd,
    tags: {} as 'sending' | 'checking' | 'mayResend',
  },
  actors: {
    /** Answers where the code went. Rejects with a {@link SessionFailure}. */
    sendCode: promisePort<string, { secret: string; method: SentMethod }>('sendCode'),
    /** Rejects with a {@link SessionFailure}; the server says the same of a wrong code and of a challenge that is over. */
    enterCode: promisePort<void, { secret: string; code: string }>('enterCode'),
  },
  actions: {
    choose: assign((_, params: { method: SecondStepMethod }) => ({ ...params, sentTo: null, failure: null })),
    keepCode: assign({ code: (_, params: { code: string }) => params.code, failure: null }),
    forgetCode: assign({ code: '' }),
    forgetFailure: assign({ failure: null }),
    keepSentTo: assign({ sentTo: (_, params: { sentTo: string }) => params.sentTo }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    countWrong: assign({
      wrong: ({ context }, params: { error: unknown }) => context.wrong + (isAbout('otp_code', params.error) ? 1 : 0),
    }),
    end: assign({ end: (_, params: { end: SecondStepEnd['kind'] }) => params.end }),
  },
  guards: {
    comesByItself: ({ context }) => sentMethod(context.method) === null,
    isOffered: ({ context }, params: { method: SecondStepMethod }) =>
      context.due.methods.includes(params.method) && params.method !== context.method,
    isSent: ({ context }) => sentMethod(context.method) !== null,
    isOver: (_, params: { error: unknown }) => isAbout('otp_secret', params.error),
    isLastWrong: ({ context }, params: { error: unknown }) =>
      isAbout('otp_code', params.error) && context.wrong + 1 >= CHALLENGE_ATTEMPTS,
  },
  delays: { challenge: CHALLENGE_MIN * 60_000, resendPause: () => RESEND_PAUSE_MS },
}).createMachine({
  id: 'second-step',
  context: ({ input: { due } }) => ({
    due,
    method: due.methods[0] ?? 'app',
    sentTo: null,
    code: '',
    wrong: 0,
    failure: null,
    end: 'left',
  }),
  initial: 'open',
  output: ({ context }) => ({ kind: context.end }),
  states: {
    open: {
      initial: 'choosing',
      after: { challenge: 'expired' },
      on: {
        'secondStep.choose': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: '.choosing',
          actions: { type: 'choose', params: ({ event }) => event },
        },
        'secondStep.leave': 'left',
      },
      states: {
        choosing: { always: [{ guard: 'comesByItself', target: 'entering' }, 'sending'] },
        sending: {
          tags: ['sending'],
          invoke: {
            src: 'sendCode',
            input: ({ context: { due, method } }) => ({
              secret: due.otp_secret,
              method: sentMethod(method) ?? 'email',
            }),
            onDone: {
              target: 'entering',
              actions: { type: 'keepSentTo', params: ({ event }) => ({ sentTo: event.output }) },
            },
            onError: [
              { guard: { type: 'isOver', params: ({ event }) => event }, target: '#second-step.expired' },
              { target: 'entering', actions: { type: 'keepFailure', params: ({ event }) => event } },
            ],
          },
        },
        entering: {
          initial: 'pausing',
          on: {
            'secondStep.enter': { target: 'checking', actions: { type: 'keepCode', params: ({ event }) => event } },
          },
          states: {
            pausing: { after: { resendPause: 'waiting' } },
            waiting: {
              tags: ['mayResend'],
              on: {
                'secondStep.resend': { guard: 'isSent', target: '#second-step.open.sending', actions: 'forgetFailure' },
              },
            },
          },
        },
        checking: {
          tags: ['checking'],
          // A code that is being checked is not exchanged for another method.
          on: { 'secondStep.choose': {}, 'secondStep.leave': {} },
          exit: 'forgetCode',
          invoke: {
            src: 'enterCode',
            input: ({ context: { due, code } }) => ({ secret: due.otp_secret, code }),
            onDone: { target: '#second-step.signedIn' },
            onError: [
              { guard: { type: 'isLastWrong', params: ({ event }) => event }, target: '#second-step.expired' },
              {
                target: 'entering.waiting',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => event },
                  { type: 'countWrong', params: ({ event }) => event },
                ],
              },
            ],
          },
        },
      },
    },
    signedIn: { type: 'final', entry: { type: 'end', params: { end: 'signedIn' } } },
    expired: { type: 'final', entry: { type: 'end', params: { end: 'expired' } } },
    left: { type: 'final', entry: { type: 'end', params: { end: 'left' } } },
  },
});

/** Milliseconds before another code may be sent. Our choice: e-mail takes about this long. */
export const RESEND_PAUSE_MS = 30_000;

export type SecondStepMethod = SecondStepDue['methods'][number];
type SentMethod = 'email' | 'sms';

/** Outcome of the second step: `expired` and `left` lead back to the password. */
export interface SecondStepEnd {
  readonly kind: 'signedIn' | 'expired' | 'left';
}

interface SecondStepContext {
  readonly due: SecondStepDue;
  readonly method: SecondStepMethod;
  /** Masked destination of the last code. `null`: none was sent for this method. */
  readonly sentTo: string | null;
  /** Empty except on its way to the server. */
  readonly code: string;
  /** Codes of this challenge that the server did not take. */
  readonly wrong: number;
  readonly failure: SessionFailure | null;
  readonly end: SecondStepEnd['kind'];
}

export type SecondStepCommand =
  | { type: 'secondStep.choose'; method: SecondStepMethod }
  | { type: 'secondStep.resend' }
  | { type: 'secondStep.enter'; code: string }
  | { type: 'secondStep.leave' };

export type SecondStepActor = ActorRefFrom<typeof secondStepMachine>;

/** `null`: the user already has the code, in an app or on paper. */
const sentMethod = (method: SecondStepMethod): SentMethod | null =>
  method === 'email' || method === 'sms' ? method : null;

const isAbout = (field: string, error: unknown): boolean => field in failureOf(error).fields;
