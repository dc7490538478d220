import type { listQuietJobs, quietJobs, WaitingSends } from '#contract/failed-jobs.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { countToGo, stopAllBroadcasts } from '../broadcasts/broadcast-changes.service.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { countWaiting, stopTexts } from '../messages/sending/stop-texts.ts';
import { countRunning, stopSequences } from '../sequences/stop-sequences.ts';
import { countRunning as countRuns, stopRuns } from '../workflows/stop-runs.ts';
import { countSends, findSends, findUserName, stopMessages, takeJobs } from './quiet-jobs.sql.ts';

/** E-mails, or texts, that one transaction stops. Ours: well under a second. */
const BATCH = 200;

/** E-mails and texts of the account to contacts that have not left yet. */
export const countQuietJobs = (deps: Deps, identity: Identity): Promise<Reply<typeof listQuietJobs>> =>
  withAccount(deps.pool, identity, async (tx) => ({ data: await countAll(tx) }));

async function countAll(tx: Tx): Promise<WaitingSends> {
  const [emails, texts, steps] = [await countSends(tx), await countWaiting(tx), await countRunning(tx)];
  const [people, runs] = [await countToGo(tx), await countRuns(tx)];
  return { waiting: emails.waiting + texts.waiting + steps + runs + people, leaving: emails.leaving + texts.leaving };
}

/**
 * Stops e-mails and texts of the account to contacts that no worker has yet, a batch in a transaction: what is stopped
 * stays so, and a repeated call stops the rest. Each of them says who stopped it.
 */
export async function stopQuietJobs(
  deps: Deps,
  identity: Identity,
  requestId: string,
): Promise<Reply<typeof quietJobs>> {
  // First those that would send more.
  let stopped = await withAccount(deps.pool, identity, (tx) => stopBroadcasts(tx, deps, identity, requestId));
  for (const stop of [stopSequenceBatch, stopRunBatch, stopEmails, stopTextBatch]) {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const batch = await withAccount(deps.pool, identity, (tx) => stop(tx, deps, identity, requestId, from));
      stopped += batch.stopped;
      after = batch.last;
    }
  }
  const left = await withAccount(deps.pool, identity, countAll);
  return { data: { stopped, ...left } };
}

const reasonOf = async (tx: Tx, { userId }: Identity): Promise<string> =>
  `Stopped by ${await findUserName(tx, userId)} before it was sent.`;

/** Like `stopEmails`, for contacts in the sequence of a campaign trigger. */
async function stopSequenceBatch(tx: Tx, _deps: Deps, identity: Identity, requestId: string, after: number) {
  const note = await reasonOf(tx, identity);
  const { stopped, last } = await stopSequences(tx, { after, limit: BATCH, note });
  if (stopped.length > 0) {
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { sequences: stopped.length } });
    const contacts = stopped.map(({ contact_id: id, owner_id }) => ({ id, owner_id }));
    await emitContactsChanged(tx, identity.accountId, contacts);
  }
  return { stopped: stopped.length, last };
}

/** Like `stopEmails`, for contacts in workflows. */
async function stopRunBatch(tx: Tx, _deps: Deps, identity: Identity, requestId: string, after: number) {
  const note = await reasonOf(tx, identity);
  const { stopped, last } = await stopRuns(tx, { after, limit: BATCH, note });
  if (stopped.length > 0) {
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { workflows: stopped.length } });
    const contacts = stopped.map(({ contact_id: id, owner_id }) => ({ id, owner_id }));
    await emitContactsChanged(tx, identity.accountId, contacts);
  }
  return { stopped: stopped.length, last };
}

async function stopBroadcasts(tx: Tx, { now }: Deps, identity: Identity, requestId: string): Promise<number> {
  const { people, broadcasts } = await stopAllBroadcasts(tx, { at: now(), reason: await reasonOf(tx, identity) });
  if (broadcasts > 0)
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { broadcasts, people } });
  return people;
}

/** Like `stopEmails`, for texts. */
async function stopTextBatch(tx: Tx, _deps: Deps, identity: Identity, requestId: string, after: number) {
  const reason = await reasonOf(tx, identity);
  const batch = await stopTexts(tx, identity.accountId, { after, limit: BATCH, reason });
  if (batch.stopped > 0) {
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { texts: batch.stopped } });
  }
  return batch;
}

/** `last`: the message to continue after; `null`: there are no more. */
async function stopEmails(
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
  const reason = await reasonOf(tx, identity);
  const contacts = await stopMessages(tx, ids, { reason, at: deps.now() });
  if (contacts.length > 0) {
    await writeAudit(tx, identity, requestId, { action: 'sends.stopped', detail: { emails: contacts.length } });
    await emitContactsChanged(tx, identity.accountId, contacts);
  }
  return { stopped: contacts.length, last };
}
