import type { CallOutcome, Disposition } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';

/** What a sentence of "what happened" is made of. */
export interface Told {
  readonly direction: 'inbound' | 'outbound';
  /** With dashes, of the other side. */
  readonly number: string;
  /** Who did it, else whose call it is; "The agent" when nobody is known. */
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
    return body['by'] === 'other' ? 'The other side hung up.' : 'The call ended.';
  },
  no_answer: () => 'Nobody answered in time.',
  busy: ({ direction }) => (direction === 'inbound' ? 'The line was busy.' : 'The other side was busy.'),
  rejected: ({ direction, who }) => (direction === 'inbound' ? `${who} declined.` : 'The other side declined.'),
  cancelled: ({ direction, who }) => (direction === 'inbound' ? 'The caller gave up.' : `${who} gave up.`),
  unavailable: () => 'Nobody was there to answer.',
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
    : `${who} took the result back.`;
};

const digits: Words = ({ who, body }) => {
  const count = numberOf(body, 'count');
  if (count === 0) return `${who} sent digits.`;
  return `${who} sent ${count} ${count === 1 ? 'digit' : 'digits'}.`;
};

const whomOf = (body: Told['body']): string => textOf(body, 'name') || formatPhone(textOf(body, 'to'));

/** Each kind of event in one plain sentence or two. */
const WORDS: Readonly<Record<string, Words>> = {
  asked: ({ who, number }) => `${who} called ${number}.`,
  dialled: ({ body }) => ['The call went out.', textOf(body, 'says')].filter(Boolean).join(' '),
  ringing: ({ direction, number }) => (direction === 'inbound' ? `${number} called: it rang here.` : 'It rang there.'),
  rejectedBy: ({ who }) => `${who} declined.`,
  answered: ({ direction, who }) => (direction === 'inbound' ? `${who} answered.` : 'The other side answered.'),
  ended,
  held: ({ who }) => `${who} put the other side on hold.`,
  resumed: ({ who }) => `${who} took the other side back from hold.`,
  transferred: ({ who, body }) => `${who} passed the other side on to ${formatPhone(textOf(body, 'to'))}.`,
  passedOn: ({ number, who, body }) => `${textOf(body, 'by') || number} passed ${who} on to ${whomOf(body)}.`,
  taken: ({ body }) =>
    textOf(body, 'outcome') === 'completed'
      ? `${whomOf(body)} answered.`
      : `${whomOf(body)} did not take the call, so it ended.`,
  digits,
  announcing: () => 'The announcement that the call is recorded began.',
  announced: () => 'The announcement was heard to its end.',
  agreed: ({ who }) => `The other side agreed to be recorded, says ${who}.`,
  declined: ({ who }) => `The other side did not agree to be recorded, says ${who}.`,
  recordingStarted: () => 'The recording began.',
  recordingPaused: ({ who }) => `${who} paused the recording.`,
  recordingResumed: ({ who }) => `${who} went on with the recording.`,
  recordingStopped: () => 'The recording stopped.',
  recordingFailed: ({ body }) => ['The recording failed.', textOf(body, 'reason')].filter(Boolean).join(' '),
  kept: () => 'The recording was kept.',
  reconnecting: () => 'The connection was lost.',
  reconnected: () => 'The connection came back.',
  quality: ({ body }) =>
    `The sound was rated ${numberOf(body, 'mos').toFixed(1)} of 5, with ${numberOf(body, 'lostPercent').toFixed(1)} % lost.`,
  quality_poor: () => 'The connection became poor.',
  quality_good: () => 'The connection was good again.',
  muted: ({ who }) => `${who} muted the microphone.`,
  unmuted: ({ who }) => `${who} switched the microphone on again.`,
  microphone_lost: ({ who }) => `The microphone of ${who} was gone.`,
  microphone_back: ({ who }) => `The microphone of ${who} was back.`,
  taken_over: ({ who }) => `${who} took the call over in another tab.`,
  noted,
  linked: ({ who, body }) => `${who} said that it is about contact #${numberOf(body, 'number')}.`,
};

/** What happened, in words. */
export const wordsOf = (kind: string, told: Told): string => WORDS[kind]?.(told) ?? 'Something happened.';

/** Kinds with words of their own. */
export const KINDS_IN_WORDS: readonly string[] = Object.keys(WORDS);
