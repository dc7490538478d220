import { randomUUID } from 'node:crypto';
import { VERIFICATION_CHUNK } from '#contract/verifications.contract.ts';
import { LookupPostponed } from '../../adapters/numbers/line-lookup.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import { MICROS_OF_CENT } from '#rules/wallets/micros.ts';
import { InsufficientFunds } from '../ledger/ledger.ts';
import { payFromHold, releaseRest } from '../wallets/usage.ts';
import { identityOf } from '../bulk/caller.ts';
import { chargeOf, lookUp } from './look-up.ts';
import { changeRun, findAskers, lockRun } from './runs.sql.ts';
import type { RunRow } from './to-verification.ts';
import { tellRun } from './verification-events.ts';
import {
  type Answer,
  cancelWaiting,
  type ClaimedNumber,
  claimNumbers,
  countProgress,
  noteAnswer,
  releaseNumbers,
} from './verifications.sql.ts';

type Ground = Pick<Deps, 'pool' | 'now' | 'log' | 'lineLookup'>;
type Data = JobData['verifications.run'];

/** Milliseconds after which the look-ups of a silent worker are repeated. Ours: well above the longest chunk. */
export const LOST_MS = 90_000;
/** Look-ups at the same time. Ours: Twilio allows far more. */
const AT_ONCE = 5;

const NO_RIGHT = 'The user who requested this no longer has permission.';
const AWAY = 'The look-up service isn’t answering. The run continues by itself.';

interface Chunk {
  readonly run: RunRow;
  readonly claim: string;
  readonly numbers: readonly ClaimedNumber[];
}

/**
 * Job `verifications.run`: looks up chunk by chunk. A chunk is marked before its numbers are looked up, outside of any
 * transaction, and its answers are written in another one: whatever dies in between is looked up again by the next
 * worker, and charged once.
 * @throws {LookupPostponed} when the source is away: the job is repeated.
 */
export async function runVerification(deps: Ground, data: Data, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const chunk = await withAccount(deps.pool, data, (tx) => begin(deps, tx, data.runId));
    if (chunk === null) return;
    const { answers, postponed } = await lookUpAll(deps, chunk.numbers, signal);
    await withAccount(deps.pool, data, (tx) => finish(deps, tx, chunk, { answers, postponed: postponed !== null }));
    if (postponed !== null) throw postponed;
  }
}

/** Marks the next numbers; `null`: nothing to do now. */
async function begin({ now }: Ground, tx: Tx, runId: number): Promise<Chunk | null> {
  const run = await lockRun(tx, runId);
  if (run === null || (run.status !== 'queued' && run.status !== 'working')) return null;
  const at = now();
  const caller = identityOf(run, await findAskers(tx, runId));
  if (!caller.permissions.includes('contacts.write')) {
    await tellRun(
      tx,
      await changeRun(tx, runId, { status: 'failed', failure: NO_RIGHT, finished_at: at }),
      'verification.changed',
    );
    await releaseRest(tx, [{ type: 'verification_run', id: runId }], at);
    return null;
  }
  const claim = randomUUID();
  const lostBefore = new Date(at.getTime() - LOST_MS);
  const numbers = await claimNumbers(tx, runId, { claim, at, lostBefore, most: VERIFICATION_CHUNK });
  if (run.status === 'queued') {
    const begun = await changeRun(tx, runId, { status: 'working', started_at: run.started_at ?? at });
    await tellRun(tx, begun, 'verification.changed');
  }
  if (numbers.length > 0) return { run, claim, numbers };
  await completeIfDone(tx, runId, at);
  return null;
}

interface Answered {
  readonly answers: ReadonlyMap<number, Answer>;
  /** Why the others have none; `null`: the worker is to stop, or all have. */
  readonly postponed: LookupPostponed | null;
}

async function lookUpAll(
  { lineLookup }: Ground,
  numbers: readonly ClaimedNumber[],
  signal: AbortSignal,
): Promise<Answered> {
  const answers = new Map<number, Answer>();
  let postponed: LookupPostponed | null = null;
  const left = [...numbers];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (postponed !== null || signal.aborted) return;
      try {
        answers.set(next.id, await lookUp(lineLookup, next.number));
      } catch (error) {
        if (!(error instanceof LookupPostponed)) throw error;
        postponed = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { answers, postponed };
}

async function finish(
  { now, log }: Ground,
  tx: Tx,
  { run, claim }: Chunk,
  { answers, postponed }: { answers: Answered['answers']; postponed: boolean },
): Promise<void> {
  const held = await lockRun(tx, run.id);
  if (held === null) return;
  const at = now();
  let charged = 0;
  for (const [id, answer] of answers) {
    const chargeCents = chargeOf(answer, run.price_cents);
    // Another worker may have taken it since.
    const noted = await noteAnswer(tx, { id, claim, answer, chargeCents, at });
    if (chargeCents !== null) charged += noted;
  }
  await releaseNumbers(tx, claim);
  if (held.status === 'cancelled') await cancelWaiting(tx, run.id);
  const { done } = await countProgress(tx, run.id);
  const failure = postponed ? AWAY : null;
  await tellRun(tx, await changeRun(tx, run.id, { done, failure }), 'verification.progressed');
  await payForChunk(log, tx, { run, claim, charged, at });
  if (!postponed) await completeIfDone(tx, run.id, at);
}

/** A canceled run has given its hold back: its last answers are paid if the wallet still has the money. */
async function payForChunk(
  log: Ground['log'],
  tx: Tx,
  { run, claim, charged, at }: Pick<Chunk, 'run' | 'claim'> & { readonly charged: number; readonly at: Date },
): Promise<void> {
  const usage = {
    usage: 'phone_verification',
    key: `verifications:${claim}`,
    quantity: charged,
    amount: charged * run.price_cents * MICROS_OF_CENT,
    description: 'Phone verifications',
    userId: run.user_id,
  } as const;
  await payFromHold(tx, { type: 'verification_run', id: run.id }, usage, at).catch((error: unknown) => {
    if (!(error instanceof InsufficientFunds)) throw error;
    log.warn({ run: run.id, missing: error.missing }, 'look-ups of a canceled run are not paid');
  });
}

async function completeIfDone(tx: Tx, runId: number, at: Date): Promise<void> {
  const run = await lockRun(tx, runId);
  if (run?.status !== 'working') return;
  const { done, open } = await countProgress(tx, runId);
  if (open > 0) return;
  const ended = await changeRun(tx, runId, { status: 'complete', done, failure: null, finished_at: at });
  await tellRun(tx, ended, 'verification.changed');
  await releaseRest(tx, [{ type: 'verification_run', id: runId }], at);
}
