import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { sendToEndpoint } from './send-to-endpoint.ts';
import { findDueEndpoints } from './webhooks.sql.ts';

/** Milliseconds between two looks for deliveries that are due. Ours: an event arrives within seconds. */
export const SEND_WEBHOOKS_EVERY_MS = 1_000;
/** Endpoints looked at a time. Ours. */
const MOST = 500;

export const webhooksJobs = (deps: Deps): JobHandlers => ({
  'webhooks.send': (named, signal) => sendToEndpoint(deps, named, signal),
});

/** Gives endpoints whose deliveries are due a job: one each, so that a slow one waits for itself alone. */
export async function sendDueWebhooks({ pool, jobs, now }: Pick<Deps, 'pool' | 'jobs' | 'now'>): Promise<void> {
  for (const { account_id: accountId, endpoint_id: endpointId } of await findDueEndpoints(pool, now(), MOST)) {
    await withAccount(pool, { accountId }, (tx) =>
      jobs.resume(tx, 'webhooks.send', { accountId, endpointId }, String(endpointId)),
    );
  }
}
