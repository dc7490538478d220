import { assign, emit, setup } from 'xstate';

interface ChatSeen {
  readonly canSend: boolean;
  /** The open conversation. `null`: none. */
  readonly session: number | null;
}

/**
 * A question for MAX from a search without results. Runs as long as its button is on the page.
 *
 *   idle ─ask→ starting ─ another conversation takes messages → idle (emits `question.due` once)
 */
export const questionMachine = setup({
  types: {
    /** `before`: the conversation before the one that is being started. */
    context: {} as { seen: ChatSeen; before: number | null },
    events: {} as { type: 'question.ask' } | ({ type: 'chat.shown' } & ChatSeen),
    emitted: {} as { type: 'question.due' },
  },
  actions: {
    look: assign({ seen: (_, { canSend, session }: ChatSeen) => ({ canSend, session }) }),
    noteBefore: assign({ before: ({ context }) => context.seen.session }),
    tellDue: emit({ type: 'question.due' }),
  },
  guards: {
    isStarted: ({ context }, { canSend, session }: ChatSeen) => canSend && session !== context.before,
  },
}).createMachine({
  id: 'question',
  context: { seen: { canSend: false, session: null }, before: null },
  initial: 'idle',
  on: { 'chat.shown': { actions: { type: 'look', params: ({ event }) => event } } },
  states: {
    idle: { on: { 'question.ask': { target: 'starting', actions: 'noteBefore' } } },
    starting: {
      on: {
        'question.ask': { actions: 'noteBefore' },
        'chat.shown': [
          {
            guard: { type: 'isStarted', params: ({ event }) => event },
            target: 'idle',
            actions: [{ type: 'look', params: ({ event }) => event }, 'tellDue'],
          },
          { actions: { type: 'look', params: ({ event }) => event } },
        ],
      },
    },
  },
});
