import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../../db/tx.ts';
import { insertEvents } from './call-events.sql.ts';
import { type CallRow, changeCall } from './calls.sql.ts';
import { tellCall } from './tell-call.ts';
import { otherNumber } from './to-call.ts';

/** Records that the agent hangs up, before the carrier says that their leg has ended. The first time counts. */
export const noteHangUp = (tx: Tx, id: number, at: Date) =>
  tx.raw('update calls set hung_up_at = coalesce(hung_up_at, $2) where id = $1', [id, at]);

/** The other party waits for the agent, whose leg has ended. */
export async function noteAway(tx: Tx, id: number, leg: string, at: Date): Promise<void> {
  await insertEvents(tx, id, [{ key: `away:${leg}`, kind: 'reconnecting', at, body: {}, userId: null }]);
  await tx.raw('update calls set away_since = now() where id = $1', [id]);
  await tellCall(tx, await changeCall(tx, id, {}));
}

/** The agent is back. */
export async function noteBack(tx: Tx, id: number): Promise<void> {
  await tellCall(tx, await changeCall(tx, id, { away_since: null }));
}

/** The agent is on their way by another leg. */
export const noteNewLeg = (tx: Tx, id: number, leg: string) =>
  tx.raw('update calls set agent_leg = $2 where id = $1', [id, leg]);

/** The leg by which the colleague with whom this side talks has rejoined; `null`: they have their first one. */
export async function findOtherLeg(tx: Tx, call: CallRow): Promise<string | null> {
  const rows = await tx.prepared<{ agent_leg: string }>(
    `select agent_leg from calls
     where conversation = $1 and id <> $2 and status = 'active' and agent_leg is not null
       and case direction when 'inbound' then to_number else from_number end = $3`,
    [call.conversation, call.id, otherNumber(call)],
  );
  return rows[0]?.agent_leg ?? null;
}

/** Sides of a call's conversation whose agent is away. */
export const findAwayWith = (tx: Tx, callId: number): Promise<{ id: number }[]> =>
  tx.prepared<{ id: number }>(
    `select id from calls where status = 'active' and away_since is not null
       and conversation = (select conversation from calls where id = $1) order by id`,
    [callId],
  );

/** Calls of every account whose other party has waited that long. */
export const findAwayCalls = (pool: Pool, waitedMs: number) =>
  outsideAccounts<{ accountId: number; callId: number }>(
    pool,
    'select account_id as "accountId", call_id as "callId" from find_away_calls(now() - make_interval(secs => $1))',
    [waitedMs / 1_000],
  );
