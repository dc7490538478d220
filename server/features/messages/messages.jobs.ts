import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { carryText, settleText } from './sending/carry-text.ts';
import { findDue, findUnanswered } from './texts.sql.ts';

/** Milliseconds between two looks for texts that are due. Ours: a held text leaves in the minute it may. */
export const DUE_EVERY_MS = 5_000;
/** Milliseconds after which a queued text has no job any more, or one that waits for its file. Ours. */
const QUEUED_MS = 30_000;
/** Milliseconds between two looks for texts whose carrier has not answered, and their age. Ours. */
export const UNANSWERED_EVERY_MS = 15_000;
const UNANSWERED_MS = 30_000;
/** Texts looked at a time. Ours. */
const MOST = 500;

export const messagesJobs = (deps: Deps): JobHandlers => ({
  'texts.send': (named) => carryText(deps, named),
});

/** Gives held texts whose time has come, and queued ones whose job was lost, a job. */
export async function sendDue({ pool, jobs, now }: Pick<Deps, 'pool' | 'jobs' | 'now'>): Promise<void> {
  const at = now();
  for (const { account_id: accountId, text_id: textId } of await findDue(
    pool,
    at,
    new Date(at.getTime() - QUEUED_MS),
    MOST,
  )) {
    await withAccount(pool, { accountId }, (tx) =>
      jobs.resume(tx, 'texts.send', { accountId, textId }, String(textId)),
    );
  }
}

/** Looks up texts whose carrier has not answered. */
export async function settleUnanswered(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - UNANSWERED_MS);
  for (const { account_id: accountId, text_id: textId } of await findUnanswered(deps.pool, before, MOST)) {
    // One that can't be looked up is tried again; the others don't wait for it.
    await settleText(deps, { accountId, textId }).catch((error: unknown) =>
      deps.log.warn({ err: error, text: textId }, 'a text could not be looked up'),
    );
  }
}
