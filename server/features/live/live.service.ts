import { ROLES } from '#contract/access.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { listBroadcastsBelow } from '../broadcasts/broadcasts.service.ts';
import { listChangesBelow } from '../bulk/bulk-changes.service.ts';
import { listFinishedBelow, listRunningBelow } from '../imports/imports-below.service.ts';
import { listTransfersBelow } from '../transfers/list-transfers.service.ts';
import { listPrintsBelow } from '../printing/prints.service.ts';
import { listRunsBelow } from '../verifications/runs.service.ts';
import * as rows from './live.sql.ts';

/** Someone seen within this time counts as there, in ms. Ours: a page asks more often than that. */
const PRESENT_MS = 5 * 60_000;

/** Width of a point of the throughput line and how far it reaches, in ms. Source: the live contract. */
const SLOT_MS = 15_000;
const LINE_MS = 15 * 60_000;

/** Running work in the current user's downline, and who is online. */
export async function readOverview(deps: Deps, identity: Identity): Promise<LiveOverview> {
  const now = deps.now();
  const { userId } = identity;
  return withAccount(deps.pool, identity, async (tx) => {
    const midnight = await rows.readMidnight(tx, userId, now, IANA_ZONES);
    const lineStart = new Date(Math.floor(now.getTime() / SLOT_MS) * SLOT_MS + SLOT_MS - LINE_MS);
    const people = await rows.readPeopleBelow(tx, userId, {
      since: new Date(now.getTime() - PRESENT_MS),
      midnight,
      now,
    });
    const [sums] = await rows.readFinishedSums(tx, userId, midnight);
    return {
      running: await listRunningBelow(tx, userId),
      changes: await listChangesBelow(tx, userId),
      transfers: await listTransfersBelow(tx, userId),
      prints: await listPrintsBelow(tx, userId),
      broadcasts: (await listBroadcastsBelow(tx, userId)).filter(({ status }) => status !== 'scheduled'),
      verifications: await listRunsBelow(tx, userId),
      finished_today: (await listFinishedBelow(tx, userId, midnight)).slice(0, 50),
      people: people.map(({ roles, last_seen_at, on_call_since, ...person }) => ({
        ...person,
        role: ROLES.find((role) => roles.includes(role)) ?? 'basic',
        last_seen_at: last_seen_at?.toISOString() ?? null,
        on_call_since: on_call_since?.toISOString() ?? null,
      })),
      throughput: lineOf(lineStart, await rows.readThroughputBelow(tx, userId, lineStart)),
      ...(sums ?? { finished_count: 0, finished_rows: 0, problem_rows: 0 }),
    };
  });
}

/** One point every 15 s, oldest first, zero where nothing was imported. */
function lineOf(start: Date, slots: readonly { slot: Date; rows: number }[]): LiveOverview['throughput'] {
  const rowsAt = new Map(slots.map(({ slot, rows: count }) => [slot.getTime(), count]));
  return Array.from({ length: LINE_MS / SLOT_MS }, (_, index) => {
    const at = start.getTime() + index * SLOT_MS;
    return { at: new Date(at).toISOString(), rows_per_second: (rowsAt.get(at) ?? 0) / (SLOT_MS / 1000) };
  });
}
