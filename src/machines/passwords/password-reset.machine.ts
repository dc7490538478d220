import { type ActorRefFrom, assign, setup } from 'xstate';
import { promisePort } from '../port.ts';
import { failureOf, type SessionFailure } from '../session/session-failure.ts';

/**
 * Resetting a forgotten password. Lives as long as its page, which needs no session.
 *
 *   asking ─ask→ sending ─→ sent
 *      ↑──────again──────────┘
 *   choosing ─choose→ saving ─→ saved     (with the token of the mail)
 *                        └→ dead ─again→ asking
 */
export const passwordResetMachine = setup({
  types: {
    input: {} as { token: string | null },
    context: {} as PasswordResetContext,
    events: {} as PasswordResetCommand,
    tags: {} as 'busy',
  },
  actors: {
    /** Rejects with a {@link SessionFailure}. The reply does not tell whether the user name exists. */
    requestReset: promisePort<void, { username: string }>('requestReset'),
    /** Answers the user name. Rejects with a {@link SessionFailure}; one about `token` means that it works no more. */
    savePassword: promisePort<string, { token: string; password: string }>('savePassword'),
  },
  actions: {
    keepName: assign({ username: (_, params: { username: string }) => params.username, failure: null }),
    keepPassword: assign({ password: (_, params: { password: string }) => params.password, failure: null }),
    forgetPassword: assign({ password: '' }),
    forgetToken: assign({ token: null, failure: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isDead: (_, params: { error: unknown }) => 'token' in failureOf(params.error).fields,
  },
}).createMachine({
  id: 'password-reset',
  context: ({ input }) => ({ token: input.token, username: '', password: '', failure: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasToken', target: 'choosing' }, 'asking'] },
    asking: {
      on: { 'reset.ask': { target: 'sending', actions: { type: 'keepName', params: ({ event }) => event } } },
    },
    sending: {
      tags: ['busy'],
      invoke: {
        src: 'requestReset',
        input: ({ context: { username } }) => ({ username }),
        onDone: 'sent',
        onError: { target: 'asking', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    sent: { on: { 'reset.again': 'asking' } },
    choosing: {
      on: { 'reset.choose': { target: 'saving', actions: { type: 'keepPassword', params: ({ event }) => event } } },
    },
    saving: {
      tags: ['busy'],
      exit: 'forgetPassword',
      invoke: {
        src: 'savePassword',
        input: ({ context: { token, password } }) => ({ token: token ?? '', password }),
        onDone: {
          target: 'saved',
          actions: { type: 'keepName', params: ({ event }) => ({ username: event.output }) },
        },
        onError: [
          { guard: { type: 'isDead', params: ({ event }) => event }, target: 'dead' },
          { target: 'choosing', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
    },
    saved: { entry: 'forgetToken', type: 'final' },
    dead: { entry: 'forgetToken', on: { 'reset.again': 'asking' } },
  },
});

interface PasswordResetContext {
  /** Token from the e-mail. `null` without one, or after its use. */
  readonly token: string | null;
  /** As typed; the stored one once the password is saved. */
  readonly username: string;
  /** Empty except on its way to the server. */
  readonly password: string;
  readonly failure: SessionFailure | null;
}

export type PasswordResetCommand =
  | { type: 'reset.ask'; username: string }
  | { type: 'reset.choose'; password: string }
  | { type: 'reset.again' };

export type PasswordResetActor = ActorRefFrom<typeof passwordResetMachine>;
