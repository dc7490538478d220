import { assign, setup } from 'xstate';

/** Milliseconds of quiet after which typed text is searched for. Source: core §9 (debounce default 500 ms). */
export const SEARCH_DEBOUNCE_MS = 500;

const typed = ({ context }: { context: { text: string } }) => ({ text: context.text.trim() });

/** The scope is set to what was typed, without the blanks around it. */
const APPLY = [
  { type: 'noteApplied' as const, params: typed },
  { type: 'apply' as const, params: typed },
];

/**
 * The search field of a list, from a key to the search. Lives as long as its page.
 *
 *   settled ─ type → typing ─ 500 ms quiet, or Enter → settled (applies the text once)
 *
 * The scope answers each search with its own text: that echo is not adopted, or it would undo what was typed since.
 */
export const searchBoxMachine = setup({
  types: {
    input: {} as { text: string },
    context: {} as {
      text: string;
      /** Text that the scope was last set to from here, or that was adopted from it. */
      applied: string;
    },
    events: {} as SearchBoxCommand,
    tags: {} as 'waiting',
  },
  delays: { quiet: SEARCH_DEBOUNCE_MS },
  actions: {
    keep: assign({ text: (_, params: { text: string }) => params.text }),
    noteApplied: assign({ applied: (_, params: { text: string }) => params.text }),
    /** Filled by the page: puts the text into its scope. */
    apply: (_args, _params: { text: string }) => undefined,
  },
  guards: {
    isFromElsewhere: ({ context }, params: { text: string }) => params.text !== context.applied,
  },
}).createMachine({
  id: 'search-box',
  context: ({ input }) => ({ text: input.text, applied: input.text }),
  initial: 'settled',
  on: {
    'search.type': {
      target: '.typing',
      reenter: true,
      actions: { type: 'keep', params: ({ event }) => ({ text: event.text }) },
    },
    'search.adopt': {
      target: '.settled',
      guard: { type: 'isFromElsewhere', params: ({ event }) => ({ text: event.text }) },
      actions: [
        { type: 'keep', params: ({ event }) => ({ text: event.text }) },
        { type: 'noteApplied', params: ({ event }) => ({ text: event.text }) },
      ],
    },
  },
  states: {
    settled: {},
    typing: {
      tags: ['waiting'],
      after: {
        quiet: { target: 'settled', actions: APPLY },
      },
      on: {
        'search.submit': { target: 'settled', actions: APPLY },
      },
    },
  },
});

export type SearchBoxCommand =
  | { type: 'search.type'; text: string }
  | { type: 'search.submit' }
  /** The scope changed from elsewhere (a link, back, clear): show its text. */
  | { type: 'search.adopt'; text: string };
