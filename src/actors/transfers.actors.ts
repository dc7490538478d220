import { fromEventObservable, fromPromise } from 'xstate';
import {
  readTransferStatus,
  revertTransfer,
  type TransferAttempt,
  transferGroup,
  type TransferPreview,
  updateTransferGroup,
  updateTransferStatus,
} from '#contract/transfers.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import type {
  ConfirmedTransfer,
  TransferChange,
  TransferFact,
  TransferWish,
} from '../machines/transfers/transfer-context.ts';
import { transferMachine } from '../machines/transfers/transfer.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeTransferBroadcasts } from '../realtime/transfers.stream.ts';
import { composeRunningTransfers } from './_running.actors.ts';

const bodyOf = ({ selection, to, attested }: TransferWish) => ({
  selection,
  to_user_ids: [...to],
  ...(attested !== null && { attested }),
});

function change(api: ApiClient, id: number, asked: TransferChange) {
  const about = { params: { id }, idempotencyKey: newIdempotencyKey() };
  switch (asked.kind) {
    case 'cancel':
      return api.call(updateTransferStatus, { ...about, body: { status: 'cancelled' } });
    case 'goOn':
      return api.call(updateTransferStatus, { ...about, body: { status: 'processing' } });
    case 'revert':
      return api.call(revertTransfer, { ...about, body: asked.ids === null ? {} : { ids: [...asked.ids] } });
  }
}

/** The machine of one transfer, and that of all that run below. */
export const composeTransfer = (api: ApiClient, cable: Cable) => ({
  transfersBelow: composeRunningTransfers(api, cable, 'downline'),
  transfer: transferMachine.provide({
    actors: {
      previewTransfer: fromPromise<TransferPreview, TransferWish>(
        async ({ input, signal }) => (await api.call(transferGroup, { body: bodyOf(input), signal })).data,
      ),
      startTransfer: fromPromise<TransferAttempt, ConfirmedTransfer>(async ({ input }) => {
        const { confirmed, note, key } = input;
        const body = { ...bodyOf(input), confirmed, note };
        return (await api.call(updateTransferGroup, { body, idempotencyKey: key })).data;
      }),
      readWork: fromPromise<TransferAttempt, { id: number }>(
        async ({ input, signal }) => (await api.call(readTransferStatus, { params: input, signal })).data,
      ),
      changeWork: fromPromise<TransferAttempt, { id: number; change: TransferChange }>(
        async ({ input }) => (await change(api, input.id, input.change)).data,
      ),
      workBroadcasts: fromEventObservable<TransferFact, { id: number }>(({ input }) =>
        observeTransferBroadcasts(cable, { transfer_attempt_id: input.id }),
      ),
    },
  }),
});
