import type { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { countSends, findSends, findUserName, stopMessages, takeJobs } from './quiet-jobs.sql.ts';

/** E-mails that one transaction stops. Ours: well under a second. */
const BATCH = 200;

/** E-mail of the account to contacts that has not left yet. */
export const countQuietJobs = (deps: Deps, identity: Identity): Promise<Reply<typeof listQuietJobs>> =>
  withAccount(deps.pool, identity, async (tx) => ({ data: await countSends(tx) }));

/**
 * Stops e-mail of the account to contacts that no worker has yet, a batch in a transaction: what is stopped stays so, and
 * a repeated call stops the rest. Each e-mail says who stopped it.
 */
export async function stopQuietJobs(
  deps: Deps,
  identity: Identity,
  requestId: string,
): Promise<Reply<typeof quietJobs>> {
  let stopped = 0;
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const batch = await withAccount(deps.pool, identity, (tx) => stopBatch(tx, deps, identity, requestId, from));
    stopped += batch.stopped;
    after = batch.last;
  }
  const left = await withAccount(deps.pool, identity, countSends);
  return { data: { stopped, ...left } };
}

/** `last`: the message to go on after; `null`: there are no more. */
async function stopBatch(
  tx: Tx,
  deps: Deps,
  identity: Identity,
  requestId: string,
  after: number,
): Promise<{ stopped: number; last: number | null }> {
  const found = await findSends(tx, after, BATCH);
  const last = found.length < BATCH ? null : (found.at(-1)?.id ?? null);
  const taken = await takeJobs(
    tx,
    identity.accountId,
    found.map(({ id }) => id),
  );
  // A message without a job would get one again.
  const ids = found.filter(({ id, has_job: hasJob }) => !hasJob || taken.includes(id)).map(({ id }) => id);
  if (ids.length === 0) return { stopped: 0, last };
  const reason = `Stopped by ${await findUserName(tx, identity.userId)} before it was sent.`;
  const contacts = await stopMessages(tx, ids, { reason, at: deps.now() });
  if (contacts.length > 0) {
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { emails: contacts.length } });
    await emitContactsChanged(tx, identity.accountId, contacts);
  }
  return { stopped: contacts.length, last };
}
