import type { FlowSchedule } from '#contract/workflows/definition.contract.ts';
import { zoneOf } from '#rules/sequences/sequence.ts';
import { type ScheduledDay, scheduledAnywhere, scheduledDays } from '#rules/workflows/flow-schedule.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findReached } from '../sequences/reached-contact.ts';
import { filterScope } from './answers.ts';
import {
  findAudience,
  findFlow,
  findOccurrences,
  findScheduledFlows,
  insertRun,
  type LiveFlow,
  noteOccurrence,
} from './runs.sql.ts';

/** Milliseconds between two looks at schedules. Ours: a workflow of 9:00 starts by 9:01. */
export const SCHEDULED_EVERY_MS = 60_000;
/** How late a scheduled start may be, in ms. Ours: half a day after an outage, and not the next morning. */
const LATE_MS = 12 * 3_600_000;
/** Contacts of one transaction. Ours. */
const BATCH = 500;

type Use = Pick<Deps, 'pool' | 'now' | 'log'>;

/**
 * Starts workflows whose schedule has come at the contacts' places. An instant is noted when all its contacts have begun;
 * one that was interrupted is looked at again, and a contact begins once a day.
 */
export async function startScheduledFlows({ pool, now, log }: Use): Promise<void> {
  for (const { account_id: accountId, flow_id: flowId } of await findScheduledFlows(pool)) {
    try {
      for (const day of await withAccount(pool, { accountId }, (tx) => findDue(tx, flowId, now()))) {
        let after: number | null = 0;
        do
          after = await withAccount(pool, { accountId }, (tx) =>
            startBatch(tx, flowId, day, { after: after ?? 0, at: now() }),
          );
        while (after !== null);
      }
    } catch (error) {
      log.warn({ err: error, flow: flowId }, 'a scheduled workflow could not be started');
    }
  }
}

type Scheduled = LiveFlow & { readonly live_since: Date; readonly schedule: FlowSchedule };

async function findScheduled(tx: Tx, flowId: number): Promise<Scheduled | null> {
  const flow = await findFlow(tx, flowId);
  const schedule = flow?.live_trigger?.schedule;
  if (flow?.status !== 'on' || flow.live_since === null || schedule === undefined) return null;
  return { ...flow, live_since: flow.live_since, schedule };
}

/** Instants that have come and aren't done. */
async function findDue(tx: Tx, flowId: number, now: Date): Promise<ScheduledDay[]> {
  const flow = await findScheduled(tx, flowId);
  if (flow === null) return [];
  const until = now.getTime();
  const come = scheduledAnywhere(flow.schedule, Math.max(until - LATE_MS, flow.live_since.getTime()), until);
  if (come.length === 0) return [];
  const done = new Set((await findOccurrences(tx, flowId)).map(({ at }) => at.getTime()));
  return come.filter(({ at }) => !done.has(at));
}

/** Returns the contact to continue after; `null`: all have begun, which is noted, or the workflow was turned off. */
async function startBatch(
  tx: Tx,
  flowId: number,
  { day, at: due }: ScheduledDay,
  { after, at }: { readonly after: number; readonly at: Date },
): Promise<number | null> {
  const flow = await findScheduled(tx, flowId);
  if (flow === null) return null;
  const { schedule } = flow;
  const ids = await findAudience(tx, flowId, await filterScope(tx, schedule.filters, flow.user_id, at), {
    after,
    most: BATCH,
  });
  const dueAt = new Date(due);
  for (const contact of (await findReached(tx, ids)).values()) {
    const isHere = scheduledDays(schedule, zoneOf(contact, contact.zone), due - 1, due).length > 0;
    if (isHere)
      await insertRun(tx, {
        flow,
        contactId: contact.id,
        occasion: `schedule:${day}`,
        userId: null,
        depth: 0,
        dueAt,
        at,
      });
  }
  if (ids.length === BATCH) return ids.at(-1) ?? null;
  await noteOccurrence(tx, flowId, dueAt);
  return null;
}
