import { assign, setup } from 'xstate';

/** Milliseconds of quiet after which typed text is searched for. Source: core §9 (debounce default 500 ms). */
export const SEARCH_DEBOUNCE_MS = 500;

/**
 * The search field of a list, from a key to the search. Lives as long as its page.
 *
 *   settled ─ type → typing ─ 500 ms quiet, or Enter → settled (applies the text once)
 */
export const searchBoxMachine = setup({
  types: {
    input: {} as { text: string },
    context: {} as { text: string },
    events: {} as SearchBoxCommand,
    tags: {} as 'waiting',
  },
  delays: { quiet: SEARCH_DEBOUNCE_MS },
  actions: {
    keep: assign({ text: (_, params: { text: string }) => params.text }),
    /** Filled by the page: puts the text into its scope. */
    apply: (_, _params: { text: string }) => undefined,
  },
}).createMachine({
  id: 'search-box',
  context: ({ input }) => ({ text: input.text }),
  initial: 'settled',
  on: {
    'search.type': {
      target: '.typing',
      reenter: true,
      actions: { type: 'keep', params: ({ event }) => ({ text: event.text }) },
    },
    'search.adopt': { target: '.settled', actions: { type: 'keep', params: ({ event }) => ({ text: event.text }) } },
  },
  states: {
    settled: {},
    typing: {
      tags: ['waiting'],
      after: {
        quiet: { target: 'settled', actions: { type: 'apply', params: ({ context }) => ({ text: context.text }) } },
      },
      on: {
        'search.submit': {
          target: 'settled',
          actions: { type: 'apply', params: ({ context }) => ({ text: context.text }) },
        },
      },
    },
  },
});

export type SearchBoxCommand =
  | { type: 'search.type'; text: string }
  | { type: 'search.submit' }
  /** The scope changed from elsewhere (a link, back, clear): show its text. */
  | { type: 'search.adopt'; text: string };
