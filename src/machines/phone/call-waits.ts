import { type Call, REJOIN_MS } from '#contract/phone/call.contract.ts';
import type { VoiceFact } from './voice-port.ts';

/** Milliseconds by which a page may be older than the absence of the one before: it began to load before that one went. Ours. */
const LOADING_MS = 10_000;

/** Whether a page was loaded after the one went whose call waits; one that was open all along may be at another desk. */
export const isNewPage = (pageAge: number, awayMs: number): boolean => pageAge < awayMs + LOADING_MS;

/** A call of a carrier that waits for this agent, as the server says it; the embedded line says it itself. `null`: it doesn't. */
export function waitsOf(
  { id, sid, status, away_ms: awayMs, call_direction: direction, other_number: number, answered_at: answeredAt }: Call,
  { now, pageAge }: { readonly now: () => number; readonly pageAge: () => number },
): Extract<VoiceFact, { type: 'voice.waits' }> | null {
  if (status !== 'active' || awayMs === null || sid === null || answeredAt === null) return null;
  return {
    type: 'voice.waits',
    key: sid,
    sid,
    callId: id,
    direction,
    number,
    talkedMs: Math.max(0, now() - Date.parse(answeredAt)),
    leftMs: Math.max(0, REJOIN_MS - awayMs),
    isNewPage: isNewPage(pageAge(), awayMs),
  };
}
