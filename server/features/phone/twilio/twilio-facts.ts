import type { CallOutcome } from '#contract/phone/call.contract.ts';
import { CLIENT } from '../../../adapters/twilio-address.ts';
import type { CallFact } from '../calls/call-facts.ts';

export type Form = Readonly<Record<string, string>>;

/** The person behind a device; `null`: it is a number. */
export function userOf(address = ''): number | null {
  const [, id] = new RegExp(`^${CLIENT}user-(\\d{1,15})$`, 'u').exec(address) ?? [];
  return id === undefined ? null : Number(id);
}

/** When it happened at the carrier, so that late and swapped words come to the same. */
export function instantOf({ Timestamp = '' }: Form, now: Date): Date {
  const at = new Date(Timestamp);
  return Number.isNaN(at.getTime()) ? now : at;
}

/** Whole seconds; `null`: not said. */
export const secondsOf = (said: string | undefined): number | null =>
  said !== undefined && /^\d{1,7}$/u.test(said) ? Number(said) : null;

/** Of the carrier's clock, which tells whole seconds: within the one that it says, and never after it was told. */
const instantWithin = (said: string | undefined, milliseconds: number, now: Date): Date => {
  const at = new Date(said ?? '').getTime() + milliseconds;
  return new Date(Number.isNaN(at) ? now : Math.min(at, now.getTime()));
};

/** When a recording began, after what it was asked for by. */
export const startOfRecording = ({ RecordingStartTime }: Form, now: Date): Date =>
  instantWithin(RecordingStartTime, 999, now);

/** When it was over, counted from its start: the word of it comes late. Pauses are left out; whoever made them told of them. */
export const endOfRecording = ({ RecordingStartTime, RecordingDuration }: Form, now: Date): Date =>
  instantWithin(RecordingStartTime, Math.max(1, secondsOf(RecordingDuration) ?? 0) * 1_000, now);

type Side = 'outbound' | 'inbound';

/**
 * What a status of the dialled leg says to one side of the call. Of several devices that ring, one that does not answer
 * says nothing of the call: the end of the dial does (`endOfDial`).
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

/** What became of a dial that nobody answered. Source: Twilio's DialCallStatus. */
const UNANSWERED: Readonly<Record<string, { readonly number: CallOutcome; readonly client: CallOutcome }>> = {
  busy: { number: 'busy', client: 'rejected' },
  'no-answer': { number: 'no_answer', client: 'no_answer' },
  failed: { number: 'failed', client: 'unavailable' },
  canceled: { number: 'cancelled', client: 'cancelled' },
};

/** The end of a dial; `null`: they talked, and the dialled leg itself tells when it is over. */
export function endOfDial(form: Form, side: Side, toDevices: boolean, now: Date): CallFact | null {
  const { CallSid = '', CallStatus, DialCallStatus = '' } = form;
  const ended = UNANSWERED[DialCallStatus];
  if (ended === undefined) return null;
  // Whoever called is gone: they gave up.
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

/** Whether a leg is over. */
export const isFinal = ({ CallStatus = '' }: Form): boolean =>
  ['completed', 'failed', 'busy', 'no-answer', 'canceled'].includes(CallStatus);
