import { assertEvent, assign, setup } from 'xstate';
import { MAX_TRANSFER_LIMIT, type TransferAttempt, type TransferPreview } from '#contract/transfers.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import {
  attestedOf,
  type ConfirmedTransfer,
  countsTheSame,
  idsOf,
  isHalfSaid,
  type TransferChoice,
  type TransferCommand,
  type TransferContext,
  type TransferInput,
  type TransferWish,
} from './transfer-context.ts';

/** Milliseconds after a choice before it is counted. Ours: people are often chosen several at a time. */
export const CHOICE_SETTLES_MS = 250;

/** Ports, guards and actions of `transferMachine`. The chart is in `transfer.machine.ts`. */
export const transferSetup = setup({
  types: {
    input: {} as TransferInput,
    context: {} as TransferContext,
    events: {} as TransferCommand,
    tags: {} as 'checking' | 'busy' | 'tooMany',
  },
  actors: {
    previewTransfer: promisePort<TransferPreview, TransferWish>('previewTransfer'),
    startTransfer: promisePort<TransferAttempt, ConfirmedTransfer>('startTransfer'),
  },
  delays: { choiceSettles: CHOICE_SETTLES_MS },
  guards: {
    isTooMany: ({ context }) => context.selected > MAX_TRANSFER_LIMIT,
    isNobody: (_, { choice }: { choice: TransferChoice }) => choice.to.length === 0,
    isCountedSo: ({ context }, { choice }: { choice: TransferChoice }) => countsTheSame(context.choice, choice),
    isReady: ({ context }) => (context.preview?.counts.moved ?? 0) > 0 && !isHalfSaid(context.choice),
    /** No answer came: the same may go well in a moment, or has. */
    isUncertain: (_, { error }: { error: unknown }) => refusalOf(error).again,
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
  },
});

/** Arguments of the requests. */
export const wishOf = ({ selection, choice }: TransferContext): TransferWish => ({
  selection,
  to: idsOf(choice),
  attested: attestedOf(choice),
});

export const confirmedOf = (context: TransferContext): ConfirmedTransfer => ({
  ...wishOf(context),
  confirmed: context.preview?.total ?? 0,
  note: context.note,
  key: context.key,
});
