import { JobsChannelParams } from '#contract/bulk/broadcasts.contract.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import {
  broadcastStream,
  bulkStream,
  dryRunStream,
  liveStream,
  printStream,
  userStream,
  verificationStream,
} from '../../events.ts';
import { seesBroadcast } from '../broadcasts/broadcasts.service.ts';
import { seesPrint } from '../printing/prints.service.ts';
import { seesRun } from '../verifications/runs.service.ts';
import { seesDryRun } from '../workflows/dry-runs/dry-runs.service.ts';
import { findVisibleJob } from './bulk-jobs.sql.ts';

/** One bulk or print job, verification run, dry run or broadcast, the downline's jobs, or the user's own. */
export const jobsChannel: Channel = {
  name: 'JobsChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = JobsChannelParams.safeParse(params);
    if (!parsed.success) return null;
    const { bulk_job_id: jobId, print_job_id: printId, verification_run_id: runId, audience } = parsed.data;
    const { broadcast_id: broadcastId, dry_run_id: dryRunId } = parsed.data;
    if (jobId !== undefined) {
      const found = await withAccount(deps.pool, identity, (tx) => findVisibleJob(tx, jobId, identity.userId));
      return found === null ? null : [bulkStream(jobId)];
    }
    if (printId !== undefined) return (await seesPrint(deps, identity, printId)) ? [printStream(printId)] : null;
    if (runId !== undefined) return (await seesRun(deps, identity, runId)) ? [verificationStream(runId)] : null;
    if (dryRunId !== undefined) return (await seesDryRun(deps, identity, dryRunId)) ? [dryRunStream(dryRunId)] : null;
    if (broadcastId !== undefined) {
      return (await seesBroadcast(deps, identity, broadcastId)) ? [broadcastStream(broadcastId)] : null;
    }
    if (audience === 'downline') {
      return identity.permissions.includes('live.watch') ? [liveStream(identity.userId)] : null;
    }
    return [userStream(identity.userId)];
  },
};
