import { assign, setup } from 'xstate';

/**
 * A private value in clear, for a limited time. Runs as long as its place is on the page.
 *
 *   hidden ─show→ shown ─hide, or time is up→ hidden
 */
export const revealedMachine = setup({
  types: {
    input: {} as { ms: number },
    /** `value`: in no cache and in no storage. `null`: hidden. */
    context: {} as { ms: number; value: unknown },
    events: {} as { type: 'reveal.show'; value: unknown } | { type: 'reveal.hide' },
  },
  actions: {
    keep: assign({ value: (_, params: { value: unknown }) => params.value }),
    forget: assign({ value: null }),
  },
  delays: { lasting: ({ context }) => context.ms },
}).createMachine({
  id: 'revealed',
  context: ({ input }) => ({ ...input, value: null }),
  initial: 'hidden',
  on: {
    'reveal.show': {
      target: '.shown',
      reenter: true,
      actions: { type: 'keep', params: ({ event }) => event },
    },
  },
  states: {
    hidden: { entry: 'forget' },
    shown: { on: { 'reveal.hide': 'hidden' }, after: { lasting: 'hidden' } },
  },
});
