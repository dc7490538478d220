import { soaMachine } from '#rules/soa/soa.machine.ts';
import { movesBy } from '../_walk/flat-model.ts';
import type { Model } from '../_walk/walk.ts';

/** A scope of appointment by its link. Paper and calls are recorded without one, and only time ends a link. */
export const soaPageModel: Model = {
  name: 'a scope of appointment on the page',
  starts: { 'the agent has drafted it': () => ({ machine: soaMachine }) },
  key: ({ value }) => String(value),
  moves: {
    ...movesBy({
      'the agent hands over the link': 'soa.send',
      'the person opens it': 'soa.view',
      'the agent completes it': 'soa.complete',
      'the agent ends it': 'soa.reject',
      'another one replaces it': 'soa.supersede',
    }),
    'the person signs': { when: ({ value }) => value === 'viewed', go: ({ send }) => send({ type: 'soa.sign' }) },
  },
};
