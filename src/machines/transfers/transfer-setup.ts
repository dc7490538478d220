import { assertEvent, assign, enqueueActions, raise, setup } from 'xstate';
import { MAX_TRANSFER_LIMIT, type TransferAttempt, type TransferPreview } from '#contract/transfers.contract.ts';
import { WORK_QUIET_MS } from '../_running/followed-work.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort, streamPort } from '../port.ts';
import {
  attestedOf,
  type ConfirmedTransfer,
  countsTheSame,
  idsOf,
  isHalfSaid,
  isNewer,
  isRunning,
  stageOf,
  stillMoved,
  type TransferChange,
  type TransferChoice,
  type TransferCommand,
  type TransferContext,
  type TransferFact,
  type TransferInput,
  type TransferSignal,
  type TransferStage,
  type TransferWish,
} from './transfer-context.ts';

/** Milliseconds after a choice before it is counted. Ours: people are often chosen several at a time. */
export const CHOICE_SETTLES_MS = 250;

/** Ports, guards and actions of `transferMachine`. The chart is in `transfer.machine.ts`. */
export const transferSetup = setup({
  types: {
    input: {} as TransferInput,
    context: {} as TransferContext,
    events: {} as TransferCommand | TransferFact | TransferSignal,
    tags: {} as 'checking' | 'busy' | 'started' | 'pending' | 'missing' | 'unreachable' | 'ended' | 'tooMany',
  },
  actors: {
    previewTransfer: promisePort<TransferPreview, TransferWish>('previewTransfer'),
    startTransfer: promisePort<TransferAttempt, ConfirmedTransfer>('startTransfer'),
    readWork: promisePort<TransferAttempt, { id: number }>('readWork'),
    changeWork: promisePort<TransferAttempt, { id: number; change: TransferChange }>('changeWork'),
    workBroadcasts: streamPort<TransferFact, { id: number }>('workBroadcasts'),
  },
  delays: { quiet: WORK_QUIET_MS, choiceSettles: CHOICE_SETTLES_MS },
  guards: {
    hasId: ({ context }) => context.id !== null,
    isTooMany: ({ context }) => context.selected > MAX_TRANSFER_LIMIT,
    isNobody: (_, { choice }: { choice: TransferChoice }) => choice.to.length === 0,
    isCountedSo: ({ context }, { choice }: { choice: TransferChoice }) => countsTheSame(context.choice, choice),
    isReady: ({ context }) => (context.preview?.counts.moved ?? 0) > 0 && !isHalfSaid(context.choice),
    /** No answer came: the same may go well in a moment, or has. */
    isUncertain: (_, { error }: { error: unknown }) => refusalOf(error).again,
    isKnown: ({ context }) => context.attempt !== null,
    isMoving: ({ context }) => context.attempt !== null && isRunning(context.attempt),
    standsAt: ({ context }, { stage }: { stage: TransferStage }) =>
      context.attempt !== null && stageOf(context.attempt) === stage,
    isMissing: ({ event }) => event.type === 'work.missed' && event.refusal.missing,
    isBroken: ({ context }) => context.attempt?.status === 'failed' || context.attempt?.status === 'cancelled',
    hasMoved: ({ context }) => context.attempt !== null && stillMoved(context.attempt) > 0,
  },
  actions: {
    choose: assign(({ event }) => {
      assertEvent(event, 'transfer.choose');
      return { choice: event.choice, preview: null, refusal: null };
    }),
    reword: assign(({ event }) => {
      assertEvent(event, 'transfer.choose');
      return { choice: event.choice };
    }),
    write: assign(({ event }) => {
      assertEvent(event, 'transfer.write');
      return { note: event.note };
    }),
    dropCount: assign({ preview: null, refusal: null }),
    takeNewKey: assign({ key: ({ context }) => context.newKey() }),
    refuse: assign({ refusal: (_, params: { refusal: Refusal }) => params.refusal }),
    forgetRefusal: assign({ refusal: null }),
    miss: raise((_, { refusal }: { refusal: Refusal }) => ({ type: 'work.missed' as const, refusal })),
    adopt: enqueueActions(({ context, enqueue }, { work }: { work: TransferAttempt }) => {
      if (!isNewer(context, work)) return;
      enqueue.assign({ id: work.id, attempt: work });
      enqueue.raise({ type: 'work.adopted' });
    }),
    ask: raise((_, params: { change: TransferChange }) => ({ type: 'change.asked' as const, change: params.change })),
  },
});

/** Requests; the requesting states are entered only with a selection. */
export const wishOf = ({ selection, choice }: TransferContext): TransferWish => ({
  selection: selection!,
  to: idsOf(choice),
  attested: attestedOf(choice),
});

export const confirmedOf = (context: TransferContext): ConfirmedTransfer => ({
  ...wishOf(context),
  confirmed: context.preview?.total ?? 0,
  note: context.note,
  key: context.key,
});
