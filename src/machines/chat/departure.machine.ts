import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EmailTemplate } from '#contract/chat/reply.contract.ts';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { isAppPath } from '#rules/access/app-path.ts';
import type { LeavingView } from './chat-view.ts';

/** A page to open and the data it receives. */
export interface Departure {
  readonly kind: LeavingView['kind'] | 'page';
  /** Key of the message that asks for it. `null`: a person has asked, by no message. */
  readonly message: string | null;
  readonly href: string;
  /** Initial data of the contact list. */
  readonly search: ContactsScopeInput | null;
  /** Initial data of the e-mail page. */
  readonly email: EmailTemplate | null;
  /** Milliseconds, in whole seconds; 0: no delay. */
  readonly waitMs: number;
}

export interface Departed {
  readonly outcome: 'opened' | 'cancelled' | 'refused';
  readonly message: string | null;
}

const SECOND_MS = 1_000;

/**
 * A page of the app that opens by itself after a delay, or without one. Child of `chatMachine`, which cancels it as
 * soon as the user does something else. Anything but a page of the app is never opened.
 *
 *   checking ─→ counting ─0 s, go→ opened
 *      │ └ at once ─────────────────↗
 *      │           └ cancel → cancelled
 *      └ no page of the app → refused
 */
export const departureMachine = setup({
  types: {
    input: {} as Departure,
    context: {} as { readonly to: Departure; readonly secondsLeft: number; readonly outcome: Departed['outcome'] },
    events: {} as { type: 'leaving.cancel' } | { type: 'leaving.go' },
    output: {} as Departed,
  },
  actions: {
    /** Stores what the page opens with, then opens it. */
    openPage: (_scope, _params: Departure) => undefined,
    settle: assign({ outcome: (_, params: { outcome: Departed['outcome'] }) => params.outcome }),
  },
  guards: {
    isForeign: ({ context }) => !isAppPath(context.to.href),
    isDue: ({ context }) => context.secondsLeft <= 0,
    isLastSecond: ({ context }) => context.secondsLeft <= 1,
  },
  delays: { second: SECOND_MS },
}).createMachine({
  id: 'departure',
  context: ({ input }) => ({ to: input, secondsLeft: Math.ceil(input.waitMs / SECOND_MS), outcome: 'cancelled' }),
  initial: 'checking',
  states: {
    checking: {
      always: [{ guard: 'isForeign', target: 'refused' }, { guard: 'isDue', target: 'opened' }, { target: 'counting' }],
    },
    counting: {
      after: {
        second: [
          { guard: 'isLastSecond', target: 'opened' },
          {
            target: 'counting',
            reenter: true,
            actions: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
          },
        ],
      },
      on: { 'leaving.go': 'opened', 'leaving.cancel': 'cancelled' },
    },
    opened: {
      type: 'final',
      entry: [
        { type: 'openPage', params: ({ context }) => context.to },
        { type: 'settle', params: { outcome: 'opened' } },
      ],
    },
    cancelled: { type: 'final' },
    refused: { type: 'final', entry: { type: 'settle', params: { outcome: 'refused' } } },
  },
  output: ({ context }) => ({ outcome: context.outcome, message: context.to.message }),
});

export type DepartureActor = ActorRefFrom<typeof departureMachine>;
