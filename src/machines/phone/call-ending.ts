import { callSetup, changeOf } from './call-setup.ts';

const OVER = '#call.over';
const NOT_HUNG_UP = { kind: 'unable', step: 'hangup' } as const;

/** Hanging up. */
export const endingStage = callSetup.createStateConfig({
  tags: ['ending'],
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'saysFirst', target: 'saying' }, { target: 'onLine' }] },
    /** The line hangs up in any case: if the server doesn't hear of it, the other side waits for a while. */
    saying: {
      invoke: {
        src: 'changeCall',
        input: ({ context }) => changeOf(context, { kind: 'hangUp' }),
        onDone: {
          target: 'onLine',
          actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) },
        },
        onError: 'onLine',
      },
      after: { hangUpWord: 'onLine' },
      on: { 'voice.ended': OVER, 'voice.cancelled': OVER, 'voice.rejected': OVER },
    },
    onLine: {
      entry: {
        type: 'ask',
        params: ({ context }) => ({ ask: { type: 'voice.hangUp', key: context.key } }),
      },
      after: { hangUpPatience: 'onServer' },
      on: {
        'voice.ended': OVER,
        'voice.cancelled': OVER,
        'voice.rejected': OVER,
        'voice.callFailed': 'onServer',
      },
    },
    onServer: {
      always: {
        guard: 'isUnknown',
        target: OVER,
        actions: { type: 'complain', params: NOT_HUNG_UP },
      },
      invoke: {
        src: 'changeCall',
        input: ({ context }) => changeOf(context, { kind: 'hangUp' }),
        onDone: {
          target: OVER,
          actions: { type: 'adopt', params: ({ event }) => ({ call: event.output }) },
        },
        onError: { target: OVER, actions: { type: 'complain', params: NOT_HUNG_UP } },
      },
    },
  },
});
