import { type LucideIcon, PhoneIncoming, PhoneMissed, PhoneOutgoing } from 'lucide-react';
import {
  type Call,
  type CallOutcome,
  type Disposition,
  MISSED_OUTCOMES,
  type RecordingState,
} from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatClock, formatDuration } from '../../_kit/format/format-duration.ts';
import { formatPlainDate } from '../../_kit/format/format-when.ts';
import type { Tone } from '../../_kit/display/Icon.tsx';

export const DISPOSITION_WORDS: Readonly<Record<Disposition, string>> = {
  interested: 'Interested',
  call_back: 'Call back',
  not_now: 'Not now',
  wrong_number: 'Wrong number',
  do_not_call: 'Do not call',
};

/** As a choice of a list. */
export const OUTCOME_WORDS: Readonly<Record<CallOutcome, string>> = {
  completed: 'Connected',
  no_answer: 'No answer',
  busy: 'Busy',
  rejected: 'Declined',
  cancelled: 'Canceled',
  unavailable: 'Unavailable',
  failed: 'Failed',
};

/** Number of the other party, whoever they were transferred to. */
export const numberOf = ({ other_number: number }: Call): string => number;

/** "Rosalind Okafor", "Marcus Ellery", "Test call", else the number with dashes. */
export const partyOf = (call: Call): string =>
  call.contact?.name || call.inside?.name || formatPhone(numberOf(call)) || 'Private number';

/**
 * Owner of the number within the agency: no contact to create, and not a marketing call. `null`: an outside number, or
 * a contact.
 */
export const insideOf = (call: Call | null): Call['inside'] =>
  call === null || call.contact !== null ? null : call.inside;

const INSIDE_WORDS = { colleague: 'Colleague', group: 'Agency group', echo: 'Uses no minutes' } as const;

/** "Colleague", "Fort Worth, TX"; empty: not known. */
export function placeOf(call: Call): string {
  const inside = insideOf(call);
  return inside === null ? [call.caller_city, call.caller_state].filter(Boolean).join(', ') : INSIDE_WORDS[inside.kind];
}

/** Inbound, and no one here answered or declined. */
export const isMissed = ({ call_direction, outcome }: Call): boolean =>
  call_direction === 'inbound' && outcome !== null && MISSED_OUTCOMES.includes(outcome);

export function iconOf(call: Call): { readonly icon: LucideIcon; readonly tone?: Tone; readonly label: string } {
  if (isMissed(call)) return { icon: PhoneMissed, tone: 'bad', label: 'Missed call' };
  if (call.call_direction === 'inbound') return { icon: PhoneIncoming, label: 'Incoming call' };
  return { icon: PhoneOutgoing, label: 'Outgoing call' };
}

const LIVE_WORDS = { starting: 'Starting', ringing: 'Ringing', active: 'Connected' } as const;

/** "6:42" for a connected call, otherwise its ending or status. */
export function resultOf(call: Call): { readonly text: string; readonly tone?: Tone } {
  const { status, outcome, seconds } = call;
  if (status !== 'ended') return { text: LIVE_WORDS[status], tone: 'info' };
  if (isMissed(call)) return { text: 'Missed', tone: 'bad' };
  if (outcome === 'completed') return { text: formatClock(seconds * 1_000) };
  if (outcome === 'failed') return { text: OUTCOME_WORDS.failed, tone: 'bad' };
  return { text: outcome === null ? 'Ended' : OUTCOME_WORDS[outcome] };
}

/** `you`: the user who called or answered, "You" for the reader; empty: none of several. */
type Teller = (call: Call, you: string, them: string) => string;

const talkedFor = ({ seconds }: Call): string =>
  seconds === 0 ? 'less than a second' : formatDuration(seconds * 1_000);

/** Names who called or answered, unless that is the reader. */
const by = (you: string): string => (you === 'You' || you === '' ? '' : `${you} · `);

const OUTBOUND: Readonly<Record<CallOutcome, Teller>> = {
  completed: (call, you, them) => `${by(you)}Outbound call to ${them} · ${talkedFor(call)}`,
  no_answer: (_, __, them) => `${them} didn't answer.`,
  busy: (_, __, them) => `${them} was busy.`,
  rejected: (_, __, them) => `${them} declined the call.`,
  cancelled: (_, you, them) => `${you} canceled the call before ${them} answered.`,
  unavailable: (_, __, them) => `${them} couldn't be reached.`,
  failed: () => 'The call failed.',
};

const INBOUND: Readonly<Record<CallOutcome, Teller>> = {
  completed: (call, you, them) => `${by(you)}Inbound call from ${them} · ${talkedFor(call)}`,
  no_answer: (_, __, them) => `Missed call from ${them}.`,
  busy: (_, you, them) =>
    you === ''
      ? `Missed call from ${them}: no one was available.`
      : `Missed call from ${them}: ${you === 'You' ? 'you were' : `${you} was`} on another call.`,
  rejected: (_, you, them) => (you === '' ? `Call from ${them} declined.` : `${you} declined the call from ${them}.`),
  cancelled: (_, __, them) => `${them} hung up before the call was answered.`,
  unavailable: (_, __, them) => `Missed call from ${them}: no phone was online.`,
  failed: () => 'The call failed.',
};

/** "Recorded, 6:30, kept until 11/21/2036 at least" */
export function recordingSentence({ recording }: Call): string {
  const { state, seconds, keep_until: until } = recording;
  if (state !== 'kept') return RECORDING_WORDS[state];
  const kept = until === null ? '' : `, kept until at least ${formatPlainDate(until)}`;
  return `Recorded, ${formatClock(seconds * 1_000)}${kept}`;
}

const RECORDING_WORDS: Readonly<Record<Exclude<RecordingState, 'kept'>, string>> = {
  off: 'Not recorded',
  announcing: 'Announcing',
  asking: 'Asking for consent',
  recording: 'In progress',
  paused: 'Paused',
  failed: 'Failed',
};

/** Ending in one plain sentence. */
export function outcomeSentence(call: Call, readerId: number): string {
  const them = insideOf(call)?.kind === 'echo' ? 'the echo line' : partyOf(call);
  const you = call.user?.id === readerId ? 'You' : (call.user?.name ?? '');
  if (call.status === 'starting') return 'The call is starting.';
  if (call.status === 'ringing') return call.call_direction === 'inbound' ? `${them} is calling.` : 'Ringing.';
  if (call.status === 'active') return `${you === 'You' ? 'You are' : `${you} is`} talking with ${them}.`;
  if (call.outcome === null) return 'The call has ended.';
  if (call.outcome === 'completed' && call.passed_on !== null && !call.passed_on.returned)
    return passedSentence(call, call.passed_on, you);
  return (call.call_direction === 'inbound' ? INBOUND : OUTBOUND)[call.outcome](call, you, them);
}

/** Of a call in which one side was passed on. */
function passedSentence(call: Call, passed: NonNullable<Call['passed_on']>, you: string): string {
  const isUntaken = passed.outcome !== null && passed.outcome !== 'completed';
  const next = `${passed.name || formatPhone(passed.to)}${isUntaken ? ", who didn't answer" : ''}`;
  if (passed.by === 'agent') {
    return `${you} talked with ${partyOf(call)} for ${talkedFor(call)}, then transferred the call to ${next}.`;
  }
  const first = formatPhone(call.call_direction === 'inbound' ? call.call_from : call.call_to);
  const them = you === 'You' ? 'you' : 'them';
  return `${you} talked for ${talkedFor(call)}, first with ${first}, who transferred ${them} to ${next}.`;
}
