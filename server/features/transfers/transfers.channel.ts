import { TransferChannelParams } from '#contract/transfers.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Channel } from '../../cable/channel.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import { liveStream, receivedStream, transferStream, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { findCallers, findVisibleAttempt, mayChange } from './transfer-attempts.sql.ts';

/** One transfer, the downline's transfers, or the user's own with those they receive. */
export const contactsTransferChannel: Channel = {
  name: 'ContactsTransferChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = TransferChannelParams.safeParse(params);
    if (!parsed.success) return null;
    const { transfer_attempt_id: id, audience } = parsed.data;
    if (id !== undefined) return withAccount(deps.pool, identity, (tx) => streamsOf(tx, identity, id));
    if (audience === 'downline') {
      return identity.permissions.includes('live.watch') ? [liveStream(identity.userId)] : null;
    }
    return [userStream(identity.userId)];
  },
};

async function streamsOf(tx: Tx, identity: Identity, id: number): Promise<string[] | null> {
  const found = await findVisibleAttempt(tx, id, identity.userId);
  if (found === null) return null;
  const [caller] = await findCallers(tx, id, 'transfer');
  const isAbove = await mayChange(tx, id, identity.userId);
  const seesAll =
    found.user_id === identity.userId ||
    reachOf(identity.roles) === 'account' ||
    (isAbove && reachOf(caller?.roles ?? []) === 'downline');
  return [seesAll ? transferStream(id) : receivedStream(id)];
}
