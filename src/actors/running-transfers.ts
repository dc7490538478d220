import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { listTransferAttempts, readTransferStatus, type TransferAttempt } from '#contract/transfers.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { transfersMachine } from '../machines/transfers/transfers.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeTransferBroadcasts } from '../realtime/transfers.stream.ts';
import { runningPorts } from './running-ports.ts';

/**
 * The registry of running transfers: of the person, a child of the session, or of everybody below them for the page that
 * lists those.
 */
export const composeTransfers = (api: ApiClient, cable: Cable, audience: 'own' | 'downline' = 'own') =>
  transfersMachine.provide({
    actors: runningPorts({
      list: async (userId, signal) => {
        const query = { running: 'true', page: 1, limit: MAX_PAGE_LIMIT } as const;
        const { data } = await api.call(listTransferAttempts, { query, signal });
        const isOwn = ({ user, to }: TransferAttempt) => [user, ...to].some(({ id }) => id === userId);
        return audience === 'own' ? data.filter(isOwn) : data.filter(({ user }) => user.id !== userId);
      },
      read: async ({ id }, signal) => (await api.call(readTransferStatus, { params: { id }, signal })).data,
      broadcasts: () => observeTransferBroadcasts(cable, audience === 'own' ? {} : { audience }),
      workOf: ({ transfer }) => transfer,
    }),
  });
