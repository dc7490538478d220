import { type ActorRefFrom, assign } from 'xstate';
import { refusalOf } from '../imports/refusal.ts';
import { confirmedOf, freshContext, transferSetup, wishOf } from './transfer-setup.ts';

const refuses = {
  type: 'refuse' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ refusal: refusalOf(event.error) }),
};
const writes = { actions: 'write' as const };

/**
 * The request for one transfer of contacts, run by the dialog that makes it. What becomes of the transfer is followed by
 * its page.
 *
 *   choosing → settling → checking → confirming → starting → started
 *      │          └──────────── unanswered ⇄ ────────┘
 *      └ tooMany
 *
 * A transfer is counted before it can be confirmed, and counted again when the new owners change, or when anything
 * changes after a start without a reply.
 */
export const transferMachine = transferSetup.createMachine({
  id: 'transfer',
  context: ({ input }) => freshContext(input),
  initial: 'choosing',
  states: {
    choosing: {
      always: { guard: 'isTooMany', target: 'tooMany' },
      on: {
        'transfer.write': writes,
        'transfer.choose': [
          { guard: { type: 'isNobody', params: ({ event }) => event }, actions: 'choose' },
          { target: 'counted', actions: 'choose' },
        ],
      },
    },
    /** More than one transfer may mean; said before anything is chosen. */
    tooMany: { tags: ['tooMany'] },
    counted: {
      initial: 'settling',
      on: {
        'transfer.write': writes,
        'transfer.choose': [
          { guard: { type: 'isNobody', params: ({ event }) => event }, target: 'choosing', actions: 'choose' },
          { guard: { type: 'isCountedSo', params: ({ event }) => event }, actions: 'reword' },
          { target: '.settling', reenter: true, actions: 'choose' },
        ],
      },
      states: {
        settling: { tags: ['checking'], after: { choiceSettles: 'checking' } },
        checking: {
          tags: ['checking'],
          entry: 'takeNewKey',
          invoke: {
            src: 'previewTransfer',
            input: ({ context }) => wishOf(context),
            onDone: { target: 'confirming', actions: assign({ preview: ({ event }) => event.output }) },
            onError: { target: '#transfer.choosing', actions: refuses },
          },
        },
        confirming: {
          on: {
            'transfer.confirm': { guard: 'isReady', target: '#transfer.starting', actions: 'forgetRefusal' },
          },
        },
        /** It may be in progress: the same request uses the same key; anything else is another transfer. */
        unanswered: {
          on: {
            'transfer.confirm': { target: '#transfer.starting', actions: 'forgetRefusal' },
            'transfer.write': { target: 'settling', actions: ['write', 'dropCount'] },
            'transfer.choose': [
              {
                guard: { type: 'isNobody', params: ({ event }) => event },
                target: '#transfer.choosing',
                actions: 'choose',
              },
              { target: 'settling', actions: 'choose' },
            ],
          },
        },
      },
    },
    starting: {
      tags: ['busy'],
      invoke: {
        src: 'startTransfer',
        input: ({ context }) => confirmedOf(context),
        onDone: {
          target: 'started',
          actions: assign({ attempt: ({ event }) => event.output }),
        },
        onError: [
          {
            guard: { type: 'isUncertain', params: ({ event }) => event },
            target: 'counted.unanswered',
            actions: refuses,
          },
          // Something is not as it was shown.
          { target: 'counted.checking', actions: refuses },
        ],
      },
    },
    started: { type: 'final' },
  },
});

export type TransferActor = ActorRefFrom<typeof transferMachine>;
