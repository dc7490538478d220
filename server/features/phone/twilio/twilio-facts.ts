import type { CallOutcome } from '#contract/phone/call.contract.ts';
import { CLIENT } from '../../../adapters/twilio-address.ts';
import type { CallFact } from '../calls/call-facts.ts';

export type Form = Readonly<Record<string, string>>;

/** The person behind a device; `null`: it is a number. */
export function userOf(address = ''): number | null {
  const [, id] = new RegExp(`^${CLIENT}user-(\\d{1,15})$`, 'u').exec(address) ?? [];
  return id === undefined ? null : Number(id);
}

/** Time at the carrier, so that late and swapped reports have the same result. */
export function instantOf({ Timestamp = '' }: Form, now: Date): Date {
  const at = new Date(Timestamp);
  return Number.isNaN(at.getTime()) ? now : at;
}

/** Whole seconds; `null` when missing. */
export const secondsOf = (said: string | undefined): number | null =>
  said !== undefined && /^\d{1,7}$/u.test(said) ? Number(said) : null;

/** The carrier's clock has whole seconds: stays within its second, and never after the time of the report. */
const instantWithin = (said: string | undefined, milliseconds: number, now: Date): Date => {
  const at = new Date(said ?? '').getTime() + milliseconds;
  return new Date(Number.isNaN(at) ? now : Math.min(at, now.getTime()));
};

/** Start of a recording, after its request. */
export const startOfRecording = ({ RecordingStartTime }: Form, now: Date): Date =>
  instantWithin(RecordingStartTime, 999, now);

/**
 * End of a recording, computed from its start: the report comes late. Pauses are left out; they were reported by those
 * who made them.
 */
export const endOfRecording = ({ RecordingStartTime, RecordingDuration }: Form, now: Date): Date =>
  instantWithin(RecordingStartTime, Math.max(1, secondsOf(RecordingDuration) ?? 0) * 1_000, now);

type Side = 'outbound' | 'inbound';

/**
 * Meaning of the dialed leg's status for one side of the call. If several devices ring, one that doesn't answer doesn't
 * determine the outcome: the end of the dial does (`endOfDial`).
 */
export function factOfStatus(form: Form, side: Side, accountId: number, now: Date): CallFact | null {
  const { CallSid = '', CallStatus = '', To } = form;
  const known = { key: `${CallSid}:${CallStatus}`, at: instantOf(form, now) };
  const userId = userOf(To);
  switch (CallStatus) {
    case 'ringing':
      return { ...known, key: 'ringing', kind: 'ringing' };
    case 'in-progress': {
      const isHere = side === 'inbound' && userId !== null;
      // The carrier knows a person by their devices, not the session that each has.
      return {
        ...known,
        kind: 'answered',
        agent: isHere ? { accountId, userId, actorId: userId, sessionId: 0 } : null,
      };
    }
    case 'busy':
      return side === 'inbound' && userId !== null ? { ...known, kind: 'rejectedBy', userId } : null;
    case 'completed':
      return {
        ...known,
        kind: 'ended',
        outcome: 'completed',
        by: 'line',
        reason: '',
        seconds: secondsOf(form['CallDuration']),
      };
    default:
      return null;
  }
}

/** Outcome of an unanswered dial. Source: Twilio's DialCallStatus. */
const UNANSWERED: Readonly<Record<string, { readonly number: CallOutcome; readonly client: CallOutcome }>> = {
  busy: { number: 'busy', client: 'rejected' },
  'no-answer': { number: 'no_answer', client: 'no_answer' },
  failed: { number: 'failed', client: 'unavailable' },
  canceled: { number: 'cancelled', client: 'cancelled' },
};

/** The end of a dial; `null` if they talked, since the dialed leg reports its own end. */
export function endOfDial(form: Form, side: Side, toDevices: boolean, now: Date): CallFact | null {
  const { CallSid = '', CallStatus, DialCallStatus = '' } = form;
  const ended = UNANSWERED[DialCallStatus];
  if (ended === undefined) return null;
  // The caller hung up first.
  const isGivenUp = CallStatus === 'completed' || DialCallStatus === 'canceled';
  const outcome = isGivenUp ? 'cancelled' : ended[toDevices ? 'client' : 'number'];
  return {
    key: `${CallSid}:dialled`,
    at: now,
    kind: 'ended',
    outcome,
    by: isGivenUp ? (side === 'outbound' ? 'agent' : 'other') : 'line',
    reason: outcome === 'failed' ? 'The carrier could not reach the number.' : '',
    seconds: null,
  };
}

/** Why no one took a transfer; `null`: they talked. */
export const outcomeOfTransfer = ({ DialCallStatus = '' }: Form, toDevices: boolean): CallOutcome | null =>
  UNANSWERED[DialCallStatus]?.[toDevices ? 'client' : 'number'] ?? null;

/** True when a leg has ended. */
export const isFinal = ({ CallStatus = '' }: Form): boolean =>
  ['completed', 'failed', 'busy', 'no-answer', 'canceled'].includes(CallStatus);
