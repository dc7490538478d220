import { callSetup, ENDS } from './call-setup.ts';

const over = { target: '#call.over', actions: { type: 'endAs' as const, params: ENDS.pageClosed } };

/**
 * A call whose page was closed or loaded again: the line keeps it for a while. Where the browser doesn't ask for the
 * microphone, the page rejoins by itself.
 */
export const keptStage = callSetup.createStateConfig({
  initial: 'deciding',
  after: { grace: over },
  on: {
    'line.hangUp': {
      target: 'ending.onServer',
      actions: [
        {
          type: 'ask',
          params: ({ context }) => ({ ask: { type: 'voice.hangUp', key: context.key } }),
        },
        { type: 'endAs', params: { kind: 'completed' } },
      ],
    },
  },
  states: {
    deciding: { always: [{ guard: 'mayRejoin', target: 'rejoining' }, { target: 'offered' }] },
    offered: { tags: ['waiting'], on: { 'line.rejoin': 'rejoining' } },
    rejoining: {
      tags: ['rejoining'],
      entry: 'rejoin',
      on: {
        'voice.accepted': '#call.live.stage.active',
        'voice.ended': over,
        'voice.callFailed': {
          target: 'offered',
          actions: { type: 'complain', params: { kind: 'unable', step: 'call' } },
        },
      },
    },
  },
});
