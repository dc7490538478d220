import { setup, stateIn } from 'xstate';
import { CABLE_IN_USE_MS } from '#contract/_cable.contract.ts';
import { callbackPort } from '../port.ts';

/**
 * Reports to the server that the page is visible, so that a user who only watches isn't signed out. Child of the cable
 * machine: reports when the page is visible, then at most every five minutes.
 *
 *   page: hidden ⇄ visible
 *   word: due ─while visible→ said ─five minutes→ due
 */
export const inUseMachine = setup({
  types: { events: {} as PageFact },
  actors: {
    /** Emits `page.*` facts, the current one first. */
    visibility: callbackPort('visibility'),
  },
  actions: {
    /** Goes out over the line; without one it is lost, and a new line counts as use by itself. */
    sayInUse: () => undefined,
  },
  guards: { isVisible: stateIn({ page: 'visible' }) },
  delays: { untilDue: CABLE_IN_USE_MS },
}).createMachine({
  id: 'in-use',
  type: 'parallel',
  invoke: { src: 'visibility', onError: {} },
  states: {
    page: {
      initial: 'hidden',
      states: {
        hidden: { on: { 'page.shown': 'visible' } },
        visible: { on: { 'page.hidden': 'hidden' } },
      },
    },
    word: {
      initial: 'due',
      states: {
        due: { always: { guard: 'isVisible', target: 'said', actions: 'sayInUse' } },
        said: { after: { untilDue: 'due' } },
      },
    },
  },
});

/** Page visibility from the browser. */
export type PageFact = { type: 'page.shown' } | { type: 'page.hidden' };
