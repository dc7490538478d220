import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { tellBroadcast } from './broadcast-events.ts';
import {
  changeBroadcast,
  countProgress,
  findDueBroadcasts,
  findFollowedBroadcasts,
  lockBroadcast,
} from './broadcasts.sql.ts';
import { runBroadcast } from './sending/run-broadcast.ts';

/** Milliseconds between two looks for broadcasts that may continue. Ours: the narrowest lane opens each second. */
export const DUE_BROADCASTS_EVERY_MS = 500;
/** Milliseconds between two counts of broadcasts that only wait for reports and replies, and for how long. Ours. */
export const FOLLOW_BROADCASTS_EVERY_MS = 5_000;
const FOLLOWED_MS = 3_600_000;
/** Broadcasts looked at a time. Ours. */
const MOST = 200;

export const broadcastsJobs = (deps: Deps) =>
  ({ 'broadcasts.run': (data, signal) => runBroadcast(deps, data, signal) }) satisfies JobHandlers;

/** Gives broadcasts whose time has come a job; where one has a worker nothing happens, since a queue takes one job a key. */
export async function sendDueBroadcasts({ pool, jobs, now }: Pick<Deps, 'pool' | 'jobs' | 'now'>): Promise<void> {
  for (const { account_id: accountId, broadcast_id: broadcastId } of await findDueBroadcasts(pool, now(), MOST)) {
    await withAccount(pool, { accountId }, (tx) =>
      jobs.resume(tx, 'broadcasts.run', { accountId, broadcastId }, String(broadcastId)),
    );
  }
}

/** Counts reports and replies of broadcasts that nothing is sent of at present, and tells what changed. */
export async function followBroadcasts({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - FOLLOWED_MS);
  for (const { account_id: accountId, broadcast_id: id } of await findFollowedBroadcasts(pool, since, MOST)) {
    await withAccount(pool, { accountId }, async (tx) => {
      const row = await lockBroadcast(tx, id, null);
      if (row === null || row.status === 'sending') return;
      const progress = await countProgress(tx, id);
      const isSame = Object.entries(progress).every(
        ([name, count]) => row.progress[name as keyof typeof progress] === count,
      );
      if (isSame) return;
      await tellBroadcast(tx, await changeBroadcast(tx, id, { progress }), 'broadcast.progressed');
    });
  }
}
