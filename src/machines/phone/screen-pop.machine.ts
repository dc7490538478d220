import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { DEDUPE_MS } from '#contract/phone/call.contract.ts';
import type { PhoneView } from './line-view.ts';
import { screenPopPorts } from './phone-ports.ts';

interface ScreenPopContext {
  readonly isAdmin: boolean;
  /** Numbers that called within the last half second. */
  readonly recent: readonly string[];
  /** Numbers to open, the first one now. */
  readonly waiting: readonly string[];
  /** Screen-pops that the browser blocked, newest first. */
  readonly blocked: PhoneView['pops'];
}

/**
 * Opens the contacts of a number that calls, in a tab of their own, once a number. A child of `phoneMachine` in the tab
 * that leads. What the browser blocks becomes a card, until it is dismissed.
 *
 *   idle ─called→ opening ─opened, or blocked: a card→ idle
 */
export const screenPopMachine = setup({
  types: {
    input: {} as { readonly isAdmin: boolean },
    context: {} as ScreenPopContext,
    events: {} as ScreenPopEvent,
  },
  actors: screenPopPorts,
  actions: {
    queue: enqueueActions(({ context, enqueue }, { number }: { number: string }) => {
      enqueue.assign({ recent: [...context.recent, number], waiting: [...context.waiting, number] });
      enqueue.raise({ type: 'pop.forgotten', number }, { delay: 'dedupe' });
    }),
    forget: assign({
      recent: ({ context }, { number }: { number: string }) => context.recent.filter((one) => one !== number),
    }),
    dismiss: assign({
      blocked: ({ context }, params: { number: string }) =>
        context.blocked.filter(({ number }) => number !== params.number),
    }),
    showCard: assign(({ context }) => {
      const [number = ''] = context.waiting;
      const others = context.blocked.filter((pop) => pop.number !== number);
      return { blocked: [{ number, href: hrefOf(context) }, ...others] };
    }),
    next: assign({ waiting: ({ context }) => context.waiting.slice(1) }),
  },
  guards: {
    /** A withheld number has no contacts. */
    isNew: ({ context }, { number }: { number: string }) => number !== '' && !context.recent.includes(number),
    isWaiting: ({ context }) => context.waiting.length > 0,
    isBlocked: (_, params: { output: 'opened' | 'blocked' }) => params.output === 'blocked',
  },
  delays: { dedupe: DEDUPE_MS },
}).createMachine({
  id: 'screen-pop',
  context: ({ input }) => ({ ...input, recent: [], waiting: [], blocked: [] }),
  initial: 'idle',
  on: {
    'pop.called': {
      guard: { type: 'isNew', params: ({ event }) => event },
      actions: { type: 'queue', params: ({ event }) => event },
    },
    'pop.forgotten': { actions: { type: 'forget', params: ({ event }) => event } },
    'pop.dismiss': { actions: { type: 'dismiss', params: ({ event }) => event } },
  },
  states: {
    idle: { always: { guard: 'isWaiting', target: 'opening' } },
    opening: {
      invoke: {
        src: 'openPop',
        input: ({ context }) => ({ href: hrefOf(context) }),
        onDone: [
          {
            guard: { type: 'isBlocked', params: ({ event }) => event },
            target: 'idle',
            actions: ['showCard', 'next'],
          },
          { target: 'idle', actions: 'next' },
        ],
        onError: { target: 'idle', actions: ['showCard', 'next'] },
      },
    },
  },
});

const hrefOf = ({ waiting, isAdmin }: ScreenPopContext): string => screenPopHref(waiting[0] ?? '', isAdmin);

type ScreenPopEvent =
  | { type: 'pop.called'; number: string }
  | { type: 'pop.dismiss'; number: string }
  /** Half a second has passed. */
  | { type: 'pop.forgotten'; number: string };

export type ScreenPopActor = ActorRefFrom<typeof screenPopMachine>;

/**
 * The list of contacts that have a number: for an admin in the whole account, for others in their own and their
 * downline's. Source: core §6. The number is looked for without its country; quoted, since a bare one would be read as a
 * quantity.
 */
export function screenPopHref(number: string, isAdmin: boolean): string {
  const national = number.replace(/\D/gu, '').replace(/^1(?=\d{10}$)/u, '');
  const q = encodeURIComponent(JSON.stringify(national));
  return `/contacts?contact_group=${isAdmin ? 'all' : 'all_agents'}&q=${q}`;
}
