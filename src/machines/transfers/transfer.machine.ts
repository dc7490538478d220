import { type ActorRefFrom, assign, raise } from 'xstate';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { copyRegion, feedRegion, refuses, requestRegion } from '../_running/followed-work.ts';
import { freshContext, type TransferChange, type TransferStage } from './transfer-context.ts';
import { confirmedOf, transferSetup, wishOf } from './transfer-setup.ts';

/** Machine state for each stage of an attempt. */
const STATE_OF: Readonly<Record<TransferStage, string>> = {
  queued: '.queued',
  processing: '.processing',
  cancelling: '.cancelling',
  reverting: '.reverting',
  complete: '.ended.complete',
  cancelled: '.ended.cancelled',
  failed: '.ended.failed',
  reverted: '.ended.reverted',
  partlyReverted: '.ended.partlyReverted',
};

const followStage = () =>
  Object.entries(STATE_OF).map(([stage, target]) => ({
    guard: { type: 'standsAt' as const, params: { stage: stage as TransferStage } },
    target,
  }));

const asks = (change: TransferChange) => ({ actions: { type: 'ask' as const, params: { change } } });
const goesOn = asks({ kind: 'goOn' });
const reverts = { guard: 'hasMoved' as const, ...asks({ kind: 'revert', ids: null }) };
const revertsPart = {
  guard: 'hasMoved' as const,
  actions: {
    type: 'ask' as const,
    params: ({ event }: { event: { ids: readonly number[] } }) => ({
      change: { kind: 'revert' as const, ids: event.ids },
    }),
  },
};
const writes = { actions: 'write' as const };
const takesBack = { 'transfer.revert': reverts, 'transfer.revertPart': revertsPart };

/**
 * One transfer of contacts, run by the dialog that asks for it or by the page of its attempt.
 *
 *   choosing → settling → checking → confirming → starting → following: queued → processing → ended ⇄ reverting
 *                 └──────────── unanswered ⇄ ────────┘
 *      └ tooMany   (by the number of an attempt: following at once)        cancelling
 *
 * A transfer is counted before it can be confirmed, and counted again when the new owners change, or when anything
 * changes after a start without a reply. Following has four regions: `stage` follows the server alone, `request` sends
 * one change at a time, `copy` keeps the data fresh, `feed` listens. The higher version wins, whichever way it came.
 */
export const transferMachine = transferSetup.createMachine({
  id: 'transfer',
  context: ({ input }) => freshContext(input),
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'hasId', target: 'following' },
        { guard: 'isTooMany', target: 'tooMany' },
      ],
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
          target: 'following',
          actions: assign(({ event }) => ({ id: event.output.id, attempt: event.output })),
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
    following: {
      tags: ['started'],
      type: 'parallel',
      on: {
        'transfer.progressed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.transfer }) } },
        'transfer.changed': { actions: { type: 'adopt', params: ({ event }) => ({ work: event.transfer }) } },
      },
      states: {
        stage: {
          initial: 'loading',
          on: { 'work.adopted': followStage() },
          states: {
            loading: {
              tags: ['pending'],
              always: { guard: 'isKnown', actions: raise({ type: 'work.adopted' }) },
              on: {
                'work.missed': [
                  { guard: 'isMissing', target: 'absent' },
                  { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
                ],
              },
            },
            unreachable: {
              tags: ['unreachable'],
              on: { 'work.reload': { target: 'loading', actions: 'forgetRefusal' } },
            },
            absent: { tags: ['missing'] },
            queued: { on: { 'transfer.cancel': asks({ kind: 'cancel' }) } },
            processing: { on: { 'transfer.cancel': asks({ kind: 'cancel' }) } },
            cancelling: {},
            reverting: {},
            ended: {
              tags: ['ended'],
              initial: 'complete',
              states: {
                complete: { on: takesBack },
                cancelled: { on: { 'transfer.goOn': goesOn, ...takesBack } },
                failed: { on: { 'transfer.goOn': goesOn, ...takesBack } },
                partlyReverted: {
                  on: { 'transfer.goOn': { guard: 'isBroken', ...goesOn }, ...takesBack },
                },
                reverted: {},
              },
            },
          },
        },
        request: requestRegion<TransferAttempt, TransferChange>(),
        copy: copyRegion<TransferAttempt>(),
        feed: feedRegion(),
      },
    },
  },
});

export type TransferActor = ActorRefFrom<typeof transferMachine>;
