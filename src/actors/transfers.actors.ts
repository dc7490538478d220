import { fromPromise } from 'xstate';
import {
  type TransferAttempt,
  transferGroup,
  type TransferPreview,
  updateTransferGroup,
} from '#contract/transfers.contract.ts';
import type { ApiClient } from '../api/client.ts';
import type { ConfirmedTransfer, TransferWish } from '../machines/transfers/transfer-setup.ts';
import { transferMachine } from '../machines/transfers/transfer.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { runningMachines } from '../machines/_running/kinds.ts';
import { runningPorts } from './_running/running.actors.ts';
import { runningTransfers } from './_running/running-sources.ts';

const bodyOf = ({ selection, to, attested }: TransferWish) => ({
  selection,
  to_user_ids: [...to],
  ...(attested !== null && { attested }),
});

/** The machine that starts a transfer, and the one for running transfers in the downline. */
export const composeTransfer = (api: ApiClient, cable: Cable) => ({
  transfersBelow: runningMachines.transfer.provide({
    actors: runningPorts(() => Promise.resolve(runningTransfers(api, cable, 'downline'))),
  }),
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
    },
  }),
});
