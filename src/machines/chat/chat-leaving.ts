import { sendTo } from 'xstate';
import { chatSetup } from './chat-setup.ts';
import type { OpeningCommand } from './departures.ts';

const opens = {
  target: '.going',
  actions: { type: 'planCommand' as const, params: ({ event }: { event: OpeningCommand }) => ({ command: event }) },
};
const cancels = { actions: 'cancelDeparture' as const };

/** The page that an answer or a click leads to, until it opens. */
export const leavingRegion = chatSetup.createStateConfig({
  initial: 'staying',
  on: {
    'reply.taken': {
      guard: { type: 'leadsAway', params: ({ event }) => event },
      target: '.deciding',
      actions: { type: 'planReply', params: ({ event }) => event },
    },
    'scope.apply': opens,
    'page.open': opens,
    'email.open': opens,
  },
  states: {
    staying: { entry: 'stay' },
    /** The user is never taken from a page without seeing why. */
    deciding: { always: [{ guard: 'isWatched', target: 'going' }, { target: 'staying' }] },
    going: {
      invoke: {
        id: 'departure',
        src: 'departure',
        // It goes by a plan only.
        input: ({ context }) => context.departure!,
        onSnapshot: { actions: { type: 'showLeaving', params: ({ event }) => event.snapshot.context } },
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'staying',
            actions: { type: 'refusePage', params: ({ event }) => event.output },
          },
          { target: 'staying' },
        ],
        onError: 'staying',
      },
      on: {
        'leaving.go': { actions: sendTo('departure', ({ event }) => event) },
        'leaving.cancel': cancels,
        'scope.change': cancels,
        'talk.say': cancels,
        'talk.again': cancels,
        'chat.start': cancels,
        'chat.back': cancels,
        'chat.end': cancels,
        'panel.toggle': cancels,
        'panel.close': cancels,
      },
    },
  },
});
