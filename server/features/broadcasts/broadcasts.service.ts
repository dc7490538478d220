import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { type BroadcastCommand, offers } from '#rules/broadcasts/broadcast-status.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type BroadcastRow, toBroadcast } from './broadcast-row.ts';
import {
  type BroadcastFilter,
  countBroadcasts,
  countProgress,
  findBroadcasts,
  findBroadcastsBelow,
  findVisibleBroadcast,
  lockBroadcast,
} from './broadcasts.sql.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
}

export const metaOf = ({ page, limit }: Page, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.ceil(total / limit),
});

/** @throws {Refusal} `not_found` */
export async function requireVisible(tx: Tx, { userId }: Identity, id: number): Promise<BroadcastRow> {
  const row = await findVisibleBroadcast(tx, id, userId);
  if (row === null) throw new Refusal('not_found', 'Broadcast not found.');
  return row;
}

const BUSY: Readonly<Record<BroadcastCommand, string>> = {
  edit: 'Only a draft can be changed.',
  schedule: 'Only a draft can be sent.',
  delete: 'Only a draft can be deleted.',
  unschedule: 'This broadcast has begun, or was never scheduled.',
  pause: 'Only a broadcast that is being sent can be paused.',
  resume: 'Only a paused broadcast can be resumed.',
  stop: 'This broadcast has ended, or is a draft.',
};

/** What is a user's own: no one else edits and sends under their name. */
const OWN: readonly BroadcastCommand[] = ['edit', 'schedule', 'delete', 'unschedule', 'resume'];

/**
 * A broadcast that the caller may give this command, locked.
 * @throws {Refusal} `not_found`, `access_denied` for a command to another user's, `conflict` in another status.
 */
export async function lockFor(
  tx: Tx,
  { userId }: Identity,
  id: number,
  command: BroadcastCommand,
): Promise<BroadcastRow> {
  const row = await lockBroadcast(tx, id, userId);
  if (row === null) throw new Refusal('not_found', 'Broadcast not found.');
  if (row.user_id !== userId && OWN.includes(command)) {
    throw new Refusal('access_denied', `This broadcast is ${row.user_name}’s. You can pause and stop it.`);
  }
  if (!offers(row, command)) throw new Refusal('conflict', BUSY[command]);
  return row;
}

/** @throws {Refusal} `not_found` */
export const readBroadcast = (deps: Deps, identity: Identity, id: number): Promise<Broadcast> =>
  withAccount(deps.pool, identity, async (tx) => {
    const row = await requireVisible(tx, identity, id);
    if (row.frozen_at === null || row.status === 'draft' || row.status === 'scheduled') return toBroadcast(row);
    // Replies come for a week, long after the last count.
    return toBroadcast({ ...row, progress: await countProgress(tx, id) });
  });

/** True when a user may follow a broadcast. */
export const seesBroadcast = (deps: Pick<Deps, 'pool'>, identity: Identity, id: number): Promise<boolean> =>
  withAccount(deps.pool, identity, async (tx) => (await findVisibleBroadcast(tx, id, identity.userId)) !== null);

export function listBroadcasts(
  deps: Deps,
  identity: Identity,
  { page, limit, ...filter }: Page & Omit<BroadcastFilter, 'userId'>,
): Promise<{ data: Broadcast[]; meta: ListMeta }> {
  return withAccount(deps.pool, identity, async (tx) => {
    const asked = { ...filter, userId: identity.userId };
    const rows = await findBroadcasts(tx, asked, { offset: (page - 1) * limit, limit });
    return { data: rows.map(toBroadcast), meta: metaOf({ page, limit }, await countBroadcasts(tx, asked)) };
  });
}

/** Running broadcasts of a user's downline, newest first, at most 500. */
export const listBroadcastsBelow = async (tx: Tx, userId: number): Promise<Broadcast[]> =>
  (await findBroadcastsBelow(tx, userId)).map(toBroadcast);
