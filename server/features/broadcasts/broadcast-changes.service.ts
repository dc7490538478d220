import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { type BroadcastCommand } from '#rules/broadcasts/broadcast-status.ts';
import { sql } from 'kysely';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { cancelTexts, releaseTexts } from '../messages/sending/broadcast-texts.ts';
import { tellBroadcast } from './broadcast-events.ts';
import { type BroadcastRow, toBroadcast } from './broadcast-row.ts';
import { changeBroadcast, countProgress, lockBroadcast } from './broadcasts.sql.ts';
import { releaseTextMoney } from './sending/pay-texts.ts';
import { lockFor } from './broadcasts.service.ts';

type Change = (tx: Tx, row: BroadcastRow) => Promise<BroadcastRow>;

/** A command to a broadcast, with audit and event. @throws {Refusal} `not_found`, `access_denied`, `conflict`. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  { id, command, action }: { readonly id: number; readonly command: BroadcastCommand; readonly action: string },
  work: Change,
): Promise<Broadcast> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await lockFor(tx, identity, id, command);
    const changed = await work(tx, row);
    const { sent, delivered, failed } = toBroadcast(changed).progress;
    await writeAudit(tx, identity, requestId, {
      action,
      subjectType: 'broadcast',
      subjectId: id,
      detail: { channel: row.channel, sent: sent + delivered, failed },
    });
    await tellBroadcast(tx, changed, 'broadcast.changed');
    if (command === 'stop') await releaseTextMoney(tx, [row], deps.now());
    return toBroadcast(changed);
  });
}

export const unscheduleBroadcast = (deps: Deps, caller: Caller, id: number): Promise<Broadcast> =>
  change(deps, caller, { id, command: 'unschedule', action: 'broadcast.unscheduled' }, (tx, row) =>
    changeBroadcast(tx, row.id, { status: 'draft', scheduled_at: null, starts_at: null, updated_at: deps.now() }),
  );

/** A chunk that is being written ends first; what is on its way is asked again before it leaves. */
export const pauseBroadcast = (deps: Deps, caller: Caller, id: number): Promise<Broadcast> =>
  change(deps, caller, { id, command: 'pause', action: 'broadcast.paused' }, async (tx, row) =>
    changeBroadcast(tx, row.id, { status: 'paused', rate: 0, progress: await countProgress(tx, row.id) }),
  );

export const resumeBroadcast = (deps: Deps, caller: Caller, id: number): Promise<Broadcast> =>
  change(deps, caller, { id, command: 'resume', action: 'broadcast.resumed' }, async (tx, row) => {
    const named = { accountId: row.account_id, broadcastId: row.id };
    const resumed = await changeBroadcast(tx, row.id, { status: 'sending', next_at: null });
    await releaseTexts(deps, tx, named);
    await deps.jobs.enqueue(tx, 'broadcasts.run', named, String(row.id));
    return resumed;
  });

export const stopBroadcast = (deps: Deps, caller: Caller, id: number): Promise<Broadcast> =>
  change(deps, caller, { id, command: 'stop', action: 'broadcast.stopped' }, (tx, row) =>
    endEarly(tx, row, { status: 'stopped', at: deps.now(), reason: 'The broadcast was stopped.' }),
  );

/** Ends a broadcast before everyone got it: what has left stays sent, and no one else gets it. Its caller releases its money last. */
export async function endEarly(
  tx: Tx,
  { id, account_id: accountId }: BroadcastRow,
  {
    status,
    at,
    reason,
    failure = null,
  }: { status: 'stopped' | 'failed'; at: Date; reason: string; failure?: string | null },
): Promise<BroadcastRow> {
  await changeBroadcast(tx, id, { status, failure, rate: 0, next_at: null, finished_at: at });
  await cancelTexts(tx, { accountId, broadcastId: id }, reason);
  return changeBroadcast(tx, id, { progress: await countProgress(tx, id) });
}

/**
 * Stops every broadcast of the account that is scheduled, sending or paused; for "Stop all sends". Returns how many people
 * get nothing by it.
 */
export async function stopAllBroadcasts(tx: Tx, { at, reason }: { at: Date; reason: string }) {
  const running = await tx.all<{ id: number }>(
    sql<{ id: number }>`select id from broadcasts where status in ('scheduled', 'sending', 'paused') order by id`,
  );
  let people = 0;
  const ended: BroadcastRow[] = [];
  for (const { id } of running) {
    const row = await lockBroadcast(tx, id, null);
    if (row === null || !['scheduled', 'sending', 'paused'].includes(row.status)) continue;
    const stopped = await endEarly(tx, row, { status: 'stopped', at, reason });
    await tellBroadcast(tx, stopped, 'broadcast.changed');
    people += toBroadcast(stopped).progress.stopped;
    ended.push(row);
  }
  await releaseTextMoney(tx, ended, at);
  return { people, broadcasts: ended.length };
}

/** Recipients of running broadcasts that nothing was sent to yet. */
export async function countToGo(tx: Tx): Promise<number> {
  const [row] = await tx.raw<{ waiting: number }>(
    `select count(*)::int as waiting from broadcast_recipients r join broadcasts b on b.id = r.broadcast_id
     where b.status in ('scheduled', 'sending', 'paused') and r.state in ('waiting', 'later')`,
  );
  return row?.waiting ?? 0;
}
