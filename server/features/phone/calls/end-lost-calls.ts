import { askTwilio, TwilioRefusal } from '../../../adapters/twilio-rest.ts';
import type { TwilioConfig } from '../../../config/services.ts';
import type { Deps } from '../../../deps.ts';
import { noteFact } from './note-fact.service.ts';
import { findCarriedCalls } from '../twilio/twilio-calls.sql.ts';
import { isFinal } from '../twilio/twilio-facts.ts';

/**
 * Interval for checking calls at the carrier, in ms. Our choice: until then a call whose end was lost counts as in
 * progress.
 */
export const LOST_CALLS_EVERY_MS = 60_000;

/**
 * Milliseconds before a new call is checked. Our choice: twice the ring timeout, after which each of its legs is known.
 */
const NEW_MS = 120_000;

/** Ends calls that are over at Twilio without a report, such as while `web` was down. Returns their number. */
export async function endLostCalls(deps: Pick<Deps, 'config' | 'pool' | 'now'>): Promise<number> {
  const { twilio } = deps.config;
  if (twilio === null || twilio.voice === null) return 0;
  const now = deps.now();
  let ended = 0;
  for (const { callId, sid, answered } of await findCarriedCalls(deps.pool, new Date(now.getTime() - NEW_MS))) {
    const at = await endOfCarriedLeg(twilio, sid, now);
    if (at === null) continue;
    const outcome = answered ? 'completed' : 'cancelled';
    await noteFact(deps, callId, { key: 'lost', at, kind: 'ended', outcome, by: 'line', reason: '', seconds: null });
    ended += 1;
  }
  return ended;
}

/** End of a leg; `null`: live. An unknown leg counts as ended. */
export async function endOfCarriedLeg(twilio: TwilioConfig, sid: string, now: Date): Promise<Date | null> {
  try {
    const response = await askTwilio(twilio, { what: 'a call', path: `Calls/${sid}.json` });
    const { status: CallStatus, end_time: end } = (await response.json()) as {
      status: string;
      end_time?: string | null;
    };
    if (!isFinal({ CallStatus })) return null;
    const at = new Date(end ?? '');
    return Number.isNaN(at.getTime()) ? now : at;
  } catch (error) {
    if (error instanceof TwilioRefusal && error.status === 404) return now;
    throw error;
  }
}
