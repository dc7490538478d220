import { mayFollow } from '#rules/broadcasts/broadcast-status.ts';
import { nextSchedule, startOf } from '#rules/broadcasts/schedule.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { oneStep } from '../../../jobs/in-steps.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { WorkMeter } from '../../../jobs/work-meter.ts';
import { identityOf } from '../../bulk/caller.ts';
import { carryMarked } from '../../messages/sending/carry-texts.ts';
import { ownZone } from '../../profile/own-day.ts';
import { endEarly } from '../broadcast-changes.service.ts';
import { tellBroadcast } from '../broadcast-events.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import {
  changeBroadcast,
  countProgress,
  findBroadcastCallers,
  insertNextRun,
  findBroadcast,
  lockBroadcast,
} from '../broadcasts.sql.ts';
import { freeze } from '../audience/freeze-audience.ts';
import { fundTexts, payTexts, releaseTextMoney } from './pay-texts.ts';
import { findNextTurn } from '../audience/recipients.sql.ts';
import { type Chunk, CHUNK_RECIPIENTS, NOTHING, sendChunk } from './send-chunk.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'seal' | 'mailer' | 'textLine' | 'now' | 'log' | 'jobs'>;

const OURS = 'The broadcast failed because of an error on our side. What was sent stays sent.';

/** Chunks that are handed over while the next one is decided on. Ours: each takes a connection. */
const CHUNKS_IN_FLIGHT = 3;
/** Milliseconds between two events of one broadcast. Ours: as fast as a person reads. */
const TELL_MS = 1_000;
/** Milliseconds until a broadcast looks again when all that is left is on its way, or the queue of mail is long. Ours. */
const LOOK_AGAIN_MS = 2_000;
/** Milliseconds after a carrier said that it is busy. Ours: the second retry of a job. */
const BUSY_MS = 30_000;
/** E-mails of one broadcast that wait in the queue of mail at most, so that others get their turn. Ours. */
const QUEUED_MAILS = 500;

/**
 * Job `broadcasts.run`: sends chunk by chunk, each one transaction, until it has to wait; the wait takes no slot, since the
 * chore `send broadcasts` begins the job again. A killed one continues after its last commit.
 */
export async function runBroadcast(use: Use, data: JobData['broadcasts.run'], signal: AbortSignal): Promise<void> {
  const { accountId, broadcastId } = data;
  const meter = new WorkMeter();
  const steps = {
    accountId,
    names: { broadcastId },
    ours: OURS,
    step: (tx: Tx) => nextChunk(use, tx, broadcastId, meter),
    fail: async (tx: Tx, failure: string) => {
      const row = await lockBroadcast(tx, broadcastId, null);
      if (row === null || !mayFollow(row.status, 'failed')) return;
      const failed = await endEarly(tx, row, { status: 'failed', at: use.now(), reason: failure, failure });
      await tellBroadcast(tx, failed, 'broadcast.changed');
      await releaseTextMoney(tx, [row], use.now());
    },
  };
  const flights = new Set<Promise<void>>();
  let isBusy = false;
  const fly = (chunk: Chunk) => {
    const flight: Promise<void> = handOver(use, data, chunk).then((busy) => {
      isBusy ||= busy;
      flights.delete(flight);
    });
    flights.add(flight);
  };
  try {
    while (!signal.aborted && !isBusy) {
      const chunk = await oneStep(use, steps, signal);
      if (chunk === null) break;
      if (chunk.textIds.length > 0) fly(chunk);
      // The last ones land before it looks if anyone is left.
      if (chunk.done < CHUNK_RECIPIENTS) await Promise.all(flights);
      else if (flights.size >= CHUNKS_IN_FLIGHT) await Promise.race(flights);
    }
  } finally {
    await Promise.all(flights);
  }
  if (isBusy) await waitUntil(use, data, new Date(use.now().getTime() + BUSY_MS));
}

/** Hands the texts of a chunk over. True: the carrier is busy; what it left goes by the jobs of texts. */
async function handOver(
  use: Use,
  { accountId, broadcastId }: JobData['broadcasts.run'],
  chunk: Chunk,
): Promise<boolean> {
  const { textIds, markedAt: claimedAt } = chunk;
  try {
    return await carryMarked(use, { accountId, broadcastId, textIds, claimedAt });
  } catch (error) {
    // They stay marked, and are looked up.
    use.log.warn({ err: error, broadcastId }, 'texts of a broadcast could not be handed over');
    return false;
  }
}

const waitUntil = ({ pool }: Use, { accountId, broadcastId }: JobData['broadcasts.run'], until: Date) =>
  withAccount(pool, { accountId }, async (tx) => {
    const row = await lockBroadcast(tx, broadcastId, null);
    if (row?.status === 'sending') await changeBroadcast(tx, broadcastId, { next_at: until });
  });

