import { REJOIN_MS } from '#contract/phone/call.contract.ts';
import { NoSuchCall } from '../../../adapters/voice/voice-line.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { followRecording } from '../recordings/follow-recording.service.ts';
import { findAwayCalls, noteBack } from './absence.sql.ts';
import { type CallRow, lockCall, readCall } from './calls.sql.ts';
import { endOfCarriedLeg } from './end-lost-calls.ts';
import { lineOf } from './line-of.ts';
import { noteFact } from './note-fact.service.ts';

type Use = Pick<Deps, 'config' | 'pool' | 'now' | 'voiceLine' | 'log'>;

/** Milliseconds between two looks for calls whose agent didn't come back in time. Our choice. */
export const UNREJOINED_EVERY_MS = 2_000;

/** Ends calls whose other party has waited long enough for their agent. Returns their number. */
export async function endUnrejoinedCalls(deps: Use, waitedMs = REJOIN_MS): Promise<number> {
  let ended = 0;
  for (const found of await findAwayCalls(deps.pool, waitedMs)) {
    const call = await withAccount(deps.pool, found, (tx) => readCall(tx, found.callId));
    if (call?.away_since === null || call === null) continue;
    if (await isBack(deps, call)) continue;
    await (await lineOf(deps, deps.voiceLine, call)).hangUp(call.sid ?? '').catch(unlessGone);
    const at = new Date(call.away_since.getTime() + waitedMs);
    const why = { outcome: 'completed', by: 'line', reason: 'The page was closed or lost its connection.' } as const;
    await noteFact(deps, call.id, { key: `unrejoined:${at.getTime()}`, at, kind: 'ended', seconds: null, ...why });
    ended += 1;
  }
  return ended;
}

/** The agent's new leg lives: the word that it entered the room was lost. */
async function isBack(deps: Use, { id, account_id: accountId, agent_leg: leg }: CallRow): Promise<boolean> {
  const { twilio } = deps.config;
  if (twilio === null || leg === null || (await endOfCarriedLeg(twilio, leg, deps.now())) !== null) return false;
  await withAccount(deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, id);
    if (call?.status === 'active' && call.away_since !== null) await noteBack(tx, id);
  });
  const noted = await noteFact(deps, id, { key: `back:${leg}`, at: deps.now(), kind: 'reconnected' });
  if (noted?.isNew === true) await followRecording(deps, noted.call, { kind: 'reconnected' });
  return true;
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof NoSuchCall)) throw error;
};
