import type { CallOutcome, Disposition } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';

/** Parts of a sentence in the call details. */
export interface Told {
  readonly direction: 'inbound' | 'outbound';
  /** With dashes, of the other side. */
  readonly number: string;
  /** User who did it, otherwise the owner of the call; "The agent" when unknown. */
  readonly who: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type Words = (told: Told) => string;

const textOf = (body: Told['body'], field: string): string => {
  const value = body[field];
  return typeof value === 'string' ? value : '';
};
const numberOf = (body: Told['body'], field: string): number => {
  const value = body[field];
  return typeof value === 'number' ? value : 0;
};

const DISPOSITIONS: Readonly<Record<Disposition, string>> = {
  interested: 'interested',
  call_back: 'call back',
  not_now: 'not now',
  wrong_number: 'wrong number',
  do_not_call: 'do not call',
};

const ENDS: Readonly<Record<CallOutcome, Words>> = {
  completed: ({ body, who }) => {
    if (body['by'] === 'agent') return `${who} hung up.`;
    return body['by'] === 'other' ? 'The other party hung up.' : 'The call ended.';
  },
  no_answer: () => 'No answer.',
  busy: ({ direction }) => (direction === 'inbound' ? 'The line was busy.' : 'The line was busy.'),
  rejected: ({ direction, who }) => (direction === 'inbound' ? `${who} declined.` : 'The call was declined.'),
  cancelled: ({ direction, who }) => (direction === 'inbound' ? 'The caller hung up.' : `${who} canceled the call.`),
  unavailable: () => 'No one was available to answer.',
  failed: () => 'The call failed.',
};

const ended: Words = (told) => {
  const outcome = textOf(told.body, 'outcome') as CallOutcome;
  return [ENDS[outcome]?.(told) ?? 'The call ended.', textOf(told.body, 'reason')].filter(Boolean).join(' ');
};

const noted: Words = ({ who, body }) => {
  const disposition = textOf(body, 'disposition') as Disposition;
  return disposition in DISPOSITIONS
    ? `${who} set the result to “${DISPOSITIONS[disposition]}”.`
    : `${who} cleared the result.`;
};

const digits: Words = ({ who, body }) => {
  const count = numberOf(body, 'count');
  if (count === 0) return `${who} sent digits.`;
  return `${who} sent ${count} ${count === 1 ? 'digit' : 'digits'}.`;
};

/** Absent: no one answered. */
const TAKEN: Readonly<Record<string, string>> = { completed: 'answered', rejected: 'declined' };

const whomOf = (body: Told['body']): string => textOf(body, 'name') || formatPhone(textOf(body, 'to'));

/** Each kind of event in one plain sentence or two. */
const WORDS: Readonly<Record<string, Words>> = {
  asked: ({ who, number }) => `${who} called ${number}.`,
  dialled: ({ body }) => ['The call went out.', textOf(body, 'says')].filter(Boolean).join(' '),
  ringing: ({ direction, number }) => (direction === 'inbound' ? `Inbound call from ${number}.` : 'Ringing.'),
  rejectedBy: ({ who }) => `${who} declined.`,
  answered: ({ direction, who }) => (direction === 'inbound' ? `${who} answered.` : 'The other party answered.'),
  ended,
  held: ({ who }) => `${who} put the call on hold.`,
  resumed: ({ who }) => `${who} resumed the call.`,
  transferred: ({ who, body }) => `${who} transferred the call to ${formatPhone(textOf(body, 'to'))}.`,
  passedOn: ({ number, who, body }) => `${textOf(body, 'by') || number} transferred ${who} to ${whomOf(body)}.`,
  taken: ({ body }) => `${whomOf(body)} ${TAKEN[textOf(body, 'outcome')] ?? "didn't answer"}.`,
  returned: ({ who, body }) => `The call went back to ${textOf(body, 'by') || who}.`,
  digits,
  announcing: () => 'The recording announcement started.',
  announced: () => 'The recording announcement finished.',
  agreed: ({ who }) => `${who} noted consent to recording.`,
  declined: ({ who }) => `${who} noted that recording was declined.`,
  recordingStarted: () => 'Recording started.',
  recordingPaused: ({ who }) => `${who} paused the recording.`,
  recordingResumed: ({ who }) => `${who} resumed the recording.`,
  recordingStopped: () => 'Recording stopped.',
  recordingFailed: ({ body }) => ['Recording failed.', textOf(body, 'reason')].filter(Boolean).join(' '),
  kept: () => 'Recording saved.',
  reconnecting: () => 'The connection was lost.',
  reconnected: () => 'The connection was restored.',
  quality: ({ body }) =>
    `Audio quality: ${numberOf(body, 'mos').toFixed(1)} of 5, ${numberOf(body, 'lostPercent').toFixed(1)}% packet loss.`,
  quality_poor: () => 'The connection became poor.',
  quality_good: () => 'The connection improved.',
  muted: ({ who }) => `${who} muted the microphone.`,
  unmuted: ({ who }) => `${who} unmuted the microphone.`,
  microphone_lost: ({ who }) => `${who}'s microphone disconnected.`,
  microphone_back: ({ who }) => `${who}'s microphone reconnected.`,
  taken_over: ({ who }) => `${who} moved the call to another tab.`,
  noted,
  linked: ({ who, body }) => `${who} linked the call to contact #${numberOf(body, 'number')}.`,
};

/** Sentence of an event. */
export const wordsOf = (kind: string, told: Told): string => WORDS[kind]?.(told) ?? 'Something happened.';

/** Kinds with words of their own. */
export const KINDS_IN_WORDS: readonly string[] = Object.keys(WORDS);