/** The next step of a broadcast; `null`: it has to wait, or has ended. */
async function nextChunk(use: Use, tx: Tx, id: number, meter: WorkMeter): Promise<Chunk | null> {
  const at = use.now();
  const held = await lockBroadcast(tx, id, null);
  if (held === null) return null;
  if (held.status === 'draft' && held.frozen_at === null) {
    await tellBroadcast(tx, await freeze(use, tx, await senderOf(tx, held), held), 'broadcast.changed');
    return null;
  }
  if (held.status === 'scheduled' && held.starts_at !== null && held.starts_at <= at) return begin(use, tx, held);
  if (held.status !== 'sending' || (held.next_at !== null && held.next_at > at)) return null;
  const sender = await senderOf(tx, held);
  const row = held.frozen_at === null ? await freeze(use, tx, sender, held) : held;
  if (row.channel === 'mail' && (await findNextTurn(tx, id)).on_way >= QUEUED_MAILS) return rest(use, tx, row);
  // A step of its own: contacts are locked before money.
  if (await fundTexts(use, tx, sender, row)) return { ...NOTHING, markedAt: at };
  const chunk = await sendChunk(use, tx, row, sender);
  if (chunk.fullUntil !== null) {
    await note(use, tx, row, { next_at: chunk.fullUntil, rate: meter.add(0).rate });
    return null;
  }
  if (chunk.done === 0) return settle(use, tx, row);
  await note(use, tx, row, { next_at: null, rate: meter.add(chunk.done).rate });
  await payTexts(use, tx, row, chunk);
  return chunk;
}

/** The sender, with their current rights. @throws {Refusal} `access_denied` */
async function senderOf(tx: Tx, row: BroadcastRow): Promise<Identity> {
  const sender = identityOf(row, await findBroadcastCallers(tx, row.id));
  if (sender.permissions.includes('broadcasts.send')) return sender;
  throw new Refusal('access_denied', 'The user who sends this no longer has permission.');
}

async function begin(use: Use, tx: Tx, row: BroadcastRow): Promise<Chunk> {
  const begun = await changeBroadcast(tx, row.id, { status: 'sending', started_at: use.now(), next_at: null });
  const frozen = begun.frozen_at === null ? await freeze(use, tx, await senderOf(tx, begun), begun) : begun;
  await tellBroadcast(tx, frozen, 'broadcast.changed');
  return { ...NOTHING, markedAt: use.now() };
}

/** Tells how far it is, at most once a second; what happens in between is counted the next time. */
async function note(
  { now }: Use,
  tx: Tx,
  row: BroadcastRow,
  patch: Pick<BroadcastRow, 'next_at' | 'rate'>,
): Promise<void> {
  const at = now();
  const isQuiet = row.told_at !== null && at.getTime() - row.told_at.getTime() < TELL_MS;
  const isSame = row.next_at?.getTime() === patch.next_at?.getTime();
  if (isQuiet) {
    if (!isSame) await changeBroadcast(tx, row.id, { next_at: patch.next_at });
    return;
  }
  const told = await changeBroadcast(tx, row.id, {
    ...patch,
    rate: Math.round(patch.rate * 10) / 10,
    progress: await countProgress(tx, row.id),
    told_at: at,
  });
  await tellBroadcast(tx, told, 'broadcast.progressed');
}

async function rest(use: Use, tx: Tx, row: BroadcastRow): Promise<null> {
  await note(use, tx, row, { next_at: new Date(use.now().getTime() + LOOK_AGAIN_MS), rate: row.rate });
  return null;
}

/** No turn has come: it waits for hours, for what is on its way, or it is done. */
async function settle(use: Use, tx: Tx, row: BroadcastRow): Promise<null> {
  const at = use.now();
  const { is_waiting, later_at, on_way, on_way_until } = await findNextTurn(tx, row.id);
  if (is_waiting) return rest(use, tx, row);
  if (later_at === null && on_way === 0) {
    await finish(use, tx, row);
    return null;
  }
  const soon = new Date(at.getTime() + LOOK_AGAIN_MS);
  const settled = on_way === 0 ? null : (on_way_until ?? soon);
  const next = [later_at, settled].filter((one) => one !== null).toSorted((a, b) => a.getTime() - b.getTime())[0];
  await note(use, tx, row, { next_at: next === undefined || next < soon ? soon : next, rate: 0 });
  return null;
}

/** No recipient is left: reports and replies may still come. */
async function finish(use: Use, tx: Tx, row: BroadcastRow): Promise<void> {
  const at = use.now();
  const done = await changeBroadcast(tx, row.id, {
    status: 'done',
    rate: 0,
    next_at: null,
    progress: await countProgress(tx, row.id),
    told_at: at,
    finished_at: at,
  });
  await tellBroadcast(tx, done, 'broadcast.changed');
  await planNext(tx, row, at);
  await releaseTextMoney(tx, [row], at);
}

/** A recurring one gets its next run. */
async function planNext(tx: Tx, row: BroadcastRow, at: Date): Promise<void> {
  if (row.schedule === null) return;
  const startedAt = (row.scheduled_at ?? row.created_at).getTime();
  const zone = await ownZone(tx, row.user_id);
  const schedule = nextSchedule(row.schedule, row.recurrence, { startedAt, now: at.getTime(), zone });
  if (schedule === null) return;
  const startsAt = new Date(startOf(schedule, at.getTime()));
  const nextId = await insertNextRun(tx, row, { schedule, startsAt, at });
  const next = nextId === null ? null : await findBroadcast(tx, nextId);
  if (next !== null) await tellBroadcast(tx, next, 'broadcast.changed');
}
