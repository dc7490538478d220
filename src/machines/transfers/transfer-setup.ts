import { assertEvent, assign, setup } from 'xstate';
import {
  ATTESTED_FROM,
  MAX_TRANSFER_LIMIT,
  type TransferAttempt,
  type TransferPreview,
} from '#contract/transfers.contract.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';
import { promisePort } from '../port.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';

/** New owners, and the statement about consent on paper as it is typed. */
export interface TransferChoice {
  readonly to: readonly { readonly id: number; readonly name: string }[];
  readonly paper: string;
}

/** The statement about consent, once it is a sentence. `null`: contacts without consent are skipped. */
export const attestedOf = ({ paper }: TransferChoice): string | null =>
  paper.trim().length < ATTESTED_FROM ? null : paper.trim();

/** Something is said, and not enough to count. */
export const isHalfSaid = (choice: TransferChoice): boolean =>
  choice.paper.trim() !== '' && attestedOf(choice) === null;

export interface TransferContext {
  readonly selection: SelectionInput;
  /** Contacts that are selected, as the list counts them. */
  readonly selected: number;
  /** Empty: none chosen yet. */
  readonly choice: TransferChoice;
  readonly note: string;
  /** Preview of the transfer. `null` until counted. */
  readonly preview: TransferPreview | null;
  /** The same for every try of the same transfer, so that it starts once. */
  readonly key: string;
  readonly newKey: () => string;
  /** `null` until it is started. */
  readonly attempt: TransferAttempt | null;
  /** Why the last command was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
}

export type TransferInput = Pick<TransferContext, 'selection' | 'selected' | 'newKey'>;

export interface TransferWish {
  readonly selection: SelectionInput;
  readonly to: readonly number[];
  readonly attested: string | null;
}

/** A wish that was shown with its count. */
export interface ConfirmedTransfer extends TransferWish {
  readonly confirmed: number;
  readonly note: string;
  readonly key: string;
}

/** User commands. */
export type TransferCommand =
  | { type: 'transfer.choose'; choice: TransferChoice }
  | { type: 'transfer.write'; note: string }
  | { type: 'transfer.confirm' };

export const freshContext = (input: TransferInput): TransferContext => ({
  ...input,
  choice: { to: [], paper: '' },
  note: '',
  preview: null,
  key: '',
  attempt: null,
  refusal: null,
});

/**
 * Returns whether a count of one choice also holds for the other: the wording of an attestation does not change counts.
 */
export const countsTheSame = (one: TransferChoice, other: TransferChoice): boolean =>
  idsOf(one).join() === idsOf(other).join() && (attestedOf(one) === null) === (attestedOf(other) === null);

export const idsOf = ({ to }: TransferChoice): readonly number[] => to.map(({ id }) => id);

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
